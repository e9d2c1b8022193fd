"""The arrows between rooms: a lower room never imports a higher one.

Imports are read from the source, those inside functions and under TYPE_CHECKING too.
"""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# From below; a room named here holds all that has no room of its own.
ROOMS = [
    "simcore.version",
    "simcore.checks",
    "simcore.toml_files",
    "simcore.player_files",
    "simcore.threads",
    "simcore.jit",
    "simcore.bits",
    "simcore.notation",
    "simcore.cards",
    "simcore.rng",
    "simcore.deal",
    "simcore.game",
    "simcore.log",
    "simcore.batch",
    "simcore.store",
    "simcore.manifest",
    "simcore.lock",
    "simcore.shard",
    "simcore.run",
    "simcore.skat.dealing",
    "simcore.skat.rules",
    "simcore.skat.rule_files",
    "simcore.skat.lists",
    "simcore.skat.order",
    "simcore.skat.look",
    "simcore.skat.value",
    "simcore.skat.ramsch",
    "simcore.skat.solver",
    "simcore.skat.solver.space",
    "simcore.skat.solver.table",
    "simcore.skat.solver.bounds",
    "simcore.skat.solver.moves",
    "simcore.skat.solver.null_moves",
    "simcore.skat.solver.search",
    "simcore.skat.solver.problems",
    "simcore.skat.auction",
    "simcore.skat.strategies",
    "simcore.skat.strategies.patterns",
    "simcore.skat.strategies.expert_numbers",
    "simcore.skat.strategies.removals",
    "simcore.skat.strategies.player",
    "simcore.skat.strategies.table",
    "simcore.skat.strategies.features",
    "simcore.skat.strategies.sight",
    "simcore.skat.strategies.systems",
    "simcore.skat.strategies.systems.counts",
    "simcore.skat.strategies.systems.skatfuchs",
    "simcore.skat.strategies.systems.parlett",
    "simcore.skat.strategies.systems.goskat",
    "simcore.skat.strategies.systems.wergin",
    "simcore.skat.strategies.systems.evolved",
    "simcore.skat.strategies.systems.xskat",
    "simcore.skat.strategies.systems.chain",
    "simcore.skat.strategies.systems.many",
    "simcore.skat.strategies.discard",
    "simcore.skat.strategies.bidding",
    "simcore.skat.strategies.estimate",
    "simcore.skat.strategies.fitted",
    "simcore.skat.strategies.declarer",
    "simcore.skat.strategies.defender",
    "simcore.skat.strategies.null_play",
    "simcore.skat.strategies.expert_view",
    "simcore.skat.strategies.expert_declarer",
    "simcore.skat.strategies.expert_defender",
    "simcore.skat.strategies.expert_null",
    "simcore.skat.strategies.expert_exchange",
    "simcore.skat.strategies.random_choice",
    "simcore.skat.strategies.kontra",
    "simcore.skat.strategies.ramsch_play",
    "simcore.skat.strategies.choose",
    "simcore.skat.row",
    "simcore.skat.solver.judge",
    "simcore.skat.play",
    "simcore.skat.pimc",
    "simcore.skat.pimc.resume",
    "simcore.skat.pimc.worlds",
    "simcore.skat.pimc.choose",
    "simcore.skat.pimc.driver",
    "simcore.skat.questions",
    "simcore.skat.words",
    "simcore.skat.rulebook",
    "simcore.skat.open_cards",
    "simcore.skat.record",
    "simcore.skat.record.acts",
    "simcore.skat.record.moves",
    "simcore.skat.record.result",
    "simcore.skat.record.iss",
    "simcore.skat.record.games",
    "simcore.skat.record.verdict",
    "simcore.skat.record.hearing",
    "simcore.skat.record.referee",
    "simcore.skat.record.booked",
    "simcore.skat.record.faults",
    "simcore.skat.record.replay",
    "simcore.skat.record.transcript",
    "simcore.skat.scenario",
    "simcore.skat",
    "simcore.poch.pack",
    "simcore.poch.rules",
    "simcore.poch.rule_files",
    "simcore.poch.holdings",
    "simcore.poch.chances",
    "simcore.poch.circles",
    "simcore.poch.auction",
    "simcore.poch.dealing",
    "simcore.poch.shedding",
    "simcore.poch.strategies",
    "simcore.poch.strategies.words",
    "simcore.poch.strategies.player",
    "simcore.poch.strategies.staking",
    "simcore.poch.strategies.leads",
    "simcore.poch.row",
    "simcore.poch.play",
    "simcore.poch.rulebook",
    "simcore.poch.scenario",
    "simcore.poch",
    "simcore.jobs",
    "simcore.cluster",
    "simcore.api",
    "simcore.mending",
    "simcore.compaction",
    "simcore",
    "analysis",
    "scripts",
]
# What belongs to each game, `cards` being Skat's pack; the shared rooms serve them all.
GAMES = {"skat": ("simcore.skat", "simcore.cards"), "poch": ("simcore.poch",)}
SHARED_ROOMS = (
    "toml_files",
    "player_files",
    "bits", "jit", "rng", "notation", "deal", "game", "batch", "threads", "log", "manifest", "run",
    "checks", "store", "lock", "shard",
)  # fmt: skip
OPEN_ROOMS = ("analysis", "scripts")  # hold several files; these may import each other
PACKAGES = ("simcore", *OPEN_ROOMS)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(path): path.read_text("utf-8")
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}


