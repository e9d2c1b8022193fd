"""The rules of Skat once more, slow and obvious: cards are names, hands are lists.

An independent reading of the rules (ISkO and the three source texts), used to check the compiled
core. It imports nothing from simcore. Seats are 0 forehand, 1 middlehand, 2 rearhand; contracts
are "D H S C G N", and in play "R" for Ramsch. Wherever `rules` is asked for, a preset name or a
dict of rule fields will do.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, TypedDict

# --- Rule sets ----------------------------------------------------------------------------------


class Rules(TypedDict):
    """The fields of a rule set.

    `null_values`: plain, hand, ouvert, ouvert hand; `all_pass`: "pass_in", "redeal" or "ramsch";
    `ramsch_skat`: "last_trick", "loser" or "nobody"; `ramsch_jungfrau`: factor for each player
    without a trick; `ramsch_durchmarsch`: what all ten tricks win, 0 nothing; `kontra`: how often
    the score may be doubled; `bock`: any of the events "60-60", "grand_hand", "kontra".
    """

    text: str
    jacks_trump: int
    contracts: str
    base: dict[str, int]
    grand_base: int
    grand_ouvert_base: int
    null_values: tuple[int, ...]
    announce_needs_hand: int
    null_ouvert_needs_hand: int
    loss: int
    hand_loss: int
    all_pass: str
    top_value: int
    ramsch_skat: str
    ramsch_jungfrau: int
    ramsch_durchmarsch: int
    kontra: int
    bock: tuple[str, ...]


ISKO: Rules = {
    "text": "ISkO",
    "jacks_trump": 1,
    "contracts": "DHSCGN",
    "base": {"D": 9, "H": 10, "S": 11, "C": 12},
    "grand_base": 24,
    "grand_ouvert_base": 0,
    "null_values": (23, 35, 46, 59),
    "announce_needs_hand": 1,
    "null_ouvert_needs_hand": 0,
    "loss": 2,
    "hand_loss": 2,
    "all_pass": "pass_in",
    "top_value": 264,
    "ramsch_skat": "last_trick",
    "ramsch_jungfrau": 2,
    "ramsch_durchmarsch": 120,
    "kontra": 0,
    "bock": (),
}

PREISSKAT: Rules = {
    **ISKO,
    "text": "before 1999",
    "grand_ouvert_base": 36,
    "hand_loss": 1,
    "top_value": 360,
}

RULES: dict[str, Rules] = {
    "isko": ISKO,
    "online": {**ISKO, "text": "text 002"},
    "altenburg": {**PREISSKAT, "text": "text 003", "all_pass": "redeal"},
    "polish": {
        **ISKO,
        "text": "text 000",
        "jacks_trump": 0,
        "contracts": "DHSC",
        "grand_base": 0,
        "null_values": (),
        "top_value": 180,
    },
    "preisskat": PREISSKAT,
    "altenburg1927": {**PREISSKAT, "text": "1927-50", "grand_base": 20},
}


def rules_of(rules: str | Rules) -> Rules:
    """The rule fields of a preset name; a dict of fields is returned as it is."""
    if isinstance(rules, str):
        if rules not in RULES:
            raise ValueError(f"unknown rule set {rules!r}")
        return RULES[rules]
    return rules


# --- Cards --------------------------------------------------------------------------------------

SEATS = ["forehand", "middlehand", "rearhand"]
JACKS = ["CJ", "SJ", "HJ", "DJ"]
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# The 32 cards from bit 31 down to bit 0.
PACK = JACKS + [suit + rank for suit in "CSHD" for rank in "ATKQ987"]


def name_of_bit(bit: int) -> str:
    """The card of a bit number 0..31: bit 31 is CJ, bit 0 is D7."""
    if not 0 <= bit <= 31:
        raise ValueError(f"no card has the number {bit}")
    return PACK[31 - bit]


def bit_of_name(name: str) -> int:
    """The bit number 0..31 of a card."""
    if name not in PACK:
        raise ValueError(f"unknown card {name!r}")
    return 31 - PACK.index(name)


def cards_of(mask: int) -> list[str]:
    """The cards of a 32-bit set, highest bit first."""
    if not 0 <= mask < 2**32:
        raise ValueError(f"{mask} is no set of 32 cards")
    return [name_of_bit(bit) for bit in range(31, -1, -1) if mask & (1 << bit)]


def mask_of(names: Iterable[str]) -> int:
    """The 32-bit set of some different cards."""
    mask = 0
    for name in names:
        bit = 1 << bit_of_name(name)
        if mask & bit:
            raise ValueError(f"card {name} is there twice")
        mask += bit
    return mask


def points(cards: Iterable[str]) -> int:
    """Card points, 0..120."""
    return sum(CARD_POINTS[card[1]] for card in cards)


# --- Order of the cards, tricks -----------------------------------------------------------------


def trumps(contract: str, rules: str | Rules = "isko") -> list[str]:
    """The trumps of a contract, highest first; Ramsch is played like a Grand."""
    rules = rules_of(rules)
    if contract == "R" and rules["all_pass"] == "ramsch":
        return JACKS
    if contract not in list(rules["contracts"]):
        raise ValueError(f"no contract {contract!r} under these rules")
    if contract == "N":
        return []
    if not rules["jacks_trump"]:
        return [contract + rank for rank in "ATKQJ987"]
    if contract == "G":
        return JACKS
    return JACKS + [contract + rank for rank in "ATKQ987"]


def suit_of(card: str, contract: str, rules: str | Rules = "isko") -> str:
    """The suit a card belongs to in play: "trump" or its printed suit."""
    return "trump" if card in trumps(contract, rules) else card[0]


def legal_cards(
    hand: Sequence[str], lead: str | None, contract: str, rules: str | Rules = "isko"
) -> list[str]:
    """The cards of the hand that may be played on the lead (None: the player leads)."""
    if not lead:
        return list(hand)
    wanted = suit_of(lead, contract, rules)
    following = [card for card in hand if suit_of(card, contract, rules) == wanted]
    return following or list(hand)


def trick_winner(cards: Sequence[str], contract: str, rules: str | Rules = "isko") -> int:
    """The index, in playing order, of the card that takes the trick."""
    for trump in trumps(contract, rules):
        if trump in cards:
            return list(cards).index(trump)
    led = cards[0][0]
    for rank in "AKQJT987" if contract == "N" else "ATKQJ987":
        if led + rank in cards:
            return list(cards).index(led + rank)
    raise ValueError(f"no trick: {cards}")


# --- Auction ------------------------------------------------------------------------------------


def bid_values(rules: str | Rules = "isko") -> list[int]:
    """All legal bids, ascending: every value some game can have."""
    rules = rules_of(rules)
    values: set[int] = set()
    if "N" in rules["contracts"]:
        plain, hand, ouvert, ouvert_hand = rules["null_values"]
        values = {plain, hand, ouvert_hand}
        if not rules["null_ouvert_needs_hand"]:
            values.add(ouvert)
    # with or without all trumps, game, hand, schneider and schwarz made and announced, ouvert
    top_suit_level = (11 if rules["jacks_trump"] else 8) + 1 + 1 + 2 + 2 + 1
    for suit in [suit for suit in "DHSC" if suit in rules["contracts"]]:
        values |= {rules["base"][suit] * level for level in range(2, top_suit_level + 1)}
    if "G" in rules["contracts"]:
        if rules["grand_ouvert_base"]:
            values |= {rules["grand_base"] * level for level in range(2, 11)}
            # open means schwarz announced: with 1, game, both made and announced, perhaps hand
            lowest = 7 if rules["announce_needs_hand"] else 6
            values |= {rules["grand_ouvert_base"] * level for level in range(lowest, 11)}
        else:
            values |= {rules["grand_base"] * level for level in range(2, 12)}
    return sorted(values)


class Auction(TypedDict):
    """An auction: declarer is -1 when all passed, said is in seat order."""

    declarer: int
    bid: int
    said: list[int]
    log: list[tuple[int, int | str]]
    then: str


def auction(limits: Sequence[int], rules: str | Rules = "isko") -> Auction:
    """Hold the auction among three players who always say the next legal value.

    Parameters
    ----------
    limits
        The highest value each seat is ready to say or hold, in seat order; 0 for none.
    rules
        A preset name or rule fields.

    Returns
    -------
    Auction
        `log` holds (seat, value said | "hold" | "pass"); `then` is "play" or, when all passed,
        what the rules have follow: "pass_in", "redeal" or "ramsch".
    """
    rules = rules_of(rules)
    ladder = bid_values(rules)
    said = [0, 0, 0]
    log: list[tuple[int, int | str]] = []

    def duel(sayer: int, hearer: int) -> int:
        """Let the sayer bid against the hearer until one passes; return the survivor."""
        while True:
            higher = [value for value in ladder if value > max(said)]
            if not higher or limits[sayer] < higher[0]:
                log.append((sayer, "pass"))
                return hearer
            said[sayer] = higher[0]
            log.append((sayer, higher[0]))
            if limits[hearer] < higher[0]:
                log.append((hearer, "pass"))
                return sayer
            said[hearer] = higher[0]
            log.append((hearer, "hold"))

    survivor = duel(sayer=1, hearer=0)
    survivor = duel(sayer=2, hearer=survivor)
    if max(said) == 0:
        # Nobody has spoken, so the survivor is forehand, who may play at the lowest value.
        if limits[0] < ladder[0]:
            log.append((0, "pass"))
            return {"declarer": -1, "bid": 0, "said": said, "log": log, "then": rules["all_pass"]}
        said[0] = ladder[0]
        log.append((0, ladder[0]))
    return {"declarer": survivor, "bid": max(said), "said": said, "log": log, "then": "play"}


# --- Declaration --------------------------------------------------------------------------------


def with_implied(contract: str, announced: Iterable[str]) -> set[str]:
    """The announcements with those they imply; in Null nothing implies anything."""
    result = set(announced)
    if contract != "N":
        if "ouvert" in result:
            result.add("schwarz")
        if "schwarz" in result:
            result.add("schneider")
    return result


def null_value(rules: Rules, hand: bool, ouvert: bool) -> int:
    """The fixed value of a Null game."""
    plain, from_hand, open_with_skat, open_from_hand = rules["null_values"]
    if ouvert:
        return open_from_hand if hand else open_with_skat
    return from_hand if hand else plain


def check_declaration(
    contract: str,
    *,
    rules: str | Rules = "isko",
    bid: int,
    hand: bool = False,
    announced: Iterable[str] = (),
) -> None:
    """Raise ValueError unless this declaration is legal on this bid."""
    rules = rules_of(rules)
    announced = set(announced)
    for word in announced:
        if word not in ("schneider", "schwarz", "ouvert"):
            raise ValueError(f"unknown announcement {word!r}")
    if bid < 0:
        raise ValueError(f"negative bid {bid}")
    if contract not in list(rules["contracts"]):
        raise ValueError(f"no contract {contract!r} under these rules")
    if contract != "N":
        if announced and not hand and rules["announce_needs_hand"]:
            raise ValueError(f"{sorted(announced)} may be announced in hand games only")
        return
    if announced - {"ouvert"}:
        raise ValueError("Null takes neither schneider nor schwarz")
    if "ouvert" in announced and not hand and rules["null_ouvert_needs_hand"]:
        raise ValueError("Null ouvert needs a hand game")
    if null_value(rules, hand, "ouvert" in announced) < bid:
        raise ValueError(f"this Null does not reach the bid of {bid}")


# --- Result -------------------------------------------------------------------------------------


class Result(TypedDict):
    """The result of a game; score is the declarer's, on the plain list."""

    matadors: int
    level: int
    value: int
    won: bool
    overbid: bool
    score: int


