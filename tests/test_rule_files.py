"""Rule sets from TOML files: every field, every fault in one line, and runs with a user's rules."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore
from scripts import cli
from simcore import batch, cards, jobs, skat
from simcore.checks import cut
from simcore.skat import RULES, RuleSet
from simcore.skat.rule_files import named_rules
from simcore.skat.rules import ALL_PASS, BOCK, KONTRA, SKAT_TO

ISKO = RULES["isko"]
SWITCHES = ("jacks_trump", "announce_needs_hand", "null_ouvert_needs_hand")
WORDS = {"all_pass": ALL_PASS, "ramsch_skat": SKAT_TO, "kontra": KONTRA}
SETS = {"contracts": tuple("DHSCGN"), "bock": BOCK}

Rows = npt.NDArray[np.void]


def written(path: Path, text: str | bytes) -> Path:
    """A rules file with this content."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return path


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    """Where a test may write its rules, in a folder of their own."""
    (tmp_path / "rules").mkdir()
    return tmp_path / "rules" / "my.toml"


# ---- what a file may say -----------------------------------------------------------------------

SAID: list[tuple[str, str, dict[str, int]]] = [
    ("isko", "", {}),
    ("polish", "", {}),
    ("altenburg1927", "loss = 3", {"loss": 3}),
    ("polish", "jacks_trump = true", {"jacks_trump": 1}),
    ("polish", "jacks_trump = 1", {"jacks_trump": 1}),
    ("isko", 'jacks_trump = false\ncontracts = "DHSCN"', {"jacks_trump": 0, "contracts": 0b101111}),
    ("isko", 'contracts = "DHSC"', {"contracts": 0b1111}),
    ("isko", 'contracts = " G C "', {"contracts": 0b11000}),
    ("isko", 'contracts = "D H S C"', {"contracts": 0b1111}),
    ("isko", 'contracts = ["C", "N"]', {"contracts": 0b101000}),
    ("isko", "contracts = 31", {"contracts": 31}),
    ("polish", 'contracts = "DHSCGN"\njacks_trump = true\ngrand_base = 20\nnull = 20\n'
     "null_hand = 30\nnull_ouvert = 40\nnull_ouvert_hand = 60",
     {"contracts": 63, "jacks_trump": 1, "grand_base": 20, "null": 20, "null_hand": 30,
      "null_ouvert": 40, "null_ouvert_hand": 60}),
    ("isko", "base_diamonds = 7", {"base_diamonds": 7}),
    ("isko", "base_hearts = 0x10", {"base_hearts": 16}),
    ("isko", "base_spades = 1", {"base_spades": 1}),
    ("isko", "base_clubs = 100", {"base_clubs": 100}),
    ("isko", 'base_clubs = 0\ncontracts = "DHSG"', {"base_clubs": 0, "contracts": 0b10111}),
    ("isko", "grand_base = 20", {"grand_base": 20}),
    ("isko", "grand_ouvert_base = 36", {"grand_ouvert_base": 36}),
    ("altenburg", "grand_ouvert_base = 0", {"grand_ouvert_base": 0}),
    ("isko", "announce_needs_hand = false", {"announce_needs_hand": 0}),
    ("isko", "null_ouvert_needs_hand = true", {"null_ouvert_needs_hand": 1}),
    ("isko", "hand_loss = 1", {"hand_loss": 1}),
    ("altenburg", 'all_pass = "pass_in"', {"all_pass": 0}),
    ("isko", 'all_pass = "redeal"', {"all_pass": 1}),
    ("isko", 'all_pass = "ramsch"', {"all_pass": 2}),
    ("isko", "all_pass = 2", {"all_pass": 2}),
    ("isko", 'ramsch_skat = "loser"', {"ramsch_skat": 1}),
    ("isko", 'ramsch_skat = "nobody"', {"ramsch_skat": 2}),
    ("isko", "ramsch_jungfrau = 1", {"ramsch_jungfrau": 1}),
    ("isko", "ramsch_durchmarsch = 0", {"ramsch_durchmarsch": 0}),
    ("isko", 'kontra = "kontra"', {"kontra": 1}),
    ("isko", 'kontra = "re"', {"kontra": 2}),
    ("isko", "bock = []", {"bock": 0}),
    ("isko", 'bock = ["60-60"]', {"bock": 1}),
    ("isko", 'bock = ["kontra", "grand_hand", "kontra"]', {"bock": 6}),
    ("isko", "bock = 7", {"bock": 7}),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "text", "changes"), SAID, ids=[text for _, text, _ in SAID])
def test_a_file_says_what_is_different(
    preset: str, text: str, changes: dict[str, int], toml: Path
) -> None:
    written(toml, f'preset = "{preset}"\n{text}\n')
    wanted = RULES[preset]._replace(**changes)
    for path in (toml, str(toml)):
        assert named_rules(path) == ("my", wanted)
        assert skat.load_rules(path) == wanted
    assert all(type(number) is int for number in skat.load_rules(toml))
    assert skat.describe_rules(toml) == {"name": "my", **wanted._asdict()}


def test_every_field_can_be_said() -> None:
    assert {field for _, _, changes in SAID for field in changes} == set(RuleSet._fields)


@pytest.mark.parametrize("preset", RULES)
def test_a_preset_alone_is_that_preset(preset: str, toml: Path) -> None:
    written(toml, f'name = "{preset}"\npreset = "{preset}"')
    assert named_rules(toml) == (preset, RULES[preset])
    assert skat.load_rules(preset) is RULES[preset]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("club evening", "x.toml"), ("A", "x.toml"), ("Wörlitz+2.0_neu - spät", "x.toml"),
        ("0", "x.toml"), ("скат", "x.toml"), ("n" * 40, "x.toml"), ("custom", "x.toml"),
        (None, "Stammtisch am Freitag.toml"), (None, "a.b.toml"),
    ],
)  # fmt: skip
def test_the_name_is_given_or_that_of_the_file(name: str | None, file: str, tmp_path: Path) -> None:
    said = "" if name is None else f"name = {json.dumps(name, ensure_ascii=False)}\n"
    path = written(tmp_path / file, f'{said}preset = "isko"\nloss = 3\n')
    assert named_rules(path) == (name or file.removesuffix(".toml"), ISKO._replace(loss=3))


