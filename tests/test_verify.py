"""`simcore verify` on Skat: what must hold in every row, and deals told again by plain rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pyarrow.parquet as pq
import pytest

import simcore
from scripts import cli
from scripts.faults.scene import file_sha256
from scripts.retold import tell_again
from scripts.skat_checks import Checks
from scripts.skat_invariants import INVARIANTS, PLAYED
from simcore import Scenario, batch
from simcore.log import from_arrow, to_arrow
from simcore.skat import GAME, RULES
from simcore.skat.rules import KONTRA, PLAY_RAMSCH, SEATS, SKAT_TO
from tests.commands import run_json, run_ok

Rows = np.ndarray
GRAND, NULL, RAMSCH, PASSED_IN = range(4, 8)

HOUSE = RULES["isko"]._replace(all_pass=PLAY_RAMSCH, kontra=2)
BOTH_RED_JACKS = {"forehand": "HJ DJ", "skat": "C7"}
TABLES: dict[str, dict[str, Any]] = {
    "random": {"players": "random"},
    "simple": {"players": "simple"},
    "mixed": {"players": ["random", "simple", "expert"], "rotate": True},
    "later": {"players": "random", "first": 1000},
    "redeals": {"rules": "altenburg", "players": "simple", "rotate": True},
    "known": {"players": "random", "scenario": Scenario(known=BOTH_RED_JACKS)},
    "given": {"players": "random", "rules": "altenburg",
              "scenario": Scenario(deals=[(0x3FF, 0x3FF << 10, 0x3FF << 20, 3 << 30)] * 400)},
    "bidder": {"players": "simple", "scenario": Scenario(bidder=2, bid=40)},
    "overbid": {"players": "random", "scenario": Scenario(declarer=1, contract="H", bid=120)},
    "ouvert": {"players": "random", "scenario": Scenario(
        declarer=0, contract="C", hand=True, announced=["ouvert"])},
    "own base": {"players": "random", "rules": "preisskat", "scenario": Scenario(
        declarer=0, contract="G", hand=True, announced=["ouvert"], bid=24)},
    "null": {"players": "random", "scenario": Scenario(declarer=2, contract="N", bid=23)},
    "null ouvert": {"players": "expert", "scenario": Scenario(
        declarer=2, contract="N", announced=["ouvert"])},
    "put away": {"players": "random", "scenario": Scenario(
        known=BOTH_RED_JACKS, declarer=0, contract="D", discard="DJ C7")},
    "left free": {"players": "random", "scenario": Scenario(declarer=1, hand=True, bid=46)},
    "plain jacks": {"players": "random", "rules": "polish",
                    "scenario": Scenario(declarer=1, contract="S", bid=99)},
    "house": {"players": "random", "rules": HOUSE, "rotate": True},
    "no grand": {"players": "random", "rules": HOUSE._replace(contracts=0b1111)},
    "announced": {"players": "random", "rules": HOUSE._replace(announce_needs_hand=0),
                  "scenario": Scenario(declarer=0, contract="S", announced=["schwarz"])},
    "strict null": {"players": "random", "rules": HOUSE._replace(null_ouvert_needs_hand=1)},
    "dear": {"players": "random", "rules": HOUSE._replace(
        base_hearts=13, loss=3, hand_loss=4, kontra=1, ramsch_durchmarsch=0, ramsch_jungfrau=3)},
}  # fmt: skip


def asked(table: str, **more: Any) -> dict[str, Any]:
    return {"deals": 400, "seed": 2} | TABLES[table] | more


def found(rows: Rows, plays: np.ndarray | None, **settings: Any) -> dict[str, list[int]]:
    """The conditions that some rows break, and the places of these."""
    run = SimpleNamespace(settings=simcore.run_settings(**settings), game=GAME)
    checks = Checks(run)  # type: ignore[arg-type]
    places = dict(checks(to_arrow(GAME, rows), plays))
    return {words: wrong.tolist() for words, wrong in places.items() if len(wrong)}


# ---- nothing is wrong ---------------------------------------------------------------------------


def passes(**settings: Any) -> None:
    rows, plays = simcore.rows(**settings, plays=True)
    assert found(rows, None, **settings) == {}
    assert found(rows, plays, **settings) == {}
    run = SimpleNamespace(settings=simcore.run_settings(**settings), game=GAME)
    told, faults = tell_again(run, rows, plays, range(0, 400, 20))  # type: ignore[arg-type]
    assert (told, faults) == (20, [])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", ["random", "simple", "expert"])
def test_rows_of_every_rule_set_pass(rules: str, players: str) -> None:
    passes(rules=rules, players=players, deals=400, seed=2)


@pytest.mark.parametrize("table", TABLES)
def test_rows_of_every_kind_of_table_pass(table: str) -> None:
    passes(**asked(table))


@pytest.mark.parametrize("skat_to", range(len(SKAT_TO)))
@pytest.mark.parametrize("kontra", range(len(KONTRA)))
def test_rows_under_house_rules_pass(skat_to: int, kontra: int) -> None:
    rules = HOUSE._replace(ramsch_skat=skat_to, kontra=kontra)
    passes(rules=rules, players=["random", "simple", "expert"], rotate=True, deals=400, seed=2)


# ---- one row is wrong ---------------------------------------------------------------------------


class Damage(NamedTuple):
    """What is wrong, at which table, in which row (the first of these), and how it is made so."""

    words: str
    table: str
    chosen: Callable[[Rows], Any]
    change: Callable[[Any], None]


def setting(**values: int) -> Callable[[Any], None]:
    """Sets columns of a row."""

    def change(row: Any) -> None:
        for name, value in values.items():
            row[name] = value

    return change


def adding(**values: int) -> Callable[[Any], None]:
    """Adds to columns of a row."""

    def change(row: Any) -> None:
        for name, value in values.items():
            row[name] = int(row[name]) + value

    return change


def turning(name: str) -> Callable[[Any], None]:
    """Turns yes to no and no to yes."""

    def change(row: Any) -> None:
        row[name] = not row[name]

    return change


def lacking(name: str) -> Callable[[Any], None]:
    """Takes the lowest card out of a set."""

    def change(row: Any) -> None:
        row[name] &= row[name] - 1

    return change


def swapping(one: str, other: str) -> Callable[[Any], None]:
    """Two columns change places."""

    def change(row: Any) -> None:
        row[one], row[other] = int(row[other]), int(row[one])

    return change


def bidding(bid: int) -> Callable[[Any], None]:
    """The declarer plays at another bid."""

    def change(row: Any) -> None:
        row["bid"] = row[f"bid_{SEATS[row['declarer']]}"] = bid

    return change


def two_cards_of(place: int) -> Callable[[Any], None]:
    """The lowest two cards of a seat, counted from the declarer, are put away."""

    def change(row: Any) -> None:
        hand = int(row[f"hand_{SEATS[(row['declarer'] + place) % 3]}"])
        row["discard"] = hand & -hand | (hand & hand - 1) & -(hand & hand - 1)

    return change


def where(*names: str, **values: int) -> Callable[[Rows], Any]:
    """Rows played by a declarer that have marks ("not hand": that have not), and values."""

    def chosen(rows: Rows) -> Any:
        right = rows["declarer"] >= 0
        for name in names:
            right &= rows[name.removeprefix("not ")] != name.startswith("not ")
        for name, value in values.items():
            right &= rows[name] == value
        return right

    return chosen


def nobody(contract: int) -> Callable[[Rows], Any]:
    """Rows without a declarer."""
    return lambda rows: rows["contract"] == contract


def counted(rows: Rows) -> Any:
    """Rows of suit games and Grand."""
    return rows["contract"] <= GRAND


def turned(rows: Rows) -> Any:
    """Rows of a later rotation."""
    return rows["rotation"] == 2


AUCTION = "no auction leads to the bids of the seats"
DISCARD = "discard is not two of the declarer's cards"
NOT_THE_SKAT = "discard of a hand game or Ramsch is not the skat"
SCENARIO = "the game is not that of the scenario"
IMPLIED = "an announcement is not made that another implies"
NEEDS_HAND = "an announcement needs a hand game"
MATADORS = "matadors are not those of the cards"
POINTS = "card_points do not fit discard and tricks"
SCORE = "score is not the value won, or lost by the rules"
SEATS_SCORES = "scores of the seats are not that of the declarer"
RAMSCH_SCORES = "scores of a Ramsch cannot be"
NO_DECLARER = "something of a declarer is set without one"
OF_A_DECLARER = ("hand", "ouvert", "announced_schneider", "announced_schwarz", "kontra", "matadors",
                 "card_points", "tricks", "won", "schneider", "schwarz", "overbid", "value",
                 "score")  # fmt: skip
PUT_AWAY = "the cards put away are not logged as discard"
ONCE = "the cards played are not the others, each once"
NUMBER = "the number of cards played does not fit the game"
DAMAGES = [
    # numbers and cards
    Damage("deal_id is not of the run", "later", where(), setting(deal_id=999)),
    Damage("deal_id is not of the run", "later", where(), setting(deal_id=1400)),
    Damage("rotation is out of order", "mixed", turned, setting(rotation=1)),
    Damage("rotation is out of order", "random", where(), setting(rotation=1)),
    Damage("thrown_in does not fit the rules", "random", where(), setting(thrown_in=1)),
    Damage("thrown_in does not fit the rules", "redeals", where(), setting(thrown_in=1001)),
    Damage("a hand has not ten cards", "random", where(), lacking("hand_middlehand")),
    Damage("the skat has not two cards", "random", where(), lacking("skat")),
    Damage("hands and skat are not different cards", "random", nobody(PASSED_IN),
           lambda row: setting(hand_forehand=row["hand_rearhand"])(row)),
    Damage("the rotations of a deal have not the same cards", "mixed", turned,
           swapping("hand_forehand", "hand_middlehand")),
    Damage("cards known by the scenario are elsewhere", "known", where(),
           swapping("hand_forehand", "hand_middlehand")),
    # the auction
    Damage("there is no such declarer", "random", where(), setting(declarer=3)),
    Damage("there is no such declarer", "random", nobody(PASSED_IN), setting(declarer=-2)),
    Damage("declarer is not the first seat with the highest bid", "random", where(declarer=1),
           setting(declarer=2)),
    Damage("declarer is not the first seat with the highest bid", "random", where(declarer=1),
           lambda row: setting(bid_forehand=row["bid"])(row)),
    Damage("bid is not the highest of the seats", "random", where(bid=20), setting(bid=22)),
    Damage("bid is not the highest of the seats", "random", where(), setting(bid=0)),
    Damage("a bid is none of the rules", "random", where(declarer=0), setting(bid_rearhand=1)),
    Damage("a bid is none of the rules", "plain jacks", where(), bidding(192)),
    Damage(AUCTION, "random", where(bid=18, declarer=0, bid_middlehand=0), bidding(20)),
    Damage(AUCTION, "simple", where(declarer=0, bid_rearhand=20), setting(bid_rearhand=18)),
    Damage(AUCTION, "simple", where(declarer=0, bid_middlehand=20), setting(bid_middlehand=18)),
    Damage(AUCTION, "simple", where(declarer=1, bid_forehand=0, bid_rearhand=0), bidding(20)),
    Damage(AUCTION, "simple", where(declarer=1, bid_forehand=18), setting(bid_forehand=0)),
    Damage(AUCTION, "simple", where(declarer=2, bid_middlehand=0), bidding(48)),
    Damage("declarer or bids are not those of the scenario", "overbid", where(), bidding(121)),
    Damage("declarer or bids are not those of the scenario", "overbid", where(),
           setting(bid_rearhand=18)),
    Damage("declarer or bids are not those of the scenario", "overbid", where(),
           setting(declarer=0, bid_middlehand=0, bid_forehand=120)),
    Damage("a seat bids higher than the scenario lets it", "bidder", where(declarer=2),
           bidding(44)),
    # the game
    Damage("contract is none of the rules", "plain jacks", where(), setting(contract=GRAND)),
    Damage("contract is none of the rules", "random", nobody(PASSED_IN), setting(contract=RAMSCH)),
    Damage("contract does not fit declarer", "random", where(), setting(contract=PASSED_IN)),
    Damage("contract does not fit declarer", "random", nobody(PASSED_IN), setting(contract=0)),
    Damage(SCENARIO, "ouvert", where(), setting(contract=2)),
    Damage(SCENARIO, "ouvert", where(), setting(ouvert=0)),
    Damage(SCENARIO, "left free", where(), setting(hand=0)),
    Damage(SCENARIO, "put away", where(), two_cards_of(0)),
    Damage(DISCARD, "random", where("not hand"), two_cards_of(1)),
    Damage(DISCARD, "random", where("not hand"), lacking("discard")),
    Damage(NOT_THE_SKAT, "random", where("hand"), two_cards_of(0)),
    Damage(NOT_THE_SKAT, "house", nobody(RAMSCH), two_cards_of(0)),
    Damage("Null announces schneider or schwarz", "null", where(), setting(announced_schneider=1)),
    Damage(IMPLIED, "ouvert", where(), setting(announced_schwarz=0)),
    Damage(IMPLIED, "announced", where(), setting(announced_schneider=0)),
    Damage(NEEDS_HAND, "random", where("not hand", contract=GRAND),
           setting(announced_schneider=1)),
    Damage(NEEDS_HAND, "strict null", where("not hand", contract=NULL), setting(ouvert=1)),
    Damage("Null is worth less than its bid", "random", where(contract=NULL), bidding(60)),
    Damage("kontra is none of the rules", "random", where(), setting(kontra=1)),
    Damage("kontra is none of the rules", "dear", where(kontra=1), setting(kontra=2)),
    # the result
    Damage(MATADORS, "random", where(matadors=1), setting(matadors=2)),
    Damage(MATADORS, "random", where(matadors=-2), setting(matadors=-1)),
    Damage(MATADORS, "random", where(matadors=-1), setting(matadors=1)),
    Damage(MATADORS, "random", counted, setting(matadors=0)),
    Damage(MATADORS, "random", counted, setting(matadors=127)),
    Damage(MATADORS, "random", counted, setting(matadors=-128)),
    Damage(MATADORS, "null", where(), setting(matadors=1)),
    Damage(MATADORS, "plain jacks", where(matadors=2), setting(matadors=3)),
    Damage("tricks cannot be so many", "random", counted, setting(tricks=11)),
    Damage("tricks cannot be so many", "null", where(), setting(tricks=2)),
    Damage(POINTS, "random", counted, setting(card_points=121)),
    Damage(POINTS, "random", where("schwarz", tricks=0), adding(card_points=1)),
    Damage(POINTS, "random", where(contract=GRAND, tricks=3), setting(tricks=10)),
    Damage(POINTS, "null", where("won"), adding(card_points=1)),
    Damage("schneider does not fit card_points", "random", counted, turning("schneider")),
    Damage("schneider does not fit card_points", "random", where(card_points=31),
           setting(card_points=30)),
    Damage("schneider does not fit card_points", "null", where(), turning("schneider")),
    Damage("schwarz does not fit tricks", "random", counted, turning("schwarz")),
    Damage("overbid is not that the game is worth less than the bid", "random", counted,
           turning("overbid")),
    Damage("won does not fit card_points, tricks and announcements", "random", where("won"),
           turning("won")),
    Damage("won does not fit card_points, tricks and announcements", "random",
           where("not won", contract=NULL), turning("won")),
    Damage("value is not what the game is worth", "random", where("not overbid"), adding(value=1)),
    Damage("value is not what the game is worth", "overbid", where("overbid"), adding(value=-13)),
    Damage("value is not what the game is worth", "own base", where(), setting(value=360)),
    Damage("value is not what the game is worth", "null ouvert", where(), setting(value=59)),
    Damage(SCORE, "random", where("won"), adding(score=1)),
    Damage(SCORE, "dear", where("not won", "not hand"), adding(score=1)),
    Damage(SCORE, "own base", where("not won"), lambda row: setting(score=2 * row["score"])(row)),
    Damage(SCORE, "house", where(kontra=2), lambda row: setting(score=row["score"] // 2)(row)),
    Damage("score does not fit won", "random", where("won"), turning("won")),
    Damage(SEATS_SCORES, "random", where(declarer=0), adding(score_rearhand=1)),
    Damage(SEATS_SCORES, "random", where(declarer=0), adding(score_forehand=1)),
    Damage(SEATS_SCORES, "random", nobody(PASSED_IN), adding(score_middlehand=1)),
    *(
        Damage(RAMSCH_SCORES, table, nobody(RAMSCH),
               setting(score_forehand=one, score_middlehand=two, score_rearhand=three))
        for table, one, two, three in [
            ("house", -50, -50, -50), ("house", -50, -49, 0), ("house", 0, 0, -32),
            ("house", -481, 0, 0), ("house", 0, 120, -40), ("house", 119, 0, 0),
            ("house", -60, -30, -30), ("dear", 120, 0, 0),
        ]
    ),
    *(Damage(NO_DECLARER, "random", nobody(PASSED_IN), setting(**{name: 1}))
      for name in OF_A_DECLARER),
    Damage(NO_DECLARER, "house", nobody(RAMSCH), setting(tricks=1)),
    Damage("a deal passed in has cards put away", "random", nobody(PASSED_IN), two_cards_of(0)),
    # with the cards played
    Damage(PUT_AWAY, "random", where("not hand"), two_cards_of(0)),
    Damage(PUT_AWAY, "random", where("hand"), turning("hand")),
    Damage(ONCE, "random", where("hand", tricks=5), two_cards_of(0)),
    Damage(NUMBER, "random", where(contract=0), setting(contract=PASSED_IN)),
    Damage(NUMBER, "null", where("not won"), setting(tricks=0)),
]  # fmt: skip


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[Rows, np.ndarray]]:
    """Rows and plays of the tables, each played once."""
    return {name: simcore.rows(**asked(name), plays=True) for name in {d.table for d in DAMAGES}}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: f"{damage.table}: {damage.words}")
def test_a_wrong_row_is_found_and_named(
    damage: Damage, played: dict[str, tuple[Rows, np.ndarray]]
) -> None:
    rows, plays = played[damage.table]
    rows = rows.copy()
    place = int(np.flatnonzero(damage.chosen(rows))[0])
    damage.change(rows[place])
    broken = found(rows, plays, **asked(damage.table))
    assert damage.words in broken
    assert set(map(tuple, broken.values())) == {(place,)}


def test_every_condition_is_seen_to_find_something() -> None:
    assert {damage.words for damage in DAMAGES} == {*INVARIANTS, *PLAYED}


@pytest.mark.parametrize(
    ("contract", "places", "words"),
    [
        (0, {0: 5}, PUT_AWAY),
        (0, {7: 77}, ONCE),
        (0, {31: 255}, NUMBER),
        (NULL, {2: 255}, NUMBER),
        (PASSED_IN, {2: 9}, NUMBER),
    ],
)
def test_wrong_cards_played_are_found(
    contract: int, places: dict[int, int], words: str, played: dict[str, tuple[Rows, np.ndarray]]
) -> None:
    rows, plays = played["random"]
    plays = plays.copy()
    place = int(np.flatnonzero(rows["contract"] == contract)[0])
    for number, card in places.items():
        plays[place, number] = card
    assert found(rows, plays, **asked("random"))[words] == [place]


@pytest.mark.parametrize("table", ["random", "simple", "plain jacks"])
def test_hardly_a_column_can_be_changed_unseen(
    table: str, played: dict[str, tuple[Rows, np.ndarray]]
) -> None:
    """Only points and tricks that come to the same, and bids of others, need the deal again."""
    rows, plays = played[table]
    place = int(np.flatnonzero(where("not won", declarer=1)(rows))[0])
    unseen = {"deal_id", "card_points", "tricks", "bid_forehand", "bid_rearhand"}
    for column in set(rows.dtype.names or ()) - unseen:
        changed = rows.copy()
        changed[column][place] ^= 1
        broken = found(changed, plays, **asked(table)).values()
        assert {wrong for places in broken for wrong in places} == {place}, column


# ---- told again ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (adding(card_points=1), "the tricks give the declarer "),
        (adding(tricks=1), "the tricks give the declarer "),
        (adding(score=1), "settled again it is worth "),
        (setting(bid_rearhand=33), "the bids of the seats give declarer "),
    ],
)
def test_a_deal_that_does_not_follow_from_its_play_is_named(
    change: Callable[[Any], None], words: str, played: dict[str, tuple[Rows, np.ndarray]]
) -> None:
    rows, plays = (part.copy() for part in played["random"])
    run = SimpleNamespace(settings=simcore.run_settings(**asked("random")), game=GAME)
    place = int(np.flatnonzero(where("won", declarer=1, contract=3)(rows))[0])
    change(rows[place])
    told, faults = tell_again(run, rows, plays, range(place - 2, place + 3))  # type: ignore[arg-type]
    assert told == 5
    assert len(faults) == 1
    assert faults[0].startswith(f"deal {place} rotation 0: told again by the rules: {words}")


def test_cards_that_may_not_be_played_are_named(
    played: dict[str, tuple[Rows, np.ndarray]],
) -> None:
    """Somewhere the second card of middlehand would be no answer to the first lead."""
    rows, plays = (part.copy() for part in played["random"])
    run = SimpleNamespace(settings=simcore.run_settings(**asked("random")), game=GAME)
    for row, cards in zip(rows, plays, strict=True):
        hand = int(row["hand_middlehand"])
        mine = [place for place in range(2, 32) if hand >> int(cards[place]) & 1]
        if row["declarer"] != 1 and mine:
            cards[mine[:2]] = cards[mine[:2]][::-1]
    faults = tell_again(run, rows, plays, range(60))[1]  # type: ignore[arg-type]
    assert [fault for fault in faults if "middlehand may not play " in fault]


# ---- the command --------------------------------------------------------------------------------


@pytest.fixture
def sharded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of four shards, with the cards played."""
    monkeypatch.setattr("simcore.jobs.SHARD_DEALS", 64)
    monkeypatch.setattr(batch, "block_deals", lambda *_: 32)
    out = tmp_path / "run"
    assert len(simcore.simulate(deals=250, seed=1, plays=True, out=out).files) == 4
    return out