def matadors(cards12: Sequence[str], contract: str, rules: str | Rules = "isko") -> int:
    """Length of the run of top trumps, + when held, - when missing; 0 in Null."""
    order = trumps(contract, rules)
    if not order:
        return 0
    with_top = order[0] in cards12
    run = 0
    for trump in order:
        if (trump in cards12) != with_top:
            break
        run += 1
    return run if with_top else -run


def level_and_base(
    cards: Sequence[str],
    contract: str,
    rules: Rules,
    points: int,
    tricks: int,
    hand: bool,
    announced: set[str],
) -> tuple[int, int]:
    """Level and base value of a suit game or Grand; announced holds the implied words too."""
    base = rules["grand_base"] if contract == "G" else rules["base"][contract]
    level = abs(matadors(cards, contract, rules)) + 1
    if hand:
        level += 1
    if "schneider" in announced:
        level += 2
    elif points >= 90 or points <= 30:
        level += 1
    if "schwarz" in announced:
        level += 2
    elif tricks == 10 or tricks == 0:
        level += 1
    if "ouvert" in announced:
        if contract == "G" and rules["grand_ouvert_base"]:
            base = rules["grand_ouvert_base"]
        else:
            level += 1
    return level, base


def score(
    cards12: Sequence[str],
    contract: str,
    *,
    rules: str | Rules = "isko",
    bid: int,
    points: int,
    tricks: int,
    hand: bool = False,
    announced: Iterable[str] = (),
    kontra: int = 0,
) -> Result:
    """Settle a game.

    Parameters
    ----------
    cards12
        The declarer's ten cards and the two put away (hand game: the skat).
    contract
        One of "D H S C G N".
    rules
        A preset name or rule fields.
    bid
        The value the game was bid to, 0 for none.
    points
        The declarer's card points, the two last cards included, 0..120.
    tricks
        The declarer's tricks, 0..10.
    hand
        Whether the skat was left unseen.
    announced
        Any of "schneider", "schwarz", "ouvert"; implied ones may be left out.
    kontra
        1 when a defender said Kontra, 2 when the declarer said Re to it: doubles the score only.

    Returns
    -------
    Result
        `value` is the one booked, `level` the multiplier before an overbid raise (0 in Null).

    Raises
    ------
    ValueError
        For anything but twelve different cards, for points or tricks out of range, and for a
        declaration the rules refuse.
    """
    rules = rules_of(rules)
    announced = set(announced)
    check_declaration(contract, rules=rules, bid=bid, hand=hand, announced=announced)
    if len(cards12) != 12 or len(cards_of(mask_of(cards12))) != 12:
        raise ValueError(f"twelve different cards are needed, not {list(cards12)}")
    if not 0 <= points <= 120:
        raise ValueError(f"{points} card points")
    if not 0 <= tricks <= 10:
        raise ValueError(f"{tricks} tricks")
    if kontra not in (0, 1, 2):
        raise ValueError(f"kontra {kontra}")
    announced = with_implied(contract, announced)
    loss = rules["hand_loss"] if hand else rules["loss"]
    doubled = [1, 2, 4][kontra]

    if contract == "N":
        value = null_value(rules, hand, "ouvert" in announced)
        won = tricks == 0
        return {
            "matadors": 0,
            "level": 0,
            "value": value,
            "won": won,
            "overbid": False,
            "score": doubled * (value if won else -loss * value),
        }

    level, base = level_and_base(cards12, contract, rules, points, tricks, hand, announced)
    value = base * level

    made = points >= 61
    if "schneider" in announced and points < 90:
        made = False
    if "schwarz" in announced and tricks < 10:
        made = False

    overbid = value < bid
    while value < bid:  # up to the next multiple of the base that covers the bid
        value += base

    won = made and not overbid
    return {
        "matadors": matadors(cards12, contract, rules),
        "level": level,
        "value": value,
        "won": won,
        "overbid": overbid,
        "score": doubled * (value if won else -loss * value),
    }


