"""Problems for the solver, and the kernels that answer them."""

import numpy as np

from simcore.bits import index
from simcore.jit import helper, kernel
from simcore.skat.order import legal
from simcore.skat.solver.bounds import points_of
from simcore.skat.solver.moves import distinct
from simcore.skat.solver.search import all_held, exact, play, search
from simcore.skat.solver.space import lay_in, pack_bit_of, set_deal

EXACT = -1  # a target that asks for the value itself
NOT_LEGAL = -1  # the value of a card that may not be played
_GUESS = 61

PROBLEM = np.dtype(
    [
        ("hands", np.int64, 3),  # by seat, sets of the pack, cards on the table not among them
        ("trick", np.int64, 2),  # the cards on the table in playing order, 0 none
        ("skat", np.int64),  # cards whose points are the declarer's
        ("contract", np.int64),
        ("declarer", np.int64),
        ("leader", np.int64),  # the seat that leads, or has led, the running trick
        ("target", np.int64),  # card points to be reached, or `EXACT`
        ("asked", np.int64),  # the cards whose values are asked for, 0 all that may be played
        ("value", np.int64),  # the answer: points, or 1 and 0 in Null and where a target is asked
        ("nodes", np.int64),
    ]
)


@helper
def set_problem(problem, space, rules):
    """The position of a problem: the cards on the table are played from the lead."""
    hands, leader, declarer = problem["hands"], problem["leader"], problem["declarer"]
    first, second = problem["trick"][0], problem["trick"][1]
    hands[leader] |= first
    hands[(leader + 1) % 3] |= second
    set_deal(space, hands, problem["contract"], declarer, rules)
    hands[leader] ^= first
    hands[(leader + 1) % 3] ^= second
    open_root(space, (leader - declarer + 3) % 3, problem["skat"])
    for card in (first, second):
        if card:
            play_on(index(lay_in(card, space)), space)


@helper
def open_root(space, leader, skat):
    """The frame of the first lead: the points in the skat are the declarer's."""
    frame = space["frames"][0]
    frame["seat"] = frame["holder"] = leader
    frame["place"] = 0
    frame["led"] = 0
    frame["best"] = 0
    frame["taken"] = 0
    frame["won"] = 0 if space["null"] else points_of(lay_in(skat, space), space)
    frame["rest"] = points_of(all_held(space), space)


@helper
def play_on(bit, space):
    """A card is played: the position asked about is the one after it."""
    space["root"] = play(space["root"], bit, space)


@helper
def take_back(bit, space):
    """The last card goes back into its hand."""
    space["root"] -= 1
    space["held"][space["frames"][space["root"]]["seat"]] ^= 1 << bit


@helper
def moves_of(space):
    """The cards that may be played at the root."""
    frame = space["frames"][space["root"]]
    hand = space["held"][frame["seat"]]
    return legal(hand, frame["led"]) if frame["place"] else hand


@helper
def answer(target, guess, space):
    """The value of the root, or whether it reaches a target (1 or 0)."""
    if target == EXACT or space["null"]:
        return exact(guess, space)
    return int(search(target, space) >= target)


@helper
def answer_after(bit, target, guess, space):
    """The answer where a card of the root is played."""
    play_on(bit, space)
    value = answer(target, guess, space)
    take_back(bit, space)
    return value


@helper
def judge_moves(asked, target, values, space):
    """The answer for cards that may be played (`asked` 0: all), by bit number in the pack."""
    for bit in range(32):
        values[bit] = NOT_LEGAL
    frame = space["frames"][space["root"]]
    moves, value, best = moves_of(space), 0, _GUESS
    moves &= lay_in(asked, space) if asked else moves
    unlike = moves  # equal cards are searched once: a card is worth what the one above it is
    if not space["null"]:
        unlike = distinct(moves, all_held(space) | frame["best"], space)
    for place in range(32):
        bit = 31 - place
        if moves >> bit & 1:
            if unlike >> bit & 1:
                value = answer_after(bit, target, best, space)
                best = value
            values[pack_bit_of(bit, space)] = value


@kernel
def solve_problems(problems, spaces, rules):
    """Answer problems one after the other; each starts with an empty table."""
    space, rule_set = spaces[0], rules[0]
    for number in range(len(problems)):
        problem = problems[number]
        set_problem(problem, space, rule_set)
        problem["value"] = answer(problem["target"], _GUESS, space)
        problem["nodes"] = space["nodes"]


@kernel
def solve_moves(problems, values, spaces, rules):
    """Answer problems for every card that may be played: `values`, int64, (number, 32)."""
    space, rule_set = spaces[0], rules[0]
    for number in range(len(problems)):
        problem = problems[number]
        set_problem(problem, space, rule_set)
        judge_moves(problem["asked"], problem["target"], values[number], space)
        problem["nodes"] = space["nodes"]


@helper
def keeper(value, space):
    """The lowest card of the root that keeps its value, as bit number; -1 where none does."""
    declarer = space["frames"][space["root"]]["seat"] == 0
    target = value if declarer or space["null"] else value + 1
    moves = moves_of(space)
    while moves:
        bit = index(moves & -moves)
        moves &= moves - 1
        play_on(bit, space)
        found = search(max(target, 1) if space["null"] else target, space)
        take_back(bit, space)
        keeps = found == value if space["null"] else (found >= target) == declarer
        if keeps:
            return bit
    return -1


@kernel
def find_line(problems, line, spaces, rules):
    """The cards of a best line of the first problem, as bit numbers: `line`, int64, 30, -1 none."""
    space = spaces[0]
    set_problem(problems[0], space, rules[0])
    value = exact(_GUESS, space)
    problems[0]["value"] = value
    line[:] = -1
    step = 0
    while moves_of(space) and not (space["null"] and space["frames"][space["root"]]["won"]):
        bit = keeper(value, space)
        line[step] = pack_bit_of(bit, space)
        play_on(bit, space)
        step += 1
