"""Two players of soket and sekans on equal deals, and a player tuned: sessions are the unit."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import simcore
from analysis.knobs import make_knob, make_knobs, settings_of
from analysis.player_file import as_toml
from analysis.poch import match, tuning
from analysis.poch.match import compare
from analysis.poch.scales import scales_of
from analysis.poch.tuning import tune
from analysis.split import PARTS as SPLIT
from analysis.split import part_of
from scripts import cli
from simcore.poch import RULES, Player, RuleSet, actions_of, load_player, make_rules
from simcore.poch.auction import PASS
from simcore.poch.strategies.player import (
    FLUSH_FIELDS,
    LEAD_FIELDS,
    PARTS,
    PLAYER,
    RUN_FIELDS,
    SET_FIELDS,
    unread_differences,
)

SIMPLE, RANDOM = load_player("simple"), load_player("random")
SHORT = make_rules(session_deals=8)
POKER = make_rules(players=3, betting=1, bluff=1, session_deals=5)
SIX = make_rules(players=6, session_deals=4)


def changed(name: str, **fields: Any) -> Player:
    """`simple` under another name, with some fields changed."""
    return Player.model_validate({**SIMPLE.model_dump(), "name": name, **fields})


KEEN = changed(
    "keen", soket_open="pair 9", sekans_open="run 2 J", sekans_see="run 2 Q", bluff_rate=0.2,
    lead_ace=3,
)  # fmt: skip


# ---- a slow twin: rows of all rotations, a hand at a time ---------------------------------------


def hands_of(lone: Player, others: Player, rules: RuleSet, **asked: Any) -> list[list[Any]]:
    """By session, every hand as (is the lone player's, row, seat, actions of its deal)."""
    n = rules.players
    seated = (lone, *[others] * (n - 1))
    made, plays = simcore.rows(
        "poch", players=seated, rules=rules, rotate=True, plays=True, **asked
    )
    sessions: dict[int, list[Any]] = {}
    for row, cards in zip(made, plays, strict=True):
        actions = actions_of(cards, rules)
        for seat in range(n):
            own = (seat + int(row["rotation"])) % n == 0
            sessions.setdefault(int(row["session"]), []).append((own, row, seat, actions))
    return [sessions[number] for number in sorted(sessions)]


def mean_of(hands: list[Any], own: bool, column: str) -> float:
    return float(np.mean([row[f"{column}_{seat}"] for mine, row, seat, _ in hands if mine == own]))


def student(numbers: list[float]) -> list[float]:
    """Mean, limits and standard deviation."""
    mean, sd, n = np.mean(numbers), np.std(numbers, ddof=1), len(numbers)
    half = stats.t.ppf(0.975, n - 1) * sd / math.sqrt(n)
    return [float(mean), float(mean - half), float(mean + half), float(sd)]


class Twin:
    """The same numbers from all rows; every table is played in all rotations."""

    def __init__(self, a: Player, b: Player, rules: RuleSet, **asked: Any) -> None:
        self.ab, self.ba = hands_of(a, b, rules, **asked), hands_of(b, a, rules, **asked)
        self.aa, self.bb = hands_of(a, a, rules, **asked), hands_of(b, b, rules, **asked)

    def measures(self, column: str) -> dict[str, list[float]]:
        per: dict[str, list[float]] = {name: [] for name in match.MEASURES}
        for ab, ba, aa, bb in zip(self.ab, self.ba, self.aa, self.bb, strict=True):
            lone_a, others_b = (mean_of(ab, own, column) for own in (True, False))
            lone_b, others_a = (mean_of(ba, own, column) for own in (True, False))
            among_b = lone_a - mean_of(bb, True, column)
            among_a = mean_of(aa, True, column) - lone_b
            per["match"].append((lone_a - others_b + others_a - lone_b) / 2)
            per["one_a"].append(lone_a - others_b)
            per["one_b"].append(others_a - lone_b)
            per["seat"].append((among_b + among_a) / 2)
            per["seat_among_b"].append(among_b)
            per["seat_among_a"].append(among_a)
        return {name: student(numbers) for name, numbers in per.items()}

    def counts(self, player: str, rate: str) -> list[tuple[int, int]]:
        """(counted, of so many hands) by session of a player among others A and among others B."""
        tables = (self.ab, self.aa) if player == "A" else (self.bb, self.ba)
        return [
            counted([hand for table in session for hand in table if hand[0]], rate)
            for session in zip(*tables, strict=True)
        ]


def counted(hands: list[Any], rate: str) -> tuple[int, int]:
    return sum(happened(row, seat, actions, rate) for _, row, seat, actions in hands), len(hands)


def happened(row: Any, seat: int, actions: Any, rate: str) -> bool:
    if rate == "last":
        return bool(row["loser"] == seat)
    auction, what = rate.split("_")
    if what == "opened":
        return opener(row, actions[auction == "sekans"]) == seat
    took = bool(row[f"{auction}_winner"] == seat)
    return bool(row[f"{auction}_stake_{seat}"] > 0) and took == (what == "won")


def opener(row: Any, actions: list[int]) -> int:
    """The first to stake, turn by turn from the dealer's left."""
    for turn, action in enumerate(actions):
        if action != PASS:
            return int(row["dealer"] + 1 + turn) % int(row["players"])
    return -1


def wilson(counts: list[tuple[int, int]]) -> list[float]:
    """Rate and Wilson limits at the effective number, sessions as clusters (Korn and Graubard)."""
    y, m = np.array(counts, float).T
    p = y.sum() / m.sum()
    n = p * (1 - p) * m.sum() ** 2 / ((y - p * m) ** 2).sum()
    z, sessions = stats.norm.ppf(0.975), len(y)
    n *= (sessions - 1) / sessions * (z / stats.t.ppf(0.975, sessions - 1)) ** 2
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return [p, centre - half, centre + half]


def linearised(counts: list[tuple[int, int]]) -> np.ndarray:
    """By how much each session moves a ratio, times the number of sessions."""
    y, m = np.array(counts, float).T
    return np.asarray((y - y.sum() / m.sum() * m) * len(y) / m.sum())


@pytest.mark.parametrize(
    ("a", "b", "rules", "deals"),
    [(KEEN, SIMPLE, SHORT, 320), (RANDOM, KEEN, POKER, 200), (KEEN, RANDOM, SIX, 80)],
)
def test_the_slow_twin_agrees(a: Player, b: Player, rules: RuleSet, deals: int) -> None:
    asked: dict[str, Any] = {"deals": deals, "first": 40, "seed": 5}
    found, twin = compare(a, b, rules=rules, **asked), Twin(a, b, rules, **asked)
    assert (found.deals, found.first, found.sessions) == (deals, 40, deals // rules.session_deals)
    assert list(found.differences["source"].unique()) == list(match.SOURCES)
    for source, frame in found.differences.groupby("source"):
        told = twin.measures("chips" if source == "all" else str(source))
        assert list(frame["measure"]) == list(told)
        for _, row in frame.iterrows():
            numbers = told[row["measure"]]
            if abs(numbers[3]) < 1e-9:  # circles: a sum of equal numbers, in the twin rounded
                assert source == "circles"
                assert (row["mean"], row["sd"]) == (0, 0)
                continue
            kept = [float(row[name]) for name in ("mean", "low", "high", "sd")]
            assert kept == pytest.approx(numbers, rel=1e-9, abs=1e-9)
            assert row["mean_session"] == pytest.approx(rules.session_deals * row["mean"])
            assert row["n"] == found.sessions
    assert list(found.rates["rate"]) == list(match.RATES)
    for _, row in found.rates.iterrows():
        one, other = (twin.counts(player, row["rate"]) for player in "AB")
        for player, counts in (("a", one), ("b", other)):
            kept = [float(row[f"{player}_{name}"]) for name in ("rate", "low", "high")]
            assert row[f"{player}_n"] == sum(n for n, _ in counts) > 0
            assert kept == pytest.approx(wilson(counts))
        gap = student((linearised(one) - linearised(other)).tolist())
        difference = row["a_rate"] - row["b_rate"]
        assert [row["mean"], row["sd"]] == pytest.approx([difference, gap[3]])
        assert [row["low"], row["high"]] == pytest.approx([difference + x for x in gap[1:3]])


# ---- what must hold -----------------------------------------------------------------------------


def test_players_alike_by_another_name_differ_by_exactly_nothing() -> None:
    found = compare(changed("twin"), "simple", deals=320, parts=True)
    assert found.alike == tuple(PARTS)
    assert found.parts is not None
    for frame in (found.differences, found.parts, found.rates):
        assert (frame["mean"] == 0).all()
        assert (frame["sd"] == 0).all()
        assert frame[["low", "high", "settle"]].isna().all(axis=None)
    assert found.verdict == (
        "no difference: A (twin) and B (simple) came to the same in each of 10 sessions"
    )


def test_a_better_player_is_found_and_changing_places_changes_the_sign() -> None:
    one, other = (compare(*pair, deals=640) for pair in (("simple", RANDOM), (RANDOM, "simple")))
    assert one.difference().low > 0
    assert one.verdict.startswith("A (simple) is better by ")
    assert "chips a deal (" in one.verdict
    assert other.verdict == one.verdict.replace("A (", "B (")
    mirrored = {
        "match": "match",
        "seat": "seat",
        "one_a": "one_b",
        "seat_among_b": "seat_among_a",
    }
    for source in match.SOURCES:
        for measure, twin in mirrored.items():
            here, there = one.difference(measure, source), other.difference(twin, source)
            assert here.mean == -there.mean
            assert (here.mean == 0) == (source == "circles")


def test_sources_add_up_to_all() -> None:
    frame = compare(KEEN, "random", deals=320, seed=2).differences.set_index("source")
    total = frame.loc[["circles", "soket", "sekans", "shedding"]].groupby("measure")["mean"].sum()
    whole = frame.loc["all"].set_index("measure")["mean"]
    for measure in match.MEASURES:
        assert total[measure] == pytest.approx(whole[measure])


def test_chips_are_conserved_in_every_session() -> None:
    made = simcore.rows("poch", players=(KEEN, *["random"] * 3), rules=SHORT, deals=80, rotate=True)
    chips = match.chips_of(made, 4)["all"].sum(axis=1).reshape(10, 8, 4)  # session, deal, rotation
    left = np.sum([made[f"circle_{rank}"] for rank in "789TJQKA"], axis=0).reshape(10, 8, 4)
    assert (chips.sum(axis=1) == -left[:, -1]).all()
    assert (left[:, -1] > 0).any()


def test_the_lone_player_has_every_seat_once() -> None:
    for seats in (3, 5, 8):
        mask = match.lone_hands(seats, seats).reshape(seats, seats)
        assert (mask.sum(axis=0) == 1).all()
        assert (mask.sum(axis=1) == 1).all()
        assert match.lone_hands(1, seats).tolist() == [1] * seats


@pytest.mark.parametrize(
    ("part", "fields"), [("staking", {"soket_open": "pair 9"}), ("shedding", {"lead_run": -8})]
)
def test_a_change_shows_in_its_part_alone(part: str, fields: dict[str, Any]) -> None:
    found = compare(changed("other", **fields), SIMPLE, deals=640, seed=1, parts=True)
    assert found.parts is not None
    parts = found.parts.set_index("part")
    assert parts.loc[part, "mean"] == found.difference("seat_among_b").mean != 0
    (quiet,) = set(PARTS) - {part}
    assert found.alike == (quiet,)
    assert parts.loc[quiet, ["mean", "sd"]].tolist() == [0, 0]


def test_parts_add_up() -> None:
    found = compare("simple", "random", deals=320, seed=2, parts=True)
    assert found.parts is not None
    assert (found.parts["mean"] > 0).all()
    assert found.parts["mean"].sum() == pytest.approx(found.difference("seat_among_b").mean)


def test_whole_sessions_are_played() -> None:
    found = compare("simple", "random", deals=33, first=37, seed=3)
    assert (found.first, found.deals, found.sessions) == (32, 64, 2)
    whole = compare("simple", "random", deals=64, first=32, seed=3)
    pd.testing.assert_frame_equal(found.differences, whole.differences, check_exact=True)


def test_blocks_and_threads_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {"deals": 200, "seed": 4, "rules": SHORT, "parts": True}
    whole = compare(KEEN, "random", threads=1, **asked)
    seen: list[simcore.Progress] = []
    monkeypatch.setattr(match, "BLOCK_DEALS", 70)
    blocks = compare(KEEN, "random", threads=2, on_progress=seen.append, **asked)
    for name in ("differences", "rates", "parts"):
        pd.testing.assert_frame_equal(getattr(whole, name), getattr(blocks, name), check_exact=True)
    done = [progress.deals for progress in seen]
    assert done == sorted(done)
    assert done[-1] == 200
    assert {progress.total for progress in seen} == {200}


def test_players_with_parts_of_others() -> None:
    assert sorted(field for part in PARTS.values() for field in part) == sorted(
        set(Player.model_fields) - {"name"}
    )
    mixed = RANDOM.with_parts(KEEN, ["staking"], "mixed")
    assert (mixed.name, mixed.soket_open, mixed.shedding) == ("mixed", "pair 9", "random")
    assert mixed.same_parts(KEEN) == ["staking"]
    assert mixed.same_parts(RANDOM) == ["shedding"]
    assert mixed.record().dtype == PLAYER


def test_every_field_is_read_by_the_kind_that_plays_by_it() -> None:
    """A field that a kind reads changes its play; one that it does not read changes nothing."""
    tables = [make_rules(bluff=1, session_deals=8, sekans=kind) for kind in (0, 1)]
    other = {
        **dict.fromkeys(SET_FIELDS, "quad A"), **dict.fromkeys(RUN_FIELDS, "run 6 A"),
        **dict.fromkeys(FLUSH_FIELDS, "flush 6 A"),
        "raise_by": 3, "bluff_rate": 0.9, **dict.fromkeys(LEAD_FIELDS, 37),
        "open_chance": 0.9, "margin": 4.0, "raise_chance": 0.3, "raise_share": 3.0, "presumed": 0.1,
    }  # fmt: skip
    for staking, shedding in (("random", "random"), ("holdings", "weighed"), ("chances", "random")):
        player = changed("x", staking=staking, shedding=shedding)

        def played(player: Player) -> Any:
            asked: dict[str, Any] = {"players": player, "deals": 400, "seed": 2, "plays": True}
            return [simcore.rows("poch", rules=rules, **asked)[1] for rules in tables]

        base = played(player)
        for field in sorted({*Player.model_fields} - {"name", *PARTS}):
            value = other.get(field, other.get(field.partition("_")[2]))
            turned = Player.model_validate({**player.model_dump(), field: value})
            differs = not np.array_equal(played(turned), base)
            assert differs == (field in player.reads()), (staking, field)
            unread = unread_differences(player, turned)
            assert (field in sum(unread.values(), ())) != differs


# ---- thresholds in words ------------------------------------------------------------------------


def test_scales_hold_every_holding_of_the_pack() -> None:
    scales = scales_of(RULES["karuzela"])
    sets, runs = scales["soket_see"], scales["sekans_raise"]
    assert (len(sets.words), len(runs.words)) == (3 * 8 + 1, 7 + 6 + 5 + 4 + 3 + 1)
    assert (sets.words[0], sets.words[8], runs.words[0]) == ("pair 7", "triple 7", "run 2 8")
    assert runs.words[-2:] == ("run 6 A", "never")
    assert list(sets.keys) == sorted(set(sets.keys))
    assert scales_of(SIX)["soket_open"].words[0] == "pair 2"
    # what the pack does not have stands where the next holding does
    assert sets.place("triple") == sets.place("triple 7") == sets.place("triple 2") == 8


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("pair Q:triple 8", ("pair Q", "pair K", "pair A", "triple 7", "triple 8")),
        ("never, pair 9,pair A", ("pair 9", "pair A", "never")),
        (["triple", "pair T", "triple 7"], ("pair T", "triple")),
    ],
)
def test_thresholds_in_words(words: Any, values: tuple[str, ...]) -> None:
    assert make_knob("soket_open", words, Player, scales_of(SHORT)).values == values


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("soket_open", "pair A:pair 9", "knob soket_open: the range pair A to pair 9 is empty"),
        ("soket_open", "pair A:run 3", "knob soket_open: 'run 3': a set such as"),
        ("sekans_see", "pair A", "knob sekans_see: 'pair A': a run such as"),
        ("soket_open", " , ", "knob soket_open: no value"),
        ("soket_open", 3, "knob soket_open 3: a range low:high, or words"),
        ("staking", "0:1:1", "knob 'staking' is no number"),
        ("suit_min", "0:1:1", "unknown knob 'suit_min'"),
        ("lead_run", "0:1:0.5", "0.5 is no whole number"),
    ],
)
def test_knobs_refused(name: str, words: Any, message: str) -> None:
    with pytest.raises(ValueError, match="knob") as raised:
        make_knob(name, words, Player, scales_of(SHORT))
    assert message in str(raised.value)