# --- Kontra and Re ------------------------------------------------------------------------------


def simple_says_kontra(hand: Sequence[str], contract: str, rules: str | Rules = "isko") -> bool:
    """Whether a defender `simple` doubles: two of the three top trumps, two sure side tricks."""
    if contract == "N":
        return False
    order = trumps(contract, rules)
    top_trumps = [card for card in order[:3] if card in hand]
    sure = 0
    for suit in "CSHD":
        ace, ten = suit + "A", suit + "T"
        if ace in hand and ace not in order:
            sure += 1
            if ten in hand:
                sure += 1
    return len(top_trumps) >= 2 and sure >= 2


def simple_says_re(
    ten_cards: Sequence[str],
    contract: str,
    *,
    rules: str | Rules = "isko",
    bid: int,
    hand: bool,
    announced: Iterable[str] = (),
) -> bool:
    """Whether a declarer `simple` doubles again.

    He does in a hand game worth two levels more than the bid, as announced and by the ten cards
    he knows.
    """
    if contract == "N" or not hand:
        return False
    # 61 points and 9 tricks: neither schneider nor schwarz unless announced
    words = with_implied(contract, announced)
    level, base = level_and_base(ten_cards, contract, rules_of(rules), 61, 9, hand, words)
    return base * level >= bid + 2 * base


