"""What the players of Fields of Despair may ask for."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from rules.command import Command
from rules.games.fields_of_despair.written import MOST_SPS

Sps = Annotated[int, Field(ge=0, le=MOST_SPS)]
# a field of a form that is left empty comes as an empty text
Limit = Annotated[
    Annotated[int, Field(ge=1, le=MOST_SPS)] | None, BeforeValidator(lambda given: None if given == "" else given)
]
Text = Annotated[str, Field(max_length=300)]
Reason = Annotated[str, Field(min_length=3, max_length=200)]


class SetUp(Command):
    """Tell what the Central Powers have on the board."""

    title: ClassVar[str] = "The Central Powers take the field"
    type: Literal["set_up"] = "set_up"
    total: Sps = Field(title="CP total SPs")
    hexes: Text = Field(title="Hexes with CP blocks", description="e.g. A05 B06 I06")
    air: Text = Field(title="CP air counters", description="their values, e.g. 3 2 2; empty: none", default="")
    artillery: Text = Field(title="CP artillery counters", description="e.g. 4 3; empty: none", default="")
    eps: Sps = Field(title="CP economic points", default=0)
    turn: Annotated[int, Field(ge=7, le=9)] = 7


class Adjust(Command):
    """Put right what the bot has wrong, or tell what the core rules changed."""

    title: ClassVar[str] = "Put right"
    type: Literal["adjust"] = "adjust"
    what: Literal["total", "hexes", "hex", "air", "artillery", "logistic points", "eps"]
    value: Text
    reason: Reason


class NextStep(Command):
    """Tick the step of the Sequence of Play and go to the next."""

    title: ClassVar[str] = "The sequence of play"
    type: Literal["next_turn"] = "next_turn"


class SkipStep(Command):
    """Leave the step undone, for a reason."""

    title: ClassVar[str] = "A step is skipped"
    type: Literal["skip_step"] = "skip_step"
    reason: Reason


class Economy(Command):
    """6.5-S: the Central Powers spend their economic points."""

    title: ClassVar[str] = "The CP economy"
    type: Literal["economy"] = "economy"
    eps: Sps = Field(title="CP economic points")
    supply: Annotated[int, Field(ge=0, le=2)] = Field(
        title="Supply Capacity needed", description="0 to 2: what keeps hexes from being out of supply"
    )


class Choose(Command):
    """6.5-S: spend an economic point that is left on a Choice item."""

    title: ClassVar[str] = "The CP economy"
    type: Literal["choose"] = "choose"
    item: Annotated[str, Field(max_length=40)]


class FromTheEast(Command):
    """8.0: the CP total rises by the Eastern Front marker."""

    title: ClassVar[str] = "Troops from the Eastern Front"
    type: Literal["from_the_east"] = "from_the_east"
    value: Sps = Field(title="Value of the Eastern Front marker")


class Recon(Command):
    """7.1.3-S: what a surviving squadron sees in a hex."""

    title: ClassVar[str] = "Reconnaissance"
    type: Literal["recon"] = "recon"
    hex: Annotated[str, Field(max_length=10)] = Field(title="Hex")
    air: Annotated[int, Field(ge=1, le=50)] = Field(title="Surviving Allied air value")
    limit: Limit = Field(title="Shaded limit", description="for air 1 or 2: read it off your aid", default=None)


class Dogfight(Command):
    """7.1-S: Allied squadrons are placed."""

    title: ClassVar[str] = "Allied squadrons"
    type: Literal["dogfight"] = "dogfight"
    hexes: Text = Field(title="Hexes with Allied air", description="with its value, e.g. A05 4, B06 1")


class AnswerAir(Command):
    """7.1.2-S: the Central Powers answer in the strongest hex that is left."""

    title: ClassVar[str] = "Dogfight response"
    type: Literal["answer_air"] = "answer_air"


class DeclareCombat(Command):
    """7.3-S steps 1 to 3: Allied attacks are declared."""

    title: ClassVar[str] = "Allied attacks"
    type: Literal["combat"] = "combat"
    hexes: Text = Field(title="Attacks", description="artillery + blocks, e.g. A05 4+18, B06 0+12; 3 alone: artillery")


class AnswerAttack(Command):
    """7.3-S steps 5 to 7: the Central Powers answer the next attack."""

    title: ClassVar[str] = "The attack is answered"
    type: Literal["answer_attack"] = "answer_attack"
    limit: Limit = Field(title="Shaded limit", description="the most SPs: read it off your aid", default=None)


class TakeLosses(Command):
    """7.3-S steps 8 and 9: CP losses of the combat."""

    title: ClassVar[str] = "The combat's losses"
    type: Literal["losses"] = "losses"
    sps: Sps = Field(title="SPs that the CP lost")


class CpBlocks(Command):
    """7.5-S steps 1 to 5."""

    title: ClassVar[str] = "The Central Powers' action phase"
    type: Literal["cp_blocks"] = "cp_blocks"
    hexes: Text = Field(title="Hexes with CP blocks now", description="all contested and Allied frontline hexes (23.2)")
    in_france: bool = Field(title="A hex in France under CP control?")
    allies_ahead: bool = Field(title="Allies at victory or draw condition?", default=False)


class CpTarget(Command):
    """(6) step 1: the objective of the offensive."""

    title: ClassVar[str] = "The objective"
    type: Literal["cp_target"] = "cp_target"
    hex: Annotated[str, Field(max_length=10)] = Field(title="Target hex", description="by the objective chit (20.3.2)")


class CpReinforce(Command):
    """(6) steps 2 to 4: the Allies bring in up to 5 SPs or none, and the offensive is launched."""

    title: ClassVar[str] = "The offensive"
    type: Literal["cp_reinforce"] = "cp_reinforce"
    sps: Sps = Field(title="SPs that the Allies bring in", description="for a Logistic Point, 5 at most")


class CpArtillery(Command):
    """(6) steps 5 and 6: Allied artillery, and the answer."""

    title: ClassVar[str] = "Artillery"
    type: Literal["cp_artillery"] = "cp_artillery"
    artillery: Sps = Field(title="Allied artillery SPs in the hex")
    blocks: Sps = Field(title="Allied block SPs in the hex")


class CpCombat(Command):
    """(6) steps 7 and 8: the combat's losses, and whether it breaks out."""

    title: ClassVar[str] = "The combat of the offensive"
    type: Literal["cp_combat"] = "cp_combat"
    losses: Sps = Field(title="SPs that the CP lost")
    breakout: bool = Field(title="Breakout marker?", default=False)