def test_the_present_setting_keeps_its_words() -> None:
    player = changed("mine", soket_raise="triple")
    knobs = make_knobs(
        {"soket_raise": "pair A:triple 8", "raise_by": [2]}, Player, scales_of(SHORT)
    )
    settings = settings_of(player, knobs, [])
    assert [one.values for one in settings] == [
        ("pair A", 2), ("triple", 1), ("triple 7", 2), ("triple 8", 2)
    ]  # fmt: skip
    assert settings[1].player is player


# ---- tuning -------------------------------------------------------------------------------------

# They stake with aces or better, never with less: against them to stay in with less only loses, and
# to leave with aces gives away what triples would have won.
ACES = changed("aces", soket_open="pair A", soket_see="pair A", soket_raise="never")
WAITING = changed("waiting", soket_open="never", soket_see="pair 8", soket_raise="never")
ASKED: dict[str, Any] = {"against": ACES, "deals": 3200, "seed": 1}


def test_a_planted_optimum_is_found_and_settles(tmp_path: Path) -> None:
    words = "pair 8, pair T, pair Q, pair A, quad"
    found = tune(WAITING, {"soket_see": words}, rules=SHORT, rounds=1, **ASKED)
    (one,) = found.rounds
    assert one.settings[one.present] == ("pair 8",)
    assert one.settings[one.best] == one.settings[one.chosen] == ("pair A",)
    assert not one.warnings
    assert one.differences["locked"].low > 0
    assert found.verdict().startswith("better by ")
    assert "chips a deal (" in found.verdict()
    assert found.verdict().endswith(f"{one.differences['locked'].n:,} locked sessions")
    assert found.tuned == WAITING.model_copy(
        update={"name": "waiting tuned", "soket_see": "pair A"}
    )
    path = tmp_path / "waiting tuned.toml"
    path.write_text(as_toml(found.tuned), "utf-8")
    assert load_player(path) == found.tuned