def kontra_choices(
    hands: Sequence[Sequence[str]],
    declarer: int,
    contract: str,
    *,
    rules: str | Rules,
    bid: int,
    hand: bool,
    announced: Iterable[str],
    players: Sequence[str],
) -> set[int]:
    """What the column `kontra` may be: of the players by seat, only `simple` has no choice."""
    rules = rules_of(rules)
    if rules["kontra"] == 0:
        return {0}

    def answers(seat: int, simple_says: bool) -> list[bool]:
        return [simple_says] if players[seat] == "simple" else [False, True]

    defenders = [seat for seat in range(3) if seat != declarer]
    asked = [answers(s, simple_says_kontra(hands[s], contract, rules)) for s in defenders]
    ten_cards = hands[declarer]
    says_re = simple_says_re(
        ten_cards, contract, rules=rules, bid=bid, hand=hand, announced=announced
    )
    choices = set()
    for first, second, re in product(*asked, answers(declarer, says_re)):
        if not first and not second:
            choices.add(0)
        elif rules["kontra"] == 2 and re:
            choices.add(2)
        else:
            choices.add(1)
    return choices


# --- Ramsch -------------------------------------------------------------------------------------


def ramsch_scores(
    trick_points: Sequence[int],
    tricks: Sequence[int],
    *,
    skat_points: int,
    last_trick: int,
    rules: str | Rules = "isko",
) -> list[int]:
    """Settle a Ramsch: the results of the three seats.

    Parameters
    ----------
    trick_points, tricks
        What each seat took, the skat left out.
    skat_points
        Card points of the skat.
    last_trick
        The seat that took the last trick.
    rules
        A preset name or rule fields; those called `ramsch_...` count.
    """
    rules = rules_of(rules)
    for seat in range(3):
        if tricks[seat] == 10 and rules["ramsch_durchmarsch"] > 0:
            scores = [0, 0, 0]
            scores[seat] = rules["ramsch_durchmarsch"]
            return scores
    points_of = list(trick_points)
    if rules["ramsch_skat"] == "last_trick":
        points_of[last_trick] += skat_points
    losers = [seat for seat in range(3) if points_of[seat] == max(points_of)]
    if len(losers) == 3:
        return [0, 0, 0]
    if rules["ramsch_skat"] == "loser" and len(losers) == 1:
        points_of[losers[0]] += skat_points
    factor = 1
    for seat in range(3):
        if tricks[seat] == 0:
            factor *= rules["ramsch_jungfrau"]
    return [-factor * points_of[seat] if seat in losers else 0 for seat in range(3)]


