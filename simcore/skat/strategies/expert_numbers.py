"""The numbers of play `expert`: thresholds and weights of its rules.

Found by search on simulated deals, against `simple` and against itself. Weights of leads compare
suits with each other; prices of cards are in quarters of a card point.
"""

from typing import Annotated

from pydantic import BaseModel, Field

Margin = Annotated[int, Field(ge=-22, le=22)]
Number = Annotated[int, Field(ge=0, le=12)]
Points = Annotated[int, Field(ge=0, le=120)]
Price = Annotated[int, Field(ge=0, le=99)]
Weight = Annotated[int, Field(ge=-99, le=99)]
Wide = Annotated[int, Field(ge=-999, le=999)]


class ExpertNumbers(BaseModel):
    """What the rules of `expert` go by; other play does not read it."""

    # Declarer: trumps
    draw_suit: Margin = Field(
        -5, description="draw in suit games while 2 x own trumps >= missing + this"
    )
    draw_sure: Margin = Field(-1, description="... with a sure trump to lead")
    draw_grand: Margin = Field(-2, description="the same in Grand")
    draw_up: Margin = Field(2, description="... where all missing ones are higher than the own")
    drive_jack: Number = Field(
        2, description="drive trumps out with the lowest jack of so many; 0 never"
    )

    # Declarer: leads
    cash_out: Number = Field(
        1, description="with trumps out cash winners of suits with so many cards out"
    )
    grand_cash: Number = Field(1, description="... in Grand")
    set_up: Number = Field(2, description="set up a suit of so many cards before cashing; 0 never")
    set_up_out: Number = Field(0, description="... with trumps out")
    grand_set_up: Number = Field(2, description="... in Grand")
    grand_set_up_out: Number = Field(4, description="... in Grand with jacks out")
    exit_long: Weight = Field(2, description="leading a loser: for each card of the suit")
    grand_exit_long: Weight = Field(2, description="... in Grand")
    exit_ten: Weight = Field(-10, description="... for a ten under a live ace")
    exit_trump: Wide = Field(-999, description="... for a trump")
    grand_exit_trump: Wide = Field(-99, description="... for a jack in Grand")

    # Declarer: later seats
    ruff_last: Points = Field(1, description="ruff behind both for so many points")
    grand_ruff_last: Points = Field(5, description="... in Grand")
    ruff_second: Points = Field(0, description="ruff between the defenders for so many points")
    grand_ruff: Points = Field(1, description="... in Grand")
    ruff_dear: Number = Field(
        3, description="ruff with a dear trump while so many cards of the suit are out"
    )
    ace_declarer: Points = Field(
        5, description="behind both the ace waits for the ten below so many points"
    )
    grand_ace: Points = Field(11, description="... in Grand")
    ace_second: Points = Field(5, description="... in second seat")
    guard: Price = Field(22, description="price of uncovering a ten, four a point")
    keep_winner: Price = Field(18, description="price of throwing a sure card")
    go_void: Price = Field(14, description="gain of making a suit void")

    # Both sides
    jack_min: Points = Field(1, description="a jack takes a trump trick of so many points")

    # Defenders: leads
    lead_near: Weight = Field(3, description="for each card of the suit, declarer next to play")
    lead_far: Weight = Field(-8, description="... partner next to play")
    sure_near: Weight = Field(86, description="for a sure card, declarer next")
    sure_far: Weight = Field(-54, description="... partner next")
    lead_round: Weight = Field(-22, description="... for each card of its suit that is out")
    grand_near: Weight = Field(4, description="lead_near against Grand")
    grand_far: Weight = Field(2, description="lead_far against Grand")
    grand_sure: Weight = Field(82, description="sure_near against Grand")
    grand_sure_far: Weight = Field(66, description="sure_far against Grand")
    grand_round: Weight = Field(-16, description="lead_round against Grand")
    lead_king: Weight = Field(2, description="for a king that is not sure")
    lead_his: Weight = Field(18, description="against a suit the declarer led")
    lead_ruffed: Weight = Field(
        -22, description="against a suit he lacks, declarer next; below 0 for it"
    )
    lead_ruffed_far: Weight = Field(-26, description="... partner next")
    lead_trump: Weight = Field(-60, description="for a trump")
    lead_ten: Weight = Field(8, description="against a ten under a live ace, declarer next")
    lead_ten_far: Weight = Field(15, description="... partner next")
    grand_ten: Weight = Field(15, description="... against Grand, declarer next")
    command: Number = Field(
        1, description="lead the top of more trumps than are out while so many are out"
    )

    # Defenders: later seats
    ace_defender: Points = Field(
        4, description="behind both the ace waits for the ten below so many points"
    )
    grand_ace_def: Points = Field(20, description="... in Grand")
    ace_behind: Points = Field(5, description="... behind the declarer's lead")
    ace_behind_hope: Points = Field(5, description="... where the partner may take the trick")
    ace_before: Points = Field(0, description="... on the partner's lead")
    smear_keep: Weight = Field(6, description="against smearing a sure card, four a point")
    smear_bare: Weight = Field(0, description="for smearing a ten under a live ace")
    smear_out: Number = Field(
        1, description="smear before the declarer when so many cards of the suit are out"
    )
    hope_trump: Number = Field(
        2, description="smear on a trump when the partner may hold so many higher ones"
    )
    hope_side: Number = Field(1, description="... on a side card")
    ruff_defender: Points = Field(4, description="ruff for so many points")
    grand_ruff_def: Points = Field(3, description="... in Grand")
    ruff_before_void: Points = Field(6, description="... before a declarer who lacks the suit")
    guard_def: Price = Field(6, description="guard as a defender")
    keep_def: Price = Field(4, description="keep_winner as a defender")
    void_def: Price = Field(40, description="go_void as a defender")

    # Null
    null_low: Weight = Field(2, description="attack: against each card out below the lowest own")
    null_short: Weight = Field(5, description="... against each card of the suit")
    null_partners: Weight = Field(0, description="... for the partner's suit")