def test_the_curve_against_a_recount() -> None:
    found = tune(WAITING, {"raise_by": [3], "soket_see": ["pair A"]}, rules=SHORT, first=3, **ASKED)
    assert (found.first, found.deals) == (0, 3208)
    sessions = 3208 // 8
    places = part_of(np.arange(sessions))
    curve = found.curve.set_index(["part", "soket_see"])

    def per_session(player: Player) -> np.ndarray:
        made = hands_of(player, ACES, SHORT, deals=3208, seed=1)
        return np.array([mean_of(hands, True, "chips") for hands in made])

    setting = WAITING.model_copy(update={"name": "x", "soket_see": "pair A", "raise_by": 3})
    tuned, base = per_session(setting), per_session(WAITING)
    for place, part in enumerate(SPLIT):
        mine = places == place
        row = curve.loc[(part, "pair A")]
        assert row["deals"] == 8 * mine.sum()
        points = row[["points", "points_low", "points_high"]].tolist()
        assert points == pytest.approx(student(tuned[mine].tolist())[:3])
        gaps = row[["diff", "diff_low", "diff_high"]].tolist()
        assert gaps == pytest.approx(student((tuned - base)[mine].tolist())[:3])
    assert curve.loc[("train", "pair A"), "dealt"] == 4 * 8 * (places == 0).sum()