class CpSpring(Command):
    """25.4: the Spring Offensive rules, at the players' table."""

    title: ClassVar[str] = "Spring Offensive"
    type: Literal["cp_spring"] = "cp_spring"
    note: Text = Field(title="What it did (for the log)", default="")


class CpBreakout(Command):
    """(8): the hexes that a breakout enters."""

    title: ClassVar[str] = "Breakout movement"
    type: Literal["cp_breakout"] = "cp_breakout"
    hexes: Text = Field(title="Adjacent hexes that it enters", description="empty: it can enter none", default="")


class CpFire(Command):
    """(9): Allied artillery fire on what broke out."""

    title: ClassVar[str] = "Breakout combat"
    type: Literal["cp_fire"] = "cp_fire"
    losses: Text = Field(title="CP losses by hex", description="e.g. I06 2, I07 1; empty: none", default="")


class CpReset(Command):
    """(10), action phase 2: the blocks as they lie after the reset."""

    title: ClassVar[str] = "Central Powers reset"
    type: Literal["cp_reset"] = "cp_reset"
    hexes: Text = Field(title="Hexes with a CP block", description="Allied frontline hexes by A-H and I06, see (10)")


FieldsCommand = (
    SetUp
    | Adjust
    | NextStep
    | SkipStep
    | Economy
    | Choose
    | FromTheEast
    | Recon
    | Dogfight
    | AnswerAir
    | DeclareCombat
    | AnswerAttack
    | TakeLosses
    | CpBlocks
    | CpTarget
    | CpReinforce
    | CpArtillery
    | CpCombat
    | CpSpring
    | CpBreakout
    | CpFire
    | CpReset
)
COMMANDS: TypeAdapter[Any] = TypeAdapter(Annotated[FieldsCommand, Field(discriminator="type")])