def damage(folder: Path, shard: int, places: slice, **values: int) -> None:
    """Change the log, and the manifest so that the file looks untouched."""
    run = simcore.open_run(folder)
    path = run.files[shard]
    rows = from_arrow(GAME, pq.read_table(path))
    for name, value in values.items():
        rows[name][places] = value
    pq.write_table(to_arrow(GAME, rows), path, row_group_size=32)
    text = (folder / "manifest.json").read_text("utf-8")
    before = run.manifest["shards"][shard]["sha256"]
    (folder / "manifest.json").write_text(text.replace(before, file_sha256(path)), "utf-8")


def test_what_was_checked_is_told(sharded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "verify", sharded, "--sample", "40")
    assert (found["rows_checked"], found["invariants"]) == (250, len(INVARIANTS | PLAYED))
    assert (found["deals_played_again"], found["deals_told_again"]) == (160, 160)
    text = run_ok(capsys, "verify", sharded)
    assert f"\n        {len(INVARIANTS | PLAYED)} invariants, each in every row\n" in text
    assert "again   250 deals played again and compared\n        250 of them told" in text


def test_a_hundred_deals_of_a_shard_are_told_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    simcore.simulate(deals=777, seed=1, players="random", out=out)
    for sample, told in (("777", 97), ("400", 100), ("90", 90), ("0", 0)):
        found = run_json(capsys, "verify", out, "--sample", sample)
        assert (found["deals_played_again"], found["deals_told_again"]) == (int(sample), told)