def test_the_best_at_the_end_of_a_scale_is_not_at_the_edge_of_a_range() -> None:
    for low, warned in (("7", False), ("8", True)):
        knobs = {"soket_open": f"pair {low}, pair A"}
        (one,) = tune("simple", knobs, rules=SHORT, **ASKED).rounds
        assert one.settings[one.best] == (f"pair {low}",)
        assert bool(one.warnings) == warned


def test_a_knob_without_influence() -> None:
    rates = {"bluff_rate": "0:0.4:0.2"}  # the rules do not let one bluff
    found = tune("simple", rates, against="simple", deals=1600, seed=1)
    assert found.verdict() == (
        "no difference shown: all settings came to the same in each of 1,600 deals"
    )
    assert (found.rounds[0].chosen, found.rounds[0].warnings) == (found.rounds[0].present, ())
    assert found.settled
    assert found.curve["diff_low"].isna().all()


def test_rounds_play_deals_of_their_own_against_the_tuned_player() -> None:
    seen: list[simcore.Progress] = []
    found = tune(
        WAITING, {"soket_see": "pair 8, pair A"}, rules=SHORT, rounds=2, on_progress=seen.append,
        **ASKED,
    )  # fmt: skip
    first, second = found.rounds
    assert (first.first, second.first) == (0, 3200)
    assert (first.against, second.against) == (("aces",), ("waiting tuned",))
    assert {progress.total for progress in seen} == {6400}
    assert seen[-1].deals == 6400


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"deals": 0}, "deals 0"),
        ({"deals": 40}, "deals 64, 2 sessions: too few for train, validation, locked from deal 0"),
        ({"rounds": 0}, "rounds 0"),
        ({"first": -1}, "first -1"),
        ({"against": []}, "against \\[\\]: 1 to 12 players"),
        ({"against": ["simple", "simple"]}, "against names 'simple' twice"),
        ({"against": ["club"]}, "unknown player 'club'"),
        ({"name": "simple"}, "name 'simple' is that of a preset"),
        ({"seats": 9}, "seats 9"),
        ({"rules": "isko"}, "isko"),
        ({"knobs": {"raise_by": [0]}}, "raise_by 0"),
        ({"knobs": {"raise_by": [1]}}, "raise_by 1 is the present setting"),
        (
            {"knobs": {"raise_by": "1:2:1", "soket_margin": "0:4:1"}},
            "soket_margin is read by staking = chances only; 'simple' has staking = holdings",
        ),
    ],
)
def test_what_is_refused_before_anything_is_played(
    asked: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "play", None)
    given: dict[str, Any] = {"knobs": {"raise_by": "1:3:1"}, "deals": 3200, **asked}
    with pytest.raises(ValueError, match=message):
        tune("simple", given.pop("knobs"), **given)


