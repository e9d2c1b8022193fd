"""Players of a game by the name of a preset or from a TOML file, checked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from simcore.checks import shown
from simcore.toml_files import entries_of, find

P = TypeVar("P", bound=BaseModel)


class PlayerFiles(Generic[P]):
    """The presets of a game and how its players are read.

    Parameters
    ----------
    model
        What a player is; it has a `name`.
    folder
        Where the presets lie, a TOML file each.
    known
        The fields of a file in the order in which a message lists them.
    """

    def __init__(self, model: type[P], folder: Path, known: Sequence[str]) -> None:
        self.model, self.folder, self.known = model, folder, known
        self._preset = cache(self._read_preset)

    def names(self) -> list[str]:
        """Names of the presets that come with the program."""
        return sorted(path.stem for path in self.folder.glob("*.toml"))

    def load(self, name: str | Path | P) -> P:
        """A player from the name of a preset or the path of a TOML file; a player stays itself.

        Raises
        ------
        ValueError
            No such preset or file, or the file is not a player; the message names the fault.
        """
        presets = self.names()
        if isinstance(name, self.model):
            return self._own_name(name, repr(_name(name)))
        if not isinstance(name, str | Path):
            raise ValueError(
                f"unknown player {shown(name)}: a preset name or the path of a TOML file"
            )
        if str(name) in presets:
            return self._preset(str(name)).model_copy(deep=True)  # whose weights may be changed
        player = self._read(find("player", name, presets), str(name))
        return self._own_name(player, repr(str(name)))

    def load_some(self, names: object, sizes: Sequence[int], wanted: str) -> list[P]:
        """Players of a table: one name, path or player, or several.

        Raises
        ------
        ValueError
            They are not as many as one of the sizes (`wanted` says it in words), one of them is
            unknown, or two that differ share a name.
        """
        if isinstance(names, str | Path | self.model):
            listed: list[Any] = [names]
        elif isinstance(names, Sequence):
            listed = list(names)
        else:
            raise ValueError(f"players {shown(names)}: a preset name or TOML path, or {wanted}")
        if len(listed) not in sizes:
            words = ", ".join(map(str, listed))
            raise ValueError(f"players {words!r}: name one, or {wanted}")
        loaded = [self.load(name) for name in listed]
        named: dict[str, P] = {}
        for player in loaded:
            if named.setdefault(_name(player), player) != player:
                raise ValueError(f"two different players are named {_name(player)!r}: rename one")
        return loaded

    def _read_preset(self, name: str) -> P:
        return self._read(self.folder / f"{name}.toml", name)

    def _read(self, path: Path, word: str) -> P:
        try:
            return self.model.model_validate(self._fields(path))
        except ValidationError as error:
            raise ValueError(f"player {word!r}: {self._complaint(error)}") from None

    def _fields(self, path: Path) -> dict[str, Any]:
        """The fields of a file, those of the preset it is `like` included."""
        fields = entries_of("player", path)
        if "like" not in fields:
            return fields
        like, presets = fields.pop("like"), self.names()
        if not isinstance(like, str) or like not in presets:
            raise ValueError(
                f"player {str(path)!r}: like {shown(like)}: one of {', '.join(presets)}"
            )
        return {**self._fields(self.folder / f"{like}.toml"), **fields}

    def _own_name(self, player: P, word: str) -> P:
        """A player of one's own; refused is the name of a preset which plays otherwise."""
        name = _name(player)
        if name in self.names() and player != self._preset(name):
            raise ValueError(
                f"player {word}: name {name!r} is that of a preset which plays "
                "otherwise: give it a name of its own"
            )
        return player

    def _complaint(self, error: ValidationError) -> str:
        """The first fault of a file, in words."""
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        if fault["type"] == "extra_forbidden":
            return f"unknown field {shown(where)}: one of {', '.join(self.known)}"
        words = str(fault["msg"]).removeprefix("Value error, ")
        return f"{where}: {words}" if where else words


def _name(player: BaseModel) -> str:
    return str(player.model_dump(include={"name"})["name"])