# --- Lists --------------------------------------------------------------------------------------


def list_scores(games: Iterable[tuple[int | None, int]], system: str, table: int = 3) -> list[int]:
    """What each player of a table has at the end of a list.

    Parameters
    ----------
    games
        (player, his plain score) of each deal; player None when nobody played.
    system
        "plain", "seeger_fabian" or "bierlachs".
    table
        Players at the table, 3 or 4; the dealer of four is paid like the defenders.
    """
    totals = [0] * table
    for player, result in games:
        if player is None:
            continue
        others = [other for other in range(table) if other != player]
        if system == "plain":
            totals[player] += result
        elif system == "seeger_fabian":
            totals[player] += result
            if result > 0:
                totals[player] += 50
            else:
                totals[player] -= 50
                for other in others:
                    totals[other] += 40 if table == 3 else 30
        elif system == "bierlachs":
            if result > 0:
                for other in others:
                    totals[other] -= result
            else:
                totals[player] += result
        else:
            raise ValueError(f"unknown system {system!r}")
    return totals


def bock_event(deal: Mapping[str, Any], events: Iterable[str]) -> bool:
    """Whether one of the events that start a Bock round has happened in a deal."""
    happened = set()
    if deal["contract"] in list("DHSCG") and deal["card_points"] == 60:
        happened.add("60-60")
    if deal["contract"] == "G" and deal["hand"] and deal["won"]:
        happened.add("grand_hand")
    if deal["kontra"] > 0:
        happened.add("kontra")
    return bool(happened & set(events))