@pytest.mark.parametrize(
    "content",
    [
        b'\xef\xbb\xbfpreset = "isko"\nloss = 3\n',
        b'preset = "isko"\r\nloss = 3\r\n',
        b'# loss = 4\n\n  preset   =  \'isko\'  # "polish"\n\t"loss"=+3',
        b'preset = """isko"""\nloss = 0b11',
    ],
    ids=["BOM", "CRLF", "comments", "other spellings"],
)
def test_files_as_editors_write_them(content: bytes, toml: Path) -> None:
    assert skat.load_rules(written(toml, content)) == ISKO._replace(loss=3)


# ---- faults ------------------------------------------------------------------------------------

DEEP = 2_000  # levels of a dotted key
WHOLE_FILES: list[tuple[str, str | bytes, str]] = [
    ("empty", "", r"preset is missing: .* preset = \"isko\" \(isko, online, "),
    ("blank", " \n\n# nothing\n", "preset is missing"),
    ("no preset", "loss = 3", "preset is missing"),
    ("preset unknown", 'preset = "iskoo"', "preset 'iskoo': one of isko, online, altenburg, "),
    ("preset in capitals", 'preset = "Isko"', "preset 'Isko': one of isko"),
    ("preset a number", "preset = 1", "preset 1: one of isko"),
    ("preset a list", 'preset = ["isko"]', r"preset \['isko'\]: one of isko"),
    ("preset a table", "[preset]\nisko = 1", r"preset \{'isko': 1\}: one of isko"),
    ("Latin 1", 'preset = "spät"'.encode("latin-1"), "is not TOML: 'utf-8' codec"),
    ("surrogate", 'preset = "\ud800"', "is not TOML: 'utf-8' codec"),
    ("two BOMs", "\ufeff\ufeff", "is not TOML: "),
]  # fmt: skip
FIELDS: list[tuple[str, str, str]] = [
    ("unknown field", "grand = 20", "unknown field 'grand': one of preset, name, .*grand_base, "),
    ("unknown table", "[rules]\nloss = 3", "unknown field 'rules': one of preset"),
    ("dotted key", "isko.loss = 3", "unknown field 'isko': one of preset"),
    ("field in capitals", "Loss = 3", "unknown field 'Loss': one of preset"),
    ("empty key", '"" = 3', "unknown field '': one of preset"),
    ("key of two lines", '"a\\nb" = 3', r"unknown field 'a\\nb': one of preset"),
    ("huge key", f"{'k' * 9999} = 3", "unknown field 'kkk.*kkk': one of preset"),
    ("too low", "loss = 0", "loss 0: a whole number from 1 to 10"),
    ("below 0", "hand_loss = -1", "hand_loss -1: a whole number from 1 to 10"),
    ("too high", "base_clubs = 101", "base_clubs 101: a whole number from 1 to 100"),
    ("base 0", "base_hearts = 0", "base_hearts 0: a whole number from 1 to 100"),
    ("grand_base 0", "grand_base = 0", "grand_base 0: a whole number from 1 to 100"),
    ("null 0", "null = 0", "null 0: a whole number from 1 to 100"),
    ("ouvert base", "grand_ouvert_base = -36", "grand_ouvert_base -36: a whole number from 0 to"),
    ("jungfrau 0", "ramsch_jungfrau = 0", "ramsch_jungfrau 0: a whole number from 1 to 10"),
    ("durchmarsch", "ramsch_durchmarsch = 1001", "ramsch_durchmarsch 1001: a whole number from 0"),
    ("2**63", "null_hand = 9223372036854775808", "null_hand 9223372036854775808: a whole number"),
    ("huge", f"loss = 0x{'f' * 9999}", "loss <int>: a whole number from 1 to 10"),
    ("4,301 digits", f"loss = {'9' * 4301}", "is not TOML: "),
    ("float", "loss = 2.0", "loss 2.0: a whole number from 1 to 10"),
    ("nan", "loss = nan", "loss nan: a whole number"),
    ("string", 'grand_base = "24"', "grand_base '24': a whole number from 1 to 100"),
    ("boolean", "loss = true", "loss True: a whole number from 1 to 10"),
    ("date", "loss = 2024-02-29", r"loss datetime.date\(2024, 2, 29\): a whole number from 1"),
    ("nested table", "[loss]\nhand = 1", r"loss \{'hand': 1\}: a whole number from 1 to 10"),
    ("deep table", f"loss.{'a.' * DEEP}a = 1", r"loss (<dict>|\{'a'.*\}\}): a whole number"),
    ("deep list", f"loss = {'[' * 9999}{']' * 9999}", "is not TOML: "),
    ("switch as word", 'jacks_trump = "yes"', "jacks_trump 'yes': true or false"),
    ("switch as float", "announce_needs_hand = 0.0", "announce_needs_hand 0.0: true or false"),
    ("switch 2", "null_ouvert_needs_hand = 2", "null_ouvert_needs_hand 2: a whole number from 0"),
    ("word unknown", 'all_pass = "pass"', "all_pass 'pass': one of pass_in, redeal, ramsch"),
    ("word in capitals", 'kontra = "Re"', "kontra 'Re': one of off, kontra, re"),
    ("word as boolean", "kontra = true", "kontra True: one of off, kontra, re"),
    ("word as list", 'ramsch_skat = ["loser"]', "ramsch_skat .*: one of last_trick, loser, nobody"),
    ("word as date", "all_pass = 2024-02-29", "all_pass .*: one of pass_in, redeal, ramsch"),
    ("word 3", "all_pass = 3", "all_pass 3: a whole number from 0 to 2"),
    ("huge word", f'all_pass = "{"x" * 9999}"', "all_pass 'xxx.*xxx': one of pass_in, redeal"),
    ("contracts in small", 'contracts = "dhsc"', "contracts 'd': any of D, H, S, C, G, N"),
    ("contracts with commas", 'contracts = "D,H"', "contracts ',': any of D, H, S, C, G, N"),
    ("contracts by name", 'contracts = ["Clubs"]', "contracts 'Clubs': any of D, H, S, C, G, N"),
    ("Ramsch a contract", 'contracts = "DHSCGR"', "contracts 'R': any of D, H, S, C, G, N"),
    ("no contracts", 'contracts = ""', "contracts '': such as .DHSC., any of D, H, S, C, G, N"),
    ("empty contracts", "contracts = []", r"contracts \[\]: such as .DHSC., any of D, H, S, C"),
    ("contracts 0", "contracts = 0", "contracts 0: a whole number from 1 to 63"),
    ("contracts 64", "contracts = 64", "contracts 64: a whole number from 1 to 63"),
    ("contracts below 0", "contracts = -1", "contracts -1: a whole number from 1 to 63"),
    ("contracts a float", "contracts = 1.5", "contracts 1.5: such as .DHSC., any of D, H, S, C"),
    ("contracts a table", "[contracts]\nD = 1", "contracts .*: such as .DHSC., any of D, H, S"),
    ("contracts numbers", "contracts = [0, 1]", "contracts 0: any of D, H, S, C, G, N"),
    ("bock one word", 'bock = "60-60"', "bock '60-60': a list of any of 60-60, grand_hand, kontra"),
    ("bock unknown", 'bock = ["lost"]', "bock 'lost': any of 60-60, grand_hand, kontra"),
    ("bock in lists", 'bock = [["60-60"]]', r"bock \['60-60'\]: any of 60-60, grand_hand, kontra"),
    ("bock 8", "bock = 8", "bock 8: a whole number from 0 to 7"),
    ("Null alone", 'contracts = "N"', "contracts 32: no suit game and no Grand among them"),
    ("plain jacks", "jacks_trump = false", "jacks_trump 0: a Grand would have no trumps"),
    ("plain jacks, Ramsch", 'jacks_trump = false\ncontracts = "D"\nall_pass = "ramsch"',
     "jacks_trump 0: a Ramsch would have no trumps; pass in or redeal"),
    ("too dear", 'base_clubs = 100\nloss = 10\nkontra = "re"',
     r"scores up to 76000 do not fit the log \(32767 at most\): smaller base values, loss or "),
    ("a name of two lines", 'name = "a\\nb"', r"name 'a\\nb': letters, digits, blanks and . \+"),
    ("no name", 'name = ""', "name '': letters, digits"),
    ("blank first", 'name = " a"', "name ' a': letters, digits"),
    ("41 letters", f'name = "{"n" * 41}"', "name 'nnn.*nnn': letters, digits, .* 40 at most"),
    ("a path as name", 'name = "../x"', r"name '\.\./x': letters, digits"),
    ("quotes in a name", """name = "it's" """, 'name "it\'s": letters, digits'),
    ("NUL in a name", 'name = "a\\u0000"', r"name 'a\\x00': letters, digits"),
    ("a turned name", 'name = "a\\u202Eb"', r"name 'a\\u202eb': letters, digits"),
    ("a number as name", "name = 7", "name 7: letters, digits"),
    ("name of a preset", 'name = "online"\nloss = 3',
     "name 'online' is that of a preset with other rules: give it another"),
    ("duplicate key", "loss = 3\nloss = 3", r"is not TOML: Cannot overwrite a value \("),
    ("duplicate preset", 'preset = "isko"', r"is not TOML: Cannot overwrite a value \("),
    ("duplicate table", f"[{'a' * 9999}]\n[{'a' * 9999}]", r"is not TOML: Cannot declare .* twice"),
    ("no value", "loss =", "is not TOML: Invalid value"),
    ("no quotes", "all_pass = redeal", r"is not TOML: Invalid value \(at line 2, column 12\)"),
    ("no date", "loss = 2024-02-30", "is not TOML: Invalid date"),
    ("NUL", "loss = 3\0", "is not TOML: "),
    ("prose", "Grand is worth 20 here.", "is not TOML: "),
]  # fmt: skip
NOT_SAID = WHOLE_FILES + [(name, f'preset = "isko"\n{text}', why) for name, text, why in FIELDS]