def test_faults_in_all_shards_are_named_with_their_rows(
    sharded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(sharded, 1, slice(30, 35), thrown_in=1)
    damage(sharded, 3, slice(2, 3), thrown_in=1)
    assert cli.call(["verify", str(sharded), "--json"]) == 3
    out, err = capsys.readouterr()
    faults = [
        "part-00001.parquet: thrown_in does not fit the rules in 5 rows: deal 94 rotation 0, "
        "deal 95 rotation 0, deal 96 rotation 0, ...",
        "part-00003.parquet: thrown_in does not fit the rules in 1 row: deal 194 rotation 0",
    ]
    assert err.splitlines() == [f"simcore: {fault}" for fault in faults]
    told = json.loads(out)
    assert told["faults"] == faults
    assert (told["rows_checked"], told["deals_played_again"]) == (250, 0)


def test_the_check_stops_at_twenty_faults(
    sharded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for shard in range(4):
        damage(sharded, shard, slice(0, 64), skat=0, declarer=2, value=-1, score_forehand=5)
    assert cli.call(["verify", str(sharded)]) == 3
    out, err = capsys.readouterr()
    assert "faults  20, and the check stopped there" in out
    assert err.count("\n") == 20
    assert {line.split(":")[1] for line in err.splitlines()} == {
        " part-00000.parquet", " part-00001.parquet"
    }  # fmt: skip


def test_deals_that_differ_are_named_in_every_shard(
    sharded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for shard in (0, 2):  # another card point or two: the row holds all the same
        rows = from_arrow(GAME, pq.read_table(simcore.open_run(sharded).files[shard]))
        place = int(np.flatnonzero(rows["card_points"] == 70)[0])
        damage(sharded, shard, slice(place, place + 1), card_points=71)
    assert cli.call(["verify", str(sharded)]) == 3
    err = capsys.readouterr().err
    assert err.count("card_points is 71 in the log, 70 played again") == 2
    assert [line.split(":")[1] for line in err.splitlines()] == [
        " part-00000.parquet", " part-00002.parquet"
    ]  # fmt: skip
