"""What `simcore tune --game poch` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts.tune_text import limits_of, marks_of, tell_knobs, tell_rounds

if TYPE_CHECKING:
    import pandas as pd

    from analysis.poch.tuning import Tuning
    from analysis.rounds import Tuned


def tell(found: Tuning, asked: int, *, drawn: bool) -> None:
    """Print a tuning; `asked` deals were asked for, `drawn`: the seed was not given."""
    tell_knobs(found)
    sessions = found.deals // found.session_deals
    whole = f", whole ones: {asked:,} deals were asked for" if asked != found.deals else ""
    print(f"  {found.deals:,} deals a round, in {sessions:,} sessions{whole}")
    print(f"  {found.seats} players, rules {found.rules}, seed {found.seed}{' (drawn)' * drawn}")
    print("  a setting sits alone among others alike, in every seat, on equal deals")
    print("  ranges are 95 % intervals; a session is one draw")
    tell_rounds(found, _tell_rates, digits=2)


def _tell_rates(found: Tuned[Any], shown: pd.DataFrame, train: pd.DataFrame) -> None:
    """How often the marked settings open, win and lose auctions and are last with cards."""
    from analysis.poch.match import RATES
    from scripts.tables import print_table

    marked = train[train["present"] | train["best"] | train["chosen"]]
    print("\nTrain, % of hands dealt, marked settings. opened: first to stake; won: staked")
    print("and took the circle; lost: staked and did not; last: held cards alone at the end")
    rows: list[tuple[str, ...]] = []
    for rate in RATES:
        name = rate.replace("_", " ")
        for _, row in marked.iterrows():
            n = f"{row[f'{rate}_n']:,} of {row['dealt']:,}"
            share = f"{100 * row[rate]:.2f}"
            rows.append((name, marks_of(row), n, share, limits_of(row, rate)))
            name = ""
    print_table(("", "", "n", "%", "95 %"), rows, left=2)