def message_of(rules: str | Path) -> str:
    """What `load_rules` says of rules it refuses, the same as a run does: one line."""
    with pytest.raises(ValueError, match="rules ") as refused:
        skat.load_rules(rules)
    message = str(refused.value)
    with pytest.raises(ValueError, match="rules ") as again:
        simcore.rows(rules=rules, deals=1)
    assert str(again.value) == message
    assert message.isprintable()
    return message


def said_by(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """The one line the command line complains with, exit code 2; nothing else is printed."""
    assert cli.call([str(word) for word in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def refused_everywhere(rules: str | Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The message of rules that are refused, in Python and on the command line."""
    message, before = message_of(rules), sorted(folder.rglob("*"))
    line = f"simcore: {' '.join(message.split())}\n"
    out = folder / "run"
    play = ("run", "--out", out, "--deals", "10", "--seed", "1", "--rules", rules)
    assert said_by(capsys, *play) == line
    assert said_by(capsys, *SCORE, "--rules", rules) == line
    assert sorted(folder.rglob("*")) == before
    return message


SCORE = (
    "score", "--contract", "G", "--matadors", "1", "--bid", "18", "--points", "61", "--tricks", "6"
)  # fmt: skip


@pytest.mark.parametrize(
    ("content", "why"),
    [(content, why) for _, content, why in NOT_SAID],
    ids=[name for name, _, _ in NOT_SAID],
)
def test_faults_are_named_in_one_line(
    content: str | bytes,
    why: str,
    toml: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    message = refused_everywhere(written(toml, content), tmp_path, capsys)
    place = f"rules {str(toml)!r}"
    assert message.startswith((f"{place}: ", f"{place} is not TOML: "))
    assert re.search(why, message)
    assert len(message.replace(str(toml), "my.toml")) < 400


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("gone.toml", "no such file; one of isko, online, .* or path of a TOML file"),
        ("folder.toml", "no such file; one of isko"),
        ("folder.toml/x.toml", "no such file; one of isko"),
        ("isko.json", "one of isko, online, .* or path of a TOML file"),
        ("", "one of isko"),
        (" isko", "one of isko"),
        ("ISKO", "one of isko"),
        (".toml", "one of isko"),
        (f"{'n' * 300}.toml", "no such file; one of isko"),
        ("a\udc80b.toml", "no such file; one of isko"),
    ],
    ids=lambda words: words[:12].encode("ascii", "replace").decode(),
)
def test_rules_that_are_not_there(
    rules: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "folder.toml").mkdir()
    written(tmp_path / "isko.json", 'preset = "isko"')
    monkeypatch.chdir(tmp_path)
    message = refused_everywhere(rules, tmp_path, capsys)
    named = re.escape(cut(repr(rules), 120))
    assert re.match(f"unknown rules {named}: {why}", message)


def test_rules_with_a_nul_in_their_name() -> None:
    assert message_of("a\0.toml").startswith(r"unknown rules 'a\x00.toml': no such file")


def test_a_file_that_cannot_be_read(
    toml: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rights of a file do not bind every user, so reading fails here by itself."""
    written(toml, 'preset = "isko"')

    def refuse(*_: Any, **__: Any) -> str:
        raise PermissionError(13, "Permission denied", str(toml))

    monkeypatch.setattr(Path, "read_text", refuse)
    assert message_of(toml) == f"rules {str(toml)!r} cannot be read: Permission denied"


@pytest.mark.parametrize("name", ["isko", "a (b)", "n" * 41, "..x"])
def test_a_file_whose_own_name_will_not_do(name: str, tmp_path: Path) -> None:
    """The name of a file is the name of its rules, unless it gives one."""
    path = written(tmp_path / f"{name}.toml", 'preset = "isko"\nloss = 3')
    assert message_of(path).startswith(f"rules {str(path)!r}: name {name[:9]!r}"[:-1])
    written(path, 'preset = "isko"\nloss = 3\nname = "club"')
    assert named_rules(path) == ("club", ISKO._replace(loss=3))


# ---- the ladder --------------------------------------------------------------------------------

ISKO_BIDS = [
    18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72,
    77, 80, 81, 84, 88, 90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144,
    150, 153, 154, 156, 160, 162, 165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264,
]  # fmt: skip
PRIZE_BIDS = [*ISKO_BIDS[:-1], 252, 288, 324, 360]
SUIT_BASES = (9, 10, 11, 12)


POLISH_WITH_JACKS = [153, 160, 162, 170, 176, 187, 192, 198, 204, 216]  # levels 16 to 18


def multiples(bases: tuple[int, ...], levels: range) -> list[int]:
    return sorted({base * level for base in bases for level in levels})


@pytest.mark.parametrize(
    ("preset", "bids", "number"),
    [
        ("isko", ISKO_BIDS, 63),
        ("online", ISKO_BIDS, 63),
        ("altenburg", PRIZE_BIDS, 66),
        ("preisskat", PRIZE_BIDS, 66),
        ("altenburg1927", sorted({*PRIZE_BIDS, 200} - {240}), 66),
        ("polish", multiples(SUIT_BASES, range(2, 16)), 47),
    ],
)
def test_the_ladder_of_every_preset(preset: str, bids: list[int], number: int, toml: Path) -> None:
    assert list(skat.legal_bids(preset)) == bids
    assert len(bids) == number
    assert skat.legal_bids(written(toml, f'preset = "{preset}"')) == skat.legal_bids(preset)


HOUSE_RULES = (
    "loss = 3", "hand_loss = 1", 'all_pass = "redeal"', 'all_pass = "pass_in"', "ramsch_skat = 1",
    "ramsch_jungfrau = 1", "ramsch_durchmarsch = 0", 'kontra = "re"', 'bock = ["60-60", "kontra"]',
)  # fmt: skip


@pytest.mark.parametrize("preset", RULES)
@pytest.mark.parametrize("line", HOUSE_RULES)
def test_house_rules_leave_the_ladder(preset: str, line: str, toml: Path) -> None:
    rules = written(toml, f'preset = "{preset}"\n{line}')
    assert skat.legal_bids(rules) == skat.legal_bids(preset)


@pytest.mark.parametrize(
    ("text", "gone", "new"),
    [
        ('preset = "isko"\nannounce_needs_hand = false', [], []),
        ('preset = "isko"\nall_pass = "ramsch"', [], []),
        ('preset = "isko"\ngrand_base = 20', [240, 264], [200, 220]),
        ('preset = "isko"\ngrand_ouvert_base = 36', [264], [252, 288, 324, 360]),
        ('preset = "isko"\ncontracts = "DHSCG"', [23, 35, 46, 59], []),
        ('preset = "isko"\ncontracts = "DHSCN"', [240, 264], []),
        ('preset = "isko"\nnull = 21', [23], [21]),
        ('preset = "isko"\nnull_ouvert_needs_hand = true', [46], []),
        ('preset = "isko"\nnull_ouvert_needs_hand = true\nnull_hand = 46', [35], []),
        ('preset = "preisskat"\nannounce_needs_hand = false', [], []),  # 6 x 36 is 18 x 12
        (
            'preset = "preisskat"\nannounce_needs_hand = false\ngrand_ouvert_base = 37',
            [252, 288, 324, 360],
            [222, 259, 296, 333, 370],
        ),
        ('preset = "polish"\njacks_trump = true', [], POLISH_WITH_JACKS),
    ],
)
def test_the_ladder_follows_the_rules(
    text: str, gone: list[int], new: list[int], toml: Path
) -> None:
    before = skat.legal_bids(text.split('"')[1])
    after = skat.legal_bids(written(toml, text))
    assert sorted(set(before) - set(after)) == sorted(gone)
    assert sorted(set(after) - set(before)) == sorted(new)


# ---- what the doubtful points do ---------------------------------------------------------------

FACTS: dict[str, Any] = {"bid": 18, "points": 61, "tricks": 6}


def rows_of(toml: Path, text: str, players: str = "random", deals: int = 500) -> Rows:
    """Deals played by a file's rules."""
    made: Rows = simcore.rows(rules=written(toml, text), players=players, deals=deals, seed=11)
    return made


def test_grand_at_20(toml: Path) -> None:
    rules = written(toml, 'preset = "isko"\ngrand_base = 20')
    assert skat.settle(1, "G", rules=rules, **FACTS).score == 40
    assert skat.settle(1, "G", **FACTS).score == 48
    rows = rows_of(toml, 'preset = "isko"\ngrand_base = 20')
    assert set(rows["value"][rows["contract"] == 4] % 20) == {0}


def test_null_ouvert_only_from_the_hand(toml: Path) -> None:
    strict = 'preset = "isko"\nnull_ouvert_needs_hand = true'
    rules = written(toml, strict)
    ouvert: dict[str, Any] = {"bid": 18, "announced": "ouvert"}
    with pytest.raises(ValueError, match="Null ouvert: this announcement needs a hand game"):
        skat.check_declaration("N", rules=rules, **ouvert)
    skat.check_declaration("N", rules=rules, hand=True, **ouvert)
    skat.check_declaration("N", **ouvert)
    for text, with_skat in ((strict, 0), ('preset = "isko"', 1)):
        rows = rows_of(toml, text, deals=2_000)
        found = (rows["contract"] == 5) & rows["ouvert"]
        assert np.any(found & rows["hand"])
        assert np.any(found & ~rows["hand"]) == with_skat


def test_a_forced_hand_game_is_no_null_below_the_bid() -> None:
    """Where Null counts less from the hand than with the skat."""
    rules = ISKO._replace(null=50, null_hand=20)
    for bid in (24, 48):
        game = simcore.Scenario(declarer=0, hand=True, bid=bid)
        rows = simcore.rows(rules=rules, deals=2_000, seed=1, scenario=game)
        assert not np.any(rows["overbid"] & (rows["contract"] == 5))


def test_jacks_given_back_to_the_polish_game(toml: Path) -> None:
    text = 'preset = "polish"\njacks_trump = true'
    rules = written(toml, text)
    assert skat.legal_bids(rules) == tuple(multiples(SUIT_BASES, range(2, 19)))
    assert skat.legal_bids(rules)[-1] == 18 * 12
    everything: dict[str, Any] = {
        "hand": True,
        "announced": "ouvert",
        "bid": 18,
        "points": 120,
        "tricks": 10,
    }
    assert skat.settle(11, "C", rules=rules, **everything).level == 18
    assert skat.settle(8, "C", rules="polish", **everything).level == 15
    with pytest.raises(ValueError, match="matadors 9: a whole number from -8 to 8"):
        skat.settle(9, "C", rules="polish", **FACTS)
    jack, ace, seven = (cards.parse(code) for code in ("DJ", "CA", "D7"))
    assert skat.trick_winner([ace, jack, seven], "C", rules) == 1
    assert skat.trick_winner([ace, jack, seven], "C", "polish") == 0
    assert skat.legal_cards(jack | seven, ace, "C", rules) == jack
    assert skat.legal_cards(jack | seven, ace, "C", "polish") == jack | seven
    twelve = cards.parse("CJ SJ HJ DJ CA D7 D8 D9 H7 H8 S7 S8")
    assert skat.score(twelve, "C", rules=rules, **FACTS).matadors == 5
    assert skat.score(twelve, "C", rules="polish", **FACTS).matadors == 1
    for players in ("random", "simple"):
        assert set(rows_of(toml, text, players)["contract"]) <= {0, 1, 2, 3, 7}


def test_announcements_with_the_skat(toml: Path) -> None:
    text = 'preset = "isko"\nannounce_needs_hand = false'
    rules = written(toml, text)
    asked: dict[str, Any] = {"bid": 18, "points": 90, "tricks": 8, "announced": "schneider"}
    assert skat.settle(1, "C", rules=rules, **asked).score == 4 * 12
    assert skat.settle(1, "C", rules=rules, **{**asked, "points": 89}).score == -2 * 4 * 12
    with pytest.raises(ValueError, match="Clubs schneider: this announcement needs a hand game"):
        skat.settle(1, "C", **asked)
    for wanted, said in ((True, text), (False, 'preset = "isko"')):
        rows = rows_of(toml, said)
        assert np.any(rows["announced_schneider"] & ~rows["hand"]) == wanted


@pytest.mark.parametrize(("loss", "hand_loss"), [(2, 1), (1, 2), (3, 1), (1, 1)])
def test_factors_of_lost_games(loss: int, hand_loss: int, toml: Path) -> None:
    text = f'preset = "isko"\nloss = {loss}\nhand_loss = {hand_loss}'
    rows = rows_of(toml, text)
    lost = (rows["declarer"] >= 0) & ~rows["won"]
    for hand, factor in ((False, loss), (True, hand_loss)):
        chosen = rows[lost & (rows["hand"] == hand)]
        assert len(chosen) > 20
        assert np.array_equal(chosen["score"], -factor * chosen["value"])
    lost_game = {**FACTS, "points": 60}
    for contract, matadors in (("C", 1), ("N", 0)):
        for hand, factor in ((False, loss), (True, hand_loss)):
            result = skat.settle(matadors, contract, rules=toml, hand=hand, **lost_game)
            assert result.score == -factor * result.value


def test_what_follows_when_all_pass(toml: Path) -> None:
    nobody_says = (0, 0, 0)
    for word in ALL_PASS:
        rows = rows_of(toml, f'preset = "isko"\nall_pass = "{word}"')
        assert skat.auction(nobody_says, toml).then == word
        nobody = rows["declarer"] < 0
        assert np.any(nobody) == (word != "redeal")
        assert np.any(rows["thrown_in"] > 0) == (word == "redeal")
        assert set(rows["contract"][nobody]) <= {6 if word == "ramsch" else 7}
        assert np.any(rows["score_forehand"][nobody]) == (word == "ramsch")


def test_kontra_and_re(toml: Path) -> None:
    for most, word in enumerate(KONTRA):
        rows = rows_of(toml, f'preset = "isko"\nkontra = "{word}"')
        assert set(rows["kontra"]) == set(range(most + 1))


def test_ramsch_as_the_file_says(toml: Path) -> None:
    """Forehand 60 points and the last trick, rearhand without a trick; ten in the skat."""
    seats: dict[str, Any] = {"skat_points": 10, "last_trick": 0}
    expected = {
        'ramsch_skat = "last_trick"': (-2 * 70, 0, 0),
        'ramsch_skat = "loser"\nramsch_jungfrau = 3': (-3 * 70, 0, 0),
        'ramsch_skat = "nobody"\nramsch_jungfrau = 1': (-60, 0, 0),
    }
    for text, scores in expected.items():
        rules = written(toml, f'preset = "isko"\n{text}')
        assert skat.ramsch_scores((60, 50, 0), (6, 4, 0), rules=rules, **seats) == scores
    for gain, scores in ((120, (120, 0, 0)), (0, (-480, 0, 0))):
        rules = written(toml, f'preset = "isko"\nramsch_durchmarsch = {gain}')
        assert skat.ramsch_scores((110, 0, 0), (10, 0, 0), rules=rules, **seats) == scores


def test_bock_is_a_matter_of_lists(toml: Path) -> None:
    """The rows of a run are those without it."""
    rows = rows_of(toml, 'preset = "isko"\nbock = ["60-60", "grand_hand", "kontra"]')
    assert np.array_equal(rows, rows_of(toml, 'preset = "isko"'))


# ---- runs by a user's rules --------------------------------------------------------------------

CLUB = 'preset = "isko"\nname = "club evening"\ngrand_base = 20\nall_pass = "ramsch"\n'
CLUB_RULES = ISKO._replace(grand_base=20, all_pass=2)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Standard output of a command that ends well and complains of nothing."""
    code = cli.call([str(word) for word in arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def test_a_run_by_a_file(toml: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    ask = ("run", "--out", out, "--deals", "300", "--seed", "3", "--plays")
    text = printed(capsys, *ask, "--rules", written(toml, CLUB))
    assert "rules     club evening, players expert" in text
    made = simcore.open_run(out)
    asked: dict[str, Any] = {"deals": 300, "seed": 3, "plays": True}
    rows, plays = simcore.rows(rules=CLUB_RULES, **asked)
    again = simcore.simulate(rules=toml, out=tmp_path / "again", **asked)
    assert made.settings == again.settings
    assert made.settings["rules"] == {"name": "club evening", **CLUB_RULES._asdict()}
    on_disk = json.loads((out / "manifest.json").read_text("utf-8"))["settings"]["rules"]
    assert list(on_disk) == ["name", *RuleSet._fields]
    toml.unlink()
    assert made.files[0].read_bytes() == again.files[0].read_bytes()
    replayed_rows, replayed_plays = simcore.replay(made, 0, 300)
    assert np.array_equal(replayed_rows, rows)
    assert np.array_equal(replayed_plays, plays)
    assert "faults  none" in printed(capsys, "verify", out, "--sample", "50")
    assert "club evening" in printed(capsys, "summary", out)
    assert "Deal 7" in printed(capsys, "show", out, "--deal", "7")


@pytest.fixture
def stopped(toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run by a file's rules, stopped in its second shard."""
    monkeypatch.setattr(jobs, "SHARD_DEALS", 1024)
    monkeypatch.setattr(batch, "block_deals", lambda *_: 512)

    def stop(progress: batch.Progress) -> None:
        if progress.deals > 1024:
            raise KeyboardInterrupt

    out = tmp_path / "stopped"
    with pytest.raises(KeyboardInterrupt):
        simcore.simulate(rules=written(toml, CLUB), deals=3_000, seed=4, out=out, on_progress=stop)
    assert simcore.open_run(out).deals < 3_000
    return out


@pytest.mark.parametrize("with_file", [True, False])
def test_a_run_goes_on_without_its_file(
    with_file: bool, stopped: Path, toml: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not with_file:
        toml.unlink()
    again = ("--rules", toml) if with_file else ()
    printed(capsys, "run", "--out", stopped, "--resume", *again, "--quiet")
    done = simcore.open_run(stopped)
    assert done.manifest["status"] == "complete"
    whole = simcore.simulate(rules=CLUB_RULES, deals=3_000, seed=4, out=tmp_path / "whole")
    assert done.manifest["shards"] == whole.manifest["shards"]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("gone", "unknown rules '.*my.toml': no such file"),
        (CLUB.replace("20", "24"), "--rules: run folder .*stopped' was started with another"),
        (CLUB.replace("evening", "morning"), "--rules: run folder .* was started with another"),
        (CLUB.replace("20", "0"), "grand_base 0: a whole number from 1 to 100"),
        ("{", "is not TOML"),
        ("isko", "--rules: run folder .* was started with another"),
    ],
)
def test_a_run_does_not_go_on_by_other_rules(
    text: str, token: str, stopped: Path, toml: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(toml, text)
    if text == "gone":
        toml.unlink()
    rules = "isko" if text == "isko" else toml
    before = {path: path.read_bytes() for path in stopped.iterdir()}
    line = said_by(capsys, "run", "--out", stopped, "--resume", "--rules", rules, "--quiet")
    assert re.search(token, line)
    assert {path: path.read_bytes() for path in stopped.iterdir()} == before


def test_simulate_resumes_by_the_same_meaning_only(stopped: Path, toml: Path) -> None:
    asked: dict[str, Any] = {"deals": 3_000, "seed": 4, "out": stopped, "resume": True}
    with pytest.raises(ValueError, match="rules"):
        simcore.simulate(rules=written(toml, CLUB + "loss = 3"), **asked)
    same = 'preset = "altenburg"\nname = "club evening"\nall_pass = 2\ngrand_base = 20\n'
    same += "grand_ouvert_base = 0\nhand_loss = 2\n"
    made = simcore.simulate(rules=written(toml, same), **asked)
    assert made.manifest["status"] == "complete"


def test_score_by_a_file(toml: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = written(toml, CLUB)
    assert "score  +40, won" in printed(capsys, *SCORE, "--rules", rules)
    found = json.loads(printed(capsys, *SCORE, "--rules", rules, "--json"))
    assert (found["base"], found["score"]) == (20, 40)
    assert "score  +48, won" in printed(capsys, *SCORE)


# ---- any file at all ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def any_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file for all that is made up; in a module's folder, since examples share it."""
    return tmp_path_factory.mktemp("any") / "any.toml"


def in_words(rules: RuleSet) -> dict[str, Any]:
    """A rule set as a user writes it: words, lists of words, true and false."""
    entries: dict[str, Any] = {"preset": "polish", **rules._asdict()}
    for field in SWITCHES:
        entries[field] = bool(entries[field])
    for field, words in WORDS.items():
        entries[field] = words[entries[field]]
    for field, several in SETS.items():
        entries[field] = [word for k, word in enumerate(several) if entries[field] >> k & 1]
    return entries


def toml_value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, dict):
        pairs = (f"{toml_value(key)} = {toml_value(inner)}" for key, inner in value.items())
        return f"{{{', '.join(pairs)}}}"
    return str(value)


def toml_text(entries: Mapping[str, Any]) -> str:
    """A file with these entries."""
    return "".join(f"{toml_value(key)} = {toml_value(value)}\n" for key, value in entries.items())


def read_any(path: Path, text: str | bytes) -> RuleSet | None:
    """The rules of a made-up file, None where it is refused as files should be."""
    written(path, text)
    try:
        rules = skat.load_rules(path)
    except ValueError as error:
        message = str(error)
        assert message.startswith((f"rules {str(path)!r}: ", f"rules {str(path)!r} is not TOML: "))
        assert message.isprintable()
        assert len(message.replace(str(path), path.name)) < 400
        return None
    check_meaning(path, rules)
    if crc32(repr(rules).encode()) % 32 == 0:
        check_rows(rules)
    return rules


@cache
def check_meaning(path: Path, rules: RuleSet) -> None:
    """The ladder is one, and the same meaning written otherwise is the same rule set."""
    bids = skat.legal_bids(rules)
    assert isinstance(bids, tuple)
    assert all(type(bid) is int and bid > 0 for bid in bids)
    assert list(bids) == sorted(set(bids))
    for entries in (in_words(rules), {"preset": "isko", **rules._asdict()}):
        assert skat.load_rules(written(path, toml_text(entries))) == rules


# Rows recomputed in plain ints

RAMSCH, PASSED_IN = 6, 7


def base_of(row: Mapping[str, Any], rules: RuleSet) -> int:
    """Base value of a suit game or Grand."""
    if row["contract"] == 4:
        return (row["ouvert"] and rules.grand_ouvert_base) or rules.grand_base
    return rules[RuleSet._fields.index("base_diamonds") + int(row["contract"])]


def value_of(row: Mapping[str, Any], rules: RuleSet) -> int:
    """Value of the game as it ended, before it meets the bid."""
    if row["contract"] == 5:
        plain, ouvert = (rules.null, rules.null_hand), (rules.null_ouvert, rules.null_ouvert_hand)
        return (ouvert if row["ouvert"] else plain)[row["hand"]]
    level = abs(row["matadors"]) + 1 + row["hand"]
    level += 2 if row["announced_schneider"] else row["schneider"]
    level += 2 if row["announced_schwarz"] else row["schwarz"]
    level += row["ouvert"] and not (row["contract"] == 4 and rules.grand_ouvert_base)
    return int(base_of(row, rules) * level)


def check_game(row: Mapping[str, Any], rules: RuleSet) -> None:
    """A game is one of the rules, and booked as they say."""
    null = row["contract"] == 5
    assert rules.contracts >> row["contract"] & 1
    assert row["bid"] in skat.legal_bids(rules)
    assert row["kontra"] <= rules.kontra
    announced = row["ouvert"] or row["announced_schneider"]
    strict = rules.null_ouvert_needs_hand if null else rules.announce_needs_hand
    assert row["hand"] or not (announced and strict)
    value = value_of(row, rules)
    assert row["overbid"] == (value < row["bid"])
    if row["overbid"]:
        assert not null
        base = base_of(row, rules)
        value = -(-row["bid"] // base) * base
    assert row["value"] == value
    factor = 1 if row["won"] else -(rules.hand_loss if row["hand"] else rules.loss)
    assert row["score"] == factor * value * 2 ** row["kontra"]
    seats = ("score_forehand", "score_middlehand", "score_rearhand")
    assert [row[seat] for seat in seats] == [
        row["score"] if seat == row["declarer"] else 0 for seat in range(3)
    ]


def check_ramsch(row: Mapping[str, Any], plays: list[int], rules: RuleSet) -> None:
    """A Ramsch is settled as its tricks say; its cards rank as in Grand."""
    points, tricks, leader = [0, 0, 0], [0, 0, 0], 0
    worth = dict(zip("AKQJT", (11, 4, 3, 2, 10), strict=True))
    for first in range(2, 32, 3):
        trick = [1 << bit for bit in plays[first : first + 3]]
        leader = (leader + skat.trick_winner(trick, "G")) % 3
        tricks[leader] += 1
        points[leader] += sum(worth.get(cards.format(card)[1], 0) for card in trick)
    scores = skat.ramsch_scores(
        points, tricks, skat_points=120 - sum(points), last_trick=leader, rules=rules
    )
    assert (row["score_forehand"], row["score_middlehand"], row["score_rearhand"]) == scores


@cache
def check_rows(rules: RuleSet) -> None:
    """Fifty deals by two players: every row is a game of the rules, booked without overflow."""
    for players in ("random", "simple"):
        rows, plays = simcore.rows(rules=rules, players=players, deals=50, plays=True, threads=1)
        names = rows.dtype.names
        for numbers, played in zip(rows.tolist(), plays.tolist(), strict=True):
            row = dict(zip(names, numbers, strict=True))
            if row["declarer"] >= 0:
                check_game(row, rules)
            elif rules.all_pass == RAMSCH_PLAYED:
                assert row["contract"] == RAMSCH
                check_ramsch(row, played, rules)
            else:
                assert row["contract"] == PASSED_IN


RAMSCH_PLAYED = ALL_PASS.index("ramsch")


# Files with faults: characters changed in good ones

GOOD = [
    CLUB,
    toml_text({"preset": "polish", "jacks_trump": True, "name": "jacks"}),
    toml_text(in_words(ISKO)),
    toml_text(in_words(RULES["altenburg1927"]._replace(kontra=2, bock=7))),
    toml_text({"preset": "isko", **ISKO._asdict()}),
]
SNIPPETS = [
    "", "0", "1", "9", "-", "+", "_", ".", ",", "=", '"', "'", "#", "[", "]", "{", "}", "\n", "\r",
    "\t", " ", "\\", "\0", "ä", "\u2028", "\ufeff", "e", "true", "false", "nan", '"""', "0x", "100",
    '"isko"', '"re"', '"ramsch"', '"DHSC"', "[1]", "{a = 1}", "1.0", "2024-02-29", "07:32:00",
    "[[a]]\n", "\nloss = 1", "\nkontra = 2", "\nnull = 50", "9" * 50, "x" * 500, "a." * 50,
]  # fmt: skip
LINES = [
    *sorted({line for text in GOOD for line in text.splitlines()}), "",
    "loss = 3", "loss = 11", "hand_loss = 1", 'all_pass = "redeal"', "null = 50", "null = 0",
    "base_clubs = 99", 'contracts = "C"', 'contracts = "DN"', "ramsch_durchmarsch = 0", "[loss]",
]  # fmt: skip
CHARACTERS = st.tuples(st.integers(0, 600), st.integers(0, 8), st.sampled_from(SNIPPETS))
NEW_LINES = st.tuples(st.integers(0, 30), st.sampled_from(LINES))
EDITS = st.lists(CHARACTERS | NEW_LINES, min_size=1, max_size=3)


def edited(text: str, edit: tuple[int, str] | tuple[int, int, str]) -> str:
    """A text with a line replaced, or some characters."""
    if len(edit) == 2:
        lines = text.splitlines()
        number = edit[0] % (len(lines) + 1)
        return "\n".join([*lines[:number], edit[1], *lines[number + 1 :]])
    place, length, new = edit
    start = place % (len(text) + 1)
    return text[:start] + new + text[start + length :]


@pytest.mark.slow
@settings(max_examples=6_000)
@given(text=st.sampled_from(GOOD), edits=EDITS)
def test_files_with_some_characters_changed(
    any_file: Path, text: str, edits: list[tuple[int, str] | tuple[int, int, str]]
) -> None:
    for edit in edits:
        text = edited(text, edit)
    read_any(any_file, text)


@settings(max_examples=500)
@given(content=st.binary(max_size=40) | st.text(max_size=40))
def test_files_of_anything(any_file: Path, content: str | bytes) -> None:
    assert read_any(any_file, content) is None


# Files with well-formed entries of any kind

NUMBERS = st.integers(-1, 13) | st.integers(-(2**70), 2**70) | st.integers(0, 110)
SMALL_WORDS = st.sampled_from(
    ["", "isko", "polish", "custom", "re", "off", "kontra", "loser", "ramsch", "redeal", "pass_in",
     "60-60", "grand_hand", "D", "DHSC", "G C", "DHSCGN", "dhsc", "N"]
)  # fmt: skip
PLAIN = NUMBERS | st.booleans() | st.floats() | SMALL_WORDS | st.text(max_size=60) | st.dates()
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KEYS = st.sampled_from([*RuleSet._fields, "name"]) | st.text(max_size=60)
LIKELY = {
    **dict.fromkeys(RuleSet._fields, st.integers(0, 101)),
    **dict.fromkeys(SWITCHES, st.booleans()),
    **{field: st.sampled_from(words) | st.integers(0, 2) for field, words in WORDS.items()},
    **{field: st.lists(st.sampled_from(words)) for field, words in SETS.items()},
    **dict.fromkeys(("loss", "hand_loss"), st.integers(0, 11)),
    "name": st.text("Aä0_ .+-", min_size=1, max_size=41),
}


@st.composite
def entries(draw: st.DrawFn) -> dict[str, Any]:
    """A preset, some fields that are mostly well said, and now and then anything at all."""
    said: dict[str, Any] = {"preset": draw(st.sampled_from([*RULES]))}
    for field in draw(st.lists(st.sampled_from([*LIKELY]), max_size=5, unique=True)):
        said[field] = draw(LIKELY[field])
    if draw(st.integers(0, 2)) == 0:
        said[draw(KEYS)] = draw(VALUES)
    return said


@pytest.mark.slow
@settings(max_examples=3_000)
@given(said=entries())
def test_files_of_entries_of_any_kind(any_file: Path, said: dict[str, Any]) -> None:
    read_any(any_file, toml_text(said))


# Rule sets of any numbers that make sense


@st.composite
def sensible(draw: st.DrawFn) -> RuleSet:
    """Any numbers that stand together and fit the log: house rules of every kind."""
    values = st.integers(1, 60) | st.sampled_from([9, 10, 11, 12, 20, 24, 36])
    jacks = draw(st.booleans())
    playable = st.sets(st.sampled_from("DHSCGN" if jacks else "DHSCN"), min_size=1)
    known = draw(playable.filter(lambda known: known != {"N"}))
    numbers = {
        field: draw(values) for field in RuleSet._fields if re.match("base|grand_b|null", field)
    }
    return RuleSet(
        **{
            **numbers,
            "jacks_trump": int(jacks),
            "contracts": sum(1 << "DHSCGN".index(letter) for letter in known),
            "grand_ouvert_base": draw(st.just(0) | values),
            "announce_needs_hand": draw(st.integers(0, 1)),
            "null_ouvert_needs_hand": draw(st.integers(0, 1)),
            "loss": draw(st.integers(1, 6)),
            "hand_loss": draw(st.integers(1, 6)),
            "all_pass": draw(st.integers(0, 2 if jacks else 1)),
            "ramsch_skat": draw(st.integers(0, 2)),
            "ramsch_jungfrau": draw(st.integers(1, 10)),
            "ramsch_durchmarsch": draw(st.sampled_from([0, 120, 1000])),
            "kontra": draw(st.integers(0, 2)),
            "bock": draw(st.integers(0, 7)),
        }
    )


@settings(max_examples=150)
@given(rules=sensible())
def test_rule_sets_of_any_numbers_are_played(any_file: Path, rules: RuleSet) -> None:
    assert read_any(any_file, toml_text(in_words(rules))) == rules
    check_rows(rules)


def test_the_dearest_rules_fit_the_log(any_file: Path) -> None:
    """At the edge of what is let in no score wraps round; one step dearer is refused."""
    edge = ISKO._replace(
        base_diamonds=1, base_hearts=1, base_spades=1, base_clubs=100, loss=4, hand_loss=4,
        kontra=2, announce_needs_hand=0, null=1, null_hand=1, null_ouvert=1, null_ouvert_hand=1,
    )  # fmt: skip
    assert read_any(any_file, toml_text(in_words(edge))) == edge
    check_rows(edge)
    assert read_any(any_file, toml_text(in_words(edge._replace(loss=5)))) is None
    asked: dict[str, Any] = {"hand": True, "announced": "ouvert", "kontra": 2}
    dearest = skat.settle(11, "C", rules=edge, bid=1800, points=60, tricks=10, **asked)
    assert (dearest.value, dearest.score) == (1800, -1800 * 4 * 4)
    assert dearest.score >= np.iinfo(np.int16).min
    overbid = skat.settle(1, "C", rules=edge, bid=1800, points=0, tricks=0, kontra=2)
    assert overbid.score >= np.iinfo(np.int16).min