# ---- the commands -------------------------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    code = cli.call([*map(str, words)])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert "--json" in words or max(map(len, out.splitlines())) <= 80
    return out


COMPARE = ("compare", "simple", "random", "--game", "poch", "--deals", "100", "--seed", "2")


def test_the_text_of_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, *COMPARE, "--parts", "--seats", "5", "--first", "3")
    found = compare("simple", "random", deals=100, first=3, seed=2, seats=5, parts=True)
    assert text.startswith("A simple, B random\n  128 deals, numbers 0 to 127\n")
    assert "4 sessions of 32 deals, whole ones: 100 deals were asked for\n" in text
    assert "5 players, rules karuzela, seed 2\n" in text
    assert f"\n{found.verdict}\n" in text
    assert f"{found.difference().mean:+.2f}" in text
    assert "10 hands a deal: each of the 5 seats once among others B" in text
    among = found.difference("seat_among_b").mean
    assert f"\nan A in the place of a B, the others B: {among:+.2f} chips a deal (" in text
    assert text.count("n = 4 sessions") == 3


def test_the_json_of_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(said(capsys, *COMPARE, "--rules", "court", "--json", "--quiet"))
    found = compare("simple", "random", deals=100, seed=2, rules="court")
    assert plain["verdict"] == found.verdict
    assert plain["match"]["mean"] == found.difference().mean
    assert [row["low"] for row in plain["rates"]] == list(found.rates["low"])
    assert (plain["rules"], plain["seats"], plain["sessions"]) == ("court", 4, 4)
    assert plain["differences"][6]["low"] is None  # circles
    assert "parts" not in plain


