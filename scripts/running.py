"""A run started or gone on with: played with progress and a clean stop, and summed up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scripts import door, exits
from scripts.wanted import POCH, Wanted, check_same

if TYPE_CHECKING:
    from simcore import Progress, Run
    from simcore.batch import OnProgress

_SEED_BITS = 63
_TELLING_SECONDS = 0.5  # a rate from less is noise


# ---- what is to be played -----------------------------------------------------------------------


@dataclass(frozen=True)
class Means:
    """By what a run is made: threads here, processes here, or the workers of a cluster."""

    threads: int | None = None
    workers: int | None = None
    cluster: str | None = None

    def arguments(self, out: str) -> dict[str, Any]:
        """Arguments of `simcore.simulate` for a run at `out`, checked.

        Raises
        ------
        ValueError
            They do not go together, or one is none.
        """
        if self.workers is None and self.cluster is None:
            return {"threads": door.thread_number(self.threads)}
        if self.threads is not None:
            raise ValueError(
                "--threads does not go with --workers or --cluster: a worker has its own"
            )
        from simcore.cluster import check_cluster
        from simcore.store import store_of

        check_cluster(store_of(out), self.workers, self.cluster)
        return {"workers": self.workers, "cluster": self.cluster}


class New:
    """A run to be started; making it checks every input, and nothing is written yet."""

    def __init__(
        self,
        out: str,
        wanted: Wanted,
        means: Means,
        shard_deals: int | None,
        words: Sequence[str],
    ) -> None:
        from simcore import run_settings
        from simcore.api import check_shard_deals
        from simcore.run import check_new
        from simcore.store import store_of

        self.arguments = wanted.arguments()
        self.drawn = "seed" not in self.arguments
        if self.drawn:
            import secrets

            self.arguments["seed"] = secrets.randbits(_SEED_BITS)
        self.game = str(run_settings(**self.arguments)["game"])
        self.means = means.arguments(out)
        if shard_deals is not None:
            self.arguments["shard_deals"] = check_shard_deals(shard_deals)
        if str(store_of(out).path).startswith("memory://"):
            raise ValueError(f"{out!r} would be gone with this process: memory:// is for Python")
        check_new(store_of(out))
        self.out, self.words = out, words

    def __call__(self, on_progress: OnProgress) -> Run:
        from simcore import simulate

        return simulate(
            **self.arguments,
            **self.means,
            out=self.out,
            on_progress=on_progress,
            command=self._command(),
        )

    def _command(self) -> str:
        import shlex

        seed = ["--seed", str(self.arguments["seed"])] if self.drawn else []
        return shlex.join(["simcore", *self.words, *seed])

    def notice(self) -> str:
        """What to say before the first deal."""
        return f"seed {self.arguments['seed']} (drawn)" if self.drawn else ""


class Resumed:
    """A run to go on with; other options given must be those it was started with."""

    def __init__(self, out: str, wanted: Wanted, means: Means) -> None:
        from simcore import open_run

        run = open_run(out)
        check_same(wanted, run)
        self.out, self.means = out, means.arguments(out)
        self.game = run.game.name
        self.done, self.deals = run.deals, int(run.settings["deals"])

    def __call__(self, on_progress: OnProgress) -> Run:
        from simcore import resume
        from simcore.run import DamagedError

        try:
            return resume(self.out, **self.means, on_progress=on_progress)
        except DamagedError as error:
            raise exits.DataFaultError(f"{error}; {door.mend(self.out)}") from None

    def notice(self) -> str:
        """What to say before the first deal."""
        if self.done == self.deals:
            return f"all {self.deals:,} deals are there already"
        return f"{self.done:,} of {self.deals:,} deals are there, going on"


# ---- playing ------------------------------------------------------------------------------------


def play(job: New | Resumed, *, quiet: bool) -> None:
    """Play a run with progress on stderr, and sum it up.

    Raises
    ------
    scripts.exits.StoppedError
        A stop was asked for; the message says how far the run came and how to go on.
    OSError
        The disk failed; the message says the same.
    """
    from scripts.progress import reporting, stoppable
    from simcore.store import StoreError

    if job.notice() and not (quiet and isinstance(job, Resumed)):
        print(job.notice(), flush=True)
    last: list[Progress] = []
    with stoppable() as stop:
        try:
            with reporting(stop, quiet=quiet, wins=job.game != POCH, game=job.game) as report:

                def on_progress(progress: Progress) -> None:
                    last[:] = [progress]
                    report(progress)

                run = job(on_progress)
        except KeyboardInterrupt:
            raise exits.StoppedError(_stopped(job.out)) from None
        except StoreError as error:  # it is not asked again how far the run came
            again = f"simcore run --out {door.folder_word(job.out)} --resume"
            raise OSError(f"{error}; finished files are kept; go on with: {again}") from error
        except OSError as error:  # a full disk, say
            raise OSError(f"{job.out}: {error}; {_stopped(job.out)}") from error
    if not quiet:
        _say_done(run, last)


def _stopped(out: str) -> str:
    """How far an interrupted run came, and how to go on."""
    from simcore import open_run
    from simcore.manifest import MANIFEST
    from simcore.store import store_of

    if not store_of(out).has(MANIFEST):
        return "interrupted before the first deal, nothing was written"
    run = open_run(out)
    wanted = run.settings["deals"]
    if run.deals == wanted:
        return f"all {wanted:,} deals are logged"
    return (
        f"interrupted, {run.deals:,} of {wanted:,} deals are logged; "
        f"go on with: simcore run --out {door.folder_word(out)} --resume"
    )


# ---- summing up ---------------------------------------------------------------------------------


def _say_done(run: Run, last: Sequence[Progress]) -> None:
    from scripts.tables import table_lines

    of_game = _of_poch if run.game.name == POCH else _of_skat
    table_lines(
        [
            ("deals", _deals_line(run, last)),
            *of_game(run),
            ("folder", str(run.path)),
            ("next", f"simcore summary {door.folder_word(run.path)}"),
        ]
    )


_COUNT = "SELECT count(*) AS n FROM deals WHERE contract = '{}'"


def _of_skat(run: Run) -> list[tuple[str, str]]:
    """Rules, players, seed and the win rate."""
    import analysis
    from scripts.tables import percent, percent_range

    with analysis.open(run.path) as log:
        total = log.win_rate().iloc[0]
        passed = int(log.query(_COUNT.format("P"))["n"].iloc[0])
        ramsch = int(log.query(_COUNT.format("R"))["n"].iloc[0])
    played = int(total["n"])
    left_out = f"{passed:,} passed-in {'hands' if log.rotated else 'deals'} left out"
    left_out = f"{ramsch:,} Ramsch left out" if ramsch else left_out
    interval = percent_range(total["win_low"], total["win_high"])
    return [
        ("rules", f"{run.settings['rules']['name']}, players {_players_line(run)}"),
        ("seed", str(run.settings["seed"])),
        ("win rate", f"{percent(total['win_rate'])} (95 %: {interval})"),
        ("", f"of {played:,} hands played, {left_out}"),
    ]


_HOW = {"shown": "shown", "unseen": "unseen", "all_pass": "all passed", "none_held": "none held"}


def _of_poch(run: Run) -> list[tuple[str, str]]:
    """Rules, players, seed, and how the auctions ended."""
    from simcore.poch.rules import AUCTIONS

    rules = run.settings["rules"]
    sessions = f"sessions of {rules['session_deals']:,} deals"
    return [
        (
            "rules",
            f"{rules['name']}, {rules['players']} players, {rules['pack']} cards, {sessions}",
        ),
        ("players", _players_line(run)),
        ("seed", str(run.settings["seed"])),
        *((auction, _ended(run, f"{auction}_how")) for auction in AUCTIONS),
    ]


def _ended(run: Run, column: str) -> str:
    """How often an auction ended which way: shares of all rows."""
    from scripts.tables import percent

    counts = {
        pair["values"]: int(pair["counts"])
        for pair in run.table([column])[column].cast("string").value_counts().to_pylist()
    }
    total = sum(counts.values())
    shares = (f"{words} {percent(counts.get(how, 0) / total)}" for how, words in _HOW.items())
    return ", ".join(shares)


def _deals_line(run: Run, last: Sequence[Progress]) -> str:
    from scripts.recheck import rotations_of

    turns = rotations_of(run)
    times = "three" if turns == 3 else str(turns)
    told = f"{run.deals:,}" + (f", each played {times} times" if turns > 1 else "")
    if not last or last[0].seconds < _TELLING_SECONDS:
        return told
    seconds = last[0].seconds
    played = last[0].deals * turns if run.game.name == POCH else last[0].played
    what = "deals" if run.game.name == POCH else "hands"
    return f"{told}; {played / seconds:,.0f} {what} played/s by the clock, {seconds:.1f} s"


def _players_line(run: Run) -> str:
    names = door.player_names(run)
    return names[0] if len(set(names)) == 1 else ", ".join(names)
