"""Digests kept in a file, so that runs compiled, uncompiled and bounds-checked can be compared."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

DATA = Path(__file__).parent / "data"


class Digests:
    """The file of some named runs, and how the digest of one is made."""

    def __init__(self, file: str, names: Iterable[str], digest: Callable[[str], str]) -> None:
        self.path, self.names, self.digest = DATA / file, list(names), digest

    def kept(self) -> dict[str, str]:
        """The digests in the file, by name."""
        kept: dict[str, str] = json.loads(self.path.read_text("utf-8"))
        return kept

    def check(self, name: str) -> None:
        """A run has the digest that is kept."""
        assert self.digest(name) == self.kept()[name]

    def check_names(self) -> None:
        """Every run has its digest, no two the same."""
        kept = self.kept()
        assert list(kept) == self.names
        assert len(set(kept.values())) == len(self.names)

    def main(self) -> None:
        """Print the digests, or write them with --write."""
        text = json.dumps({name: self.digest(name) for name in self.names}, indent=1) + "\n"
        if sys.argv[1:] == ["--write"]:
            self.path.write_text(text, "utf-8")
        else:
            print(text, end="")