def test_fields_that_neither_reads_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    words = ('name = "mine"', 'like = "expert"', 'soket_open = "pair A"', "raise_by = 3")
    path.write_text("\n".join(words), "utf-8")
    text = said(capsys, "compare", path, "expert", *COMPARE[3:])
    unread = "soket_open, raise_by are not read by staking = chances"
    assert f"alike in shedding no difference in staking: {unread} 128" in " ".join(text.split())
    assert text.count("never differs") > 30
    path.write_text("\n".join((*words, "soket_margin = 3.0")), "utf-8")
    assert f"\n  {unread}\n" in said(capsys, "compare", path, "expert", *COMPARE[3:])
    assert "not read" not in said(capsys, *COMPARE)


def test_a_share_that_cannot_vary_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    found = compare(changed("twin"), "simple", deals=320)
    last = found.rates.set_index("rate").loc["last"]
    assert last["a_rate"] == last["b_rate"] == 0.25
    assert last[["a_low", "a_high", "b_low", "b_high"]].isna().all()
    knobs = ("--knob", "bluff_rate=0:0.4:0.4")
    lines = said(capsys, *TUNE, "simple", *knobs).splitlines()
    (line,) = [line.split() for line in lines if line.startswith("last ")]
    assert line[-3:] == ["25.00", "never", "differs"]