def bock_factors(
    deals: Iterable[Mapping[str, Any]], table: int = 3, events: Iterable[str] = ()
) -> list[int]:
    """How often each deal of a series counts: 1, or 2 in a Bock round.

    Parameters
    ----------
    deals
        The rows of the series in order; contract as a letter.
    table
        Players at the table: so many deals make a round.
    events
        What starts a round: any of "60-60", "grand_hand", "kontra". A deal starts one round at
        most; rounds that fall together are played one after the other.
    """
    events = list(events)
    factors = []
    bock_deals_left = 0
    for deal in deals:
        if bock_deals_left > 0:
            factors.append(2)
            bock_deals_left -= 1
        else:
            factors.append(1)
        if bock_event(deal, events):
            bock_deals_left += table
    return factors


# --- Playing a logged deal again ----------------------------------------------------------------

NOT_PLAYED = 255

# The columns of schema skat-hand/1.
COLUMNS = [
    "deal_id",
    "rotation",
    "thrown_in",
    "hand_forehand",
    "hand_middlehand",
    "hand_rearhand",
    "skat",
    "discard",
    "bid_forehand",
    "bid_middlehand",
    "bid_rearhand",
    "bid",
    "declarer",
    "contract",
    "hand",
    "ouvert",
    "announced_schneider",
    "announced_schwarz",
    "kontra",
    "matadors",
    "card_points",
    "tricks",
    "won",
    "schneider",
    "schwarz",
    "overbid",
    "value",
    "score",
    "score_forehand",
    "score_middlehand",
    "score_rearhand",
]
TRUTHS = [
    "hand",
    "ouvert",
    "announced_schneider",
    "announced_schwarz",
    "won",
    "schneider",
    "schwarz",
    "overbid",
]
# Nothing but these columns of a played deal is taken over from the row; the rest is worked out.
GIVEN = [
    "deal_id",
    "rotation",
    "thrown_in",
    "hand_forehand",
    "hand_middlehand",
    "hand_rearhand",
    "skat",
    "contract",
    "hand",
    "ouvert",
]


def replay(
    row: Mapping[str, Any],
    plays: Sequence[int],
    rules: str | Rules = "isko",
    forced: bool = False,
    players: Sequence[str] = ("", "", ""),
) -> dict[str, Any]:
    """Play a logged deal again, card by card, and work out its row.

    Parameters
    ----------
    row
        Every column of schema skat-hand/1, `contract` as a letter.
    plays
        32 numbers: the two discards (255 in hand games), then the cards in playing order as bit
        numbers, 255 for a card not played.
    rules
        A preset name or rule fields.
    forced
        Whether a scenario named the declarer; the auction is then not held again.
    players
        Who sat in each seat; Kontra and Re of a `simple` are worked out, of another player taken
        from the row as far as the rules have them.

    Returns
    -------
    dict
        The row as it must be, in plain Python values.

    Raises
    ------
    ValueError
        For a deal, auction, discard, declaration or card that the rules do not allow.
    AssertionError
        When a column of the row is not what the game comes to.
    """
    rules = rules_of(rules)
    row = plain_row(row)
    plays = [int(number) for number in plays]
    if len(plays) != 32:
        raise ValueError(f"{len(plays)} plays instead of 32")
    hands, skat = dealt_cards(row)
    bidding = check_bidding(row, rules, forced)
    if row["declarer"] >= 0:
        result = played_row(row, plays, hands, skat, rules, players)
    elif rules["all_pass"] == "ramsch":
        result = ramsch_row(row, plays, hands, skat, rules)
    else:
        result = passed_in_row(row, plays)
    result.update(bidding)
    for column in COLUMNS:
        if row[column] != result[column]:
            raise AssertionError(
                f"column {column}: the row says {row[column]}, the game gives {result[column]}"
            )
    return {column: result[column] for column in COLUMNS}


def plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row in plain Python values, so that no small integer can wrap."""
    if set(row) != set(COLUMNS):
        raise ValueError(f"missing or unknown columns: {sorted(set(row) ^ set(COLUMNS))}")
    plain: dict[str, Any] = {}
    for column in COLUMNS:
        if column == "contract":
            plain[column] = str(row[column])
        elif column in TRUTHS:
            plain[column] = bool(row[column])
        else:
            plain[column] = int(row[column])
    return plain


def dealt_cards(row: dict[str, Any]) -> tuple[list[list[str]], list[str]]:
    """The three hands and the skat; ValueError unless they are the 32 cards."""
    hands = [cards_of(row["hand_" + seat]) for seat in SEATS]
    skat = cards_of(row["skat"])
    for seat, hand in zip(SEATS, hands, strict=True):
        if len(hand) != 10:
            raise ValueError(f"{seat} was dealt {len(hand)} cards")
    if len(skat) != 2:
        raise ValueError(f"{len(skat)} cards in the skat")
    if len(set(hands[0] + hands[1] + hands[2] + skat)) != 32:
        raise ValueError("a card was dealt twice")
    return hands, skat


def check_bidding(row: dict[str, Any], rules: Rules, forced: bool) -> dict[str, int]:
    """The columns of the auction; ValueError unless they come from a legal one."""
    said = [row["bid_" + seat] for seat in SEATS]
    bidding = {"bid_" + seat: row["bid_" + seat] for seat in SEATS}
    bidding["bid"] = row["bid"]
    bidding["declarer"] = row["declarer"]
    if row["rotation"] not in (0, 1, 2):
        raise ValueError(f"rotation {row['rotation']}")
    if row["thrown_in"] and rules["all_pass"] != "redeal":
        raise ValueError("deals were thrown in under rules that know no new deal")
    for value in [*said, row["bid"]]:
        if value != 0 and value not in bid_values(rules):
            raise ValueError(f"{value} is no legal bid")
    if forced:
        if row["declarer"] not in (0, 1, 2):
            raise ValueError("a forced game has a declarer")
        return bidding
    held = auction(said, rules)
    if held["said"] != said:
        raise ValueError(f"auction: nobody can have said {said}; {held['said']} fits")
    if held["declarer"] != row["declarer"]:
        raise ValueError(f"auction: declarer {held['declarer']}, not {row['declarer']}")
    if held["bid"] != row["bid"]:
        raise ValueError(f"auction: bid {held['bid']}, not {row['bid']}")
    if held["then"] == "redeal" and row["thrown_in"] == 0:
        raise ValueError("passed in at the first deal under rules that deal again")
    return bidding


def passed_in_row(row: dict[str, Any], plays: list[int]) -> dict[str, Any]:
    """The row of a deal that nobody played: all after the bids is 0 or false."""
    if plays != [NOT_PLAYED] * 32:
        raise ValueError("cards were played in a deal that was passed in")
    result = row_without_declarer(row)
    result["contract"] = "P"
    return result


def ramsch_row(
    row: dict[str, Any],
    plays: list[int],
    hands: list[list[str]],
    skat: list[str],
    rules: Rules,
) -> dict[str, Any]:
    """The row of a Ramsch: nothing of a declarer, but the skat as it lay and three results."""
    if plays[:2] != [NOT_PLAYED, NOT_PLAYED]:
        raise ValueError("discard: a Ramsch has none")
    tricks = play_tricks(plays[2:], hands, -1, "R", rules)
    trick_points = [0, 0, 0]
    number = [0, 0, 0]
    for winner, cards in tricks:
        trick_points[winner] += points(cards)
        number[winner] += 1
    last_trick = tricks[-1][0]
    scores = ramsch_scores(
        trick_points, number, skat_points=points(skat), last_trick=last_trick, rules=rules
    )
    result = row_without_declarer(row)
    result["contract"] = "R"
    result["discard"] = mask_of(skat)
    for seat in range(3):
        result["score_" + SEATS[seat]] = scores[seat]
    return result


def row_without_declarer(row: dict[str, Any]) -> dict[str, Any]:
    """The dealt cards of a row; every other column 0 or false."""
    result: dict[str, Any] = {}
    for column in COLUMNS:
        result[column] = False if column in TRUTHS else 0
    for column in GIVEN:
        if column not in ("contract", "hand", "ouvert"):
            result[column] = row[column]
    return result


def played_row(
    row: dict[str, Any],
    plays: list[int],
    hands: list[list[str]],
    skat: list[str],
    rules: Rules,
    players: Sequence[str],
) -> dict[str, Any]:
    """The row of a deal that was played, but for the columns of the auction."""
    declarer, contract, hand = row["declarer"], row["contract"], row["hand"]
    announced = check_announcements(row, rules)

    cards12 = hands[declarer] + skat
    discard = check_discard(plays[:2], cards12, skat, hand)
    hands[declarer] = [card for card in cards12 if card not in discard]
    kontra = row["kontra"]
    choices = kontra_choices(
        hands,
        declarer,
        contract,
        rules=rules,
        bid=row["bid"],
        hand=hand,
        announced=announced,
        players=players,
    )
    if kontra not in choices:
        kontra = min(choices)
    played = play_tricks(plays[2:], hands, declarer, contract, rules)
    taken = [cards for winner, cards in played if winner == declarer]

    card_points = points(discard) + sum(points(cards) for cards in taken)
    tricks = len(taken)
    settled = score(
        cards12,
        contract,
        rules=rules,
        bid=row["bid"],
        points=card_points,
        tricks=tricks,
        hand=hand,
        announced=announced,
        kontra=kontra,
    )
    result = {column: row[column] for column in GIVEN}
    result["discard"] = mask_of(discard)
    result["announced_schneider"] = "schneider" in announced
    result["announced_schwarz"] = "schwarz" in announced
    result["kontra"] = kontra
    result["matadors"] = settled["matadors"]
    result["card_points"] = card_points
    result["tricks"] = tricks
    result["won"] = settled["won"]
    result["schneider"] = contract != "N" and (card_points >= 90 or card_points <= 30)
    result["schwarz"] = contract != "N" and (tricks == 10 or tricks == 0)
    result["overbid"] = settled["overbid"]
    result["value"] = settled["value"]
    result["score"] = settled["score"]
    for seat in range(3):
        result["score_" + SEATS[seat]] = settled["score"] if seat == declarer else 0
    return result


def check_announcements(row: dict[str, Any], rules: Rules) -> set[str]:
    """What was announced, implied ones included; ValueError for an illegal declaration."""
    announced = set()
    if row["ouvert"]:
        announced.add("ouvert")
    if row["announced_schneider"]:
        announced.add("schneider")
    if row["announced_schwarz"]:
        announced.add("schwarz")
    check_declaration(
        row["contract"], rules=rules, bid=row["bid"], hand=row["hand"], announced=announced
    )
    return with_implied(row["contract"], announced)


def check_discard(numbers: list[int], cards12: list[str], skat: list[str], hand: bool) -> list[str]:
    """The two cards put away; ValueError unless the declarer could put them away."""
    if hand:
        if numbers != [NOT_PLAYED, NOT_PLAYED]:
            raise ValueError("discard: a hand game has none")
        return skat
    discard = [name_of_bit(number) for number in numbers]
    for card in discard:
        if card not in cards12:
            raise ValueError(f"discard: {card} is none of the declarer's twelve cards")
    if discard[0] == discard[1]:
        raise ValueError(f"discard: {discard[0]} was put away twice")
    return discard


def play_tricks(
    numbers: list[int], hands: list[list[str]], declarer: int, contract: str, rules: Rules
) -> list[tuple[int, list[str]]]:
    """Play the thirty cards; return each trick with the seat that took it.

    A Null ends at the declarer's first trick; declarer -1 when there is none.
    """
    hands = [list(hand) for hand in hands]
    tricks: list[tuple[int, list[str]]] = []
    played = 0
    leader = 0
    while played < 30:
        trick: list[str] = []
        for turn in range(3):
            seat = (leader + turn) % 3
            if numbers[played] == NOT_PLAYED:
                raise ValueError(f"card {played}: {SEATS[seat]} played none")
            card = name_of_bit(numbers[played])
            if card not in hands[seat]:
                raise ValueError(f"card {played}: {SEATS[seat]} does not hold {card}")
            lead = trick[0] if trick else None
            if card not in legal_cards(hands[seat], lead, contract, rules):
                raise ValueError(f"card {played}: {SEATS[seat]} must follow {lead}, not {card}")
            hands[seat].remove(card)
            trick.append(card)
            played += 1
        leader = (leader + trick_winner(trick, contract, rules)) % 3
        tricks.append((leader, trick))
        if leader == declarer and contract == "N":
            break
    if numbers[played:] != [NOT_PLAYED] * (30 - played):
        raise ValueError(f"card {played}: played after the game had ended")
    return tricks