def imported(module: str, source: str, is_package: bool = False) -> Iterator[str]:
    """What a source imports: modules where there are such, else names within modules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = module.split(".")
            base = here[: len(here) - node.level + is_package] if node.level else []
            home = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                name = f"{home}.{alias.name}"
                yield name if name in SOURCES else home


def imports_of(module: str) -> set[str]:
    path = ROOT.joinpath(*module.split("."))
    return set(imported(module, SOURCES[module], is_package=path.is_dir()))


def room(module: str) -> int:
    """Place of a module in the order of rooms."""
    if module in ROOMS:
        return ROOMS.index(module)
    for name in OPEN_ROOMS:
        if module.startswith(f"{name}."):
            return ROOMS.index(name)
    raise LookupError(f"{module} has no place in the order of rooms")


def wrong_ways(module: str, names: set[str]) -> list[str]:
    """Imports of a module that point up."""
    inner = {name for name in names if name in SOURCES and name != module}
    return sorted(name for name in inner if room(name) > room(module))


@pytest.mark.parametrize("module", SOURCES)
def test_no_import_points_up(module: str) -> None:
    assert wrong_ways(module, imports_of(module)) == []


def test_every_room_is_there() -> None:
    missing = [name for name in ROOMS if name not in SOURCES]
    assert missing == []


@pytest.mark.parametrize(
    "source",
    [
        "import simcore.skat.play",
        "from simcore.skat.play import run_chunk",
        "from simcore.skat import play",
        "from simcore.skat import RULES",
        "from simcore import rows",
        "from .skat import play",
        "def f():\n    from simcore import deal",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from simcore.api import rows",
    ],
)
def test_an_import_that_points_up_is_seen(source: str) -> None:
    assert wrong_ways("simcore.bits", set(imported("simcore.bits", source)))


def test_imports_that_point_down_are_allowed() -> None:
    source = "from simcore.jit import helper\nfrom simcore import bits\nimport numpy"
    assert wrong_ways("simcore.cards", set(imported("simcore.cards", source))) == []


def test_imports_have_no_circle() -> None:
    inner = {m: {n for n in imports_of(m) if n in SOURCES and n != m} for m in SOURCES}
    assert len(list(TopologicalSorter(inner).static_order())) == len(SOURCES)


def users_of(library: str) -> set[str]:
    return {m for m in SOURCES if any(n.split(".")[0] == library for n in imports_of(m))}


def test_one_file_imports_numba() -> None:
    assert users_of("numba") == {"simcore.jit"}


@pytest.mark.parametrize("library", ["pandas", "duckdb", "matplotlib", "scipy", "typer", "rich"])
def test_the_core_is_plain(library: str) -> None:
    assert [m for m in users_of(library) if m.split(".")[0] == "simcore"] == []


def game_of(module: str) -> str | None:
    """The game a module belongs to; None where it serves all games."""
    for game, homes in GAMES.items():
        if any(module == home or module.startswith(f"{home}.") for home in homes):
            return game
    return None


OF_GAMES = [module for module in SOURCES if game_of(module)]


@pytest.mark.parametrize("shared", SHARED_ROOMS)
def test_a_shared_room_knows_no_game(shared: str) -> None:
    assert [name for name in imports_of(f"simcore.{shared}") if game_of(name)] == []


@pytest.mark.parametrize("module", OF_GAMES)
def test_no_game_knows_another(module: str) -> None:
    others = {game_of(name) for name in imports_of(module)} - {None, game_of(module)}
    assert others == set()


@pytest.mark.parametrize("module", OF_GAMES)
def test_games_know_neither_batch_nor_log(module: str) -> None:
    assert not imports_of(module) & {"simcore.log", "simcore.batch", "simcore.run"}


@pytest.mark.parametrize(
    ("source", "game"),
    [
        ("from simcore.skat.rules import RULES", "skat"),
        ("def f():\n    from simcore import cards", "skat"),
        ("import simcore.poch.play", "poch"),
        ("from simcore.poch import play", "poch"),
        ("from simcore import deal, notation", None),
    ],
)
def test_an_import_of_a_game_is_seen(source: str, game: str | None) -> None:
    games = {game_of(name) for name in imported("simcore.deal", source)}
    assert games == {game}


def test_the_oracle_knows_nothing_of_the_core() -> None:
    for path in sorted((ROOT / "tests" / "oracle").glob("*.py")):
        names = set(imported(f"tests.oracle.{path.stem}", path.read_text("utf-8")))
        assert not [name for name in names if name.split(".")[0] in PACKAGES], path.name