TUNE = ("tune", "--game", "poch", "--seed", "2", "--against", "simple", "--deals", "3_000")


def test_the_text_of_a_tuning_and_its_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("waiting.toml").write_text(as_toml(WAITING), "utf-8")
    knobs = ("--knob", "soket_see=pair 8,pair A", "--knob", "raise_by=1:2:1")
    words = (*knobs, "--out", "mine.toml", "--csv", "curve.csv")
    text = said(capsys, *TUNE, "waiting.toml", *words)
    found = tune(
        WAITING, {"soket_see": "pair 8,pair A", "raise_by": "1:2:1"}, against="simple",
        deals=3000, seed=2, name="mine",
    )  # fmt: skip
    assert text.startswith("waiting: soket_see pair 8 to pair A, 2 values\n")
    assert "3,008 deals a round, in 94 sessions, whole ones: 3,000 deals were asked for" in text
    assert " ".join(found.verdict().split()) in " ".join(text.split())
    assert "sekans opened" in text
    assert load_player(Path("mine.toml")) == found.tuned
    pd.testing.assert_frame_equal(pd.read_csv("curve.csv"), found.curve, check_dtype=False)
    plain = json.loads(said(capsys, *TUNE, "waiting.toml", *knobs, "--json"))
    assert plain["verdict"] == found.verdict()
    assert plain["knobs"] == {"soket_see": ["pair 8", "pair A"], "raise_by": [1, 2]}
    assert (plain["game"], plain["session_deals"], plain["deals"]) == ("poch", 32, 3008)


def test_long_names_of_knobs_go_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    knobs = (
        "--knob",
        "soket_raise_chance=0.7:0.8:0.1",
        "--knob",
        "sekans_raise_chance=0.7:0.8:0.1",
    )
    text = said(capsys, *TUNE, "expert", *knobs)
    assert "\nknob 1 soket_raise_chance, knob 2 sekans_raise_chance\nknob 1  knob 2" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*COMPARE, "--scoring", "plain"), "--scoring is no option of poch"),
        ((*COMPARE[:3], "--deals", "9", "--seats", "4"), "--seats is no option of skat"),
        ((*COMPARE[:3], "--deals", "9", "--game", "bridge"), "unknown game 'bridge'"),
        ((*COMPARE, "--seats", "2"), "seats 2"),
        ((*COMPARE, "--rules", "isko"), "unknown rules 'isko'"),
        (("compare", "simple", *COMPARE[1:2], *COMPARE[3:]), "are the same player 'simple'"),
        ((*TUNE, "simple", "--knob", "raise_by=1:2:1", "--scoring", "plain"), "--scoring is no"),
        ((*TUNE, "simple", "--knob", "soket_open=pear"), "'pear': a set such as"),
        ((*TUNE[:1], *TUNE[3:], "simple", "--knob", "suit_min=5:6:1", "--seats", "3"), "--seats"),
    ],
)
def test_refusals(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.call(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("simcore: ")
    assert message in err
    assert err.count("\n") == 1
