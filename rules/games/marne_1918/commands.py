"""What the players of Marne 1918 may ask for."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.command import Command

Name = Annotated[str, Field(min_length=1, max_length=100)]
Place = Annotated[str, Field(max_length=60)]
Points = Annotated[int, Field(ge=0)]


class Draw(Command):
    """Draw the turn's events (rule C), for a named side or one's own."""

    title: ClassVar[str] = "Events are drawn"
    type: Literal["draw"] = "draw"
    side: str = ""


class Keep(Command):
    """Keep a £ marker just drawn for a later turn."""

    title: ClassVar[str] = "A marker is kept"
    type: Literal["keep"] = "keep"
    marker: Name


class Return(Command):
    """Return a marker to the pool: £ unused, ¤ after use."""

    title: ClassVar[str] = "A marker goes back"
    type: Literal["return"] = "return"
    marker: Name


class Play(Command):
    """Play a marker from the hand: ``choice`` among what it offers, ``hq`` to lie on, ``answer`` to what it asks of
    the map."""

    title: ClassVar[str] = "An event is played"
    type: Literal["play"] = "play"
    marker: Name
    choice: Annotated[str, Field(max_length=20)] = ""
    hq: Annotated[Place, Field(title="On which HQ?")] = ""
    answer: Annotated[bool, Field(title="Is it so on your map?")] = False


class Remove(Command):
    """Remove a ¤ marker from the game after use."""

    title: ClassVar[str] = "A marker is removed"
    type: Literal["remove"] = "remove"
    marker: Name


class AskToDeclare(Command):
    """As the defender of a combat, ask the attacker to declare an event or none."""

    title: ClassVar[str] = "Before a combat"
    type: Literal["ask_to_declare"] = "ask_to_declare"


class Pass(Command):
    """Play no event where one could be played before a combat."""

    title: ClassVar[str] = "Before a combat"
    type: Literal["pass"] = "pass"


class ResolveFlight(Command):
    """Answer what the Government's flight asks."""

    title: ClassVar[str] = "The Government's flight"
    type: Literal["resolve_flight"] = "resolve_flight"
    vp: Annotated[Points, Field(title="German victory points")] = 0
    crossed: Annotated[bool, Field(title="Has a German unit crossed the Marne?")] = False


class PlaceShakeup(Command):
    """As the German player, put a Command Shakeup on an Allied HQ."""

    title: ClassVar[str] = "Command Shakeup"
    type: Literal["place_shakeup"] = "place_shakeup"
    hq: Annotated[Place, Field(title="On which Allied HQ?")] = ""


class ReportAttacks(Command):
    """Tell how many attacks of at least 1 to 2 Mangin's force made."""

    title: ClassVar[str] = "Mangin's attacks"
    type: Literal["report_attacks"] = "report_attacks"
    attacks: Annotated[int, Field(ge=0, le=20, title="Attacks at 1 to 2 or better")] = 2


class Deploy(Command):
    """Let the force of the Victory Telegram come now, or not: it may wait, or there may be no hex for it."""

    title: ClassVar[str] = "Victory Telegram"
    type: Literal["deploy"] = "deploy"
    come: bool = True


class DeclareOffensive(Command):
    """As the German player, declare an offensive."""

    title: ClassVar[str] = "A German offensive"
    type: Literal["declare_offensive"] = "declare_offensive"


class TakeHex(Command):
    """Tell that the Germans captured a victory hex, or that the Allies retook one."""

    title: ClassVar[str] = "A victory hex"
    type: Literal["take_hex"] = "take_hex"
    by: Annotated[Literal["Germans", "Allies"], Field(title="Who took it?")] = "Germans"
    hex: Annotated[str, Field(max_length=40, title="Which hex?")] = ""
    vp: Annotated[Points, Field(title="Its victory points")] = 0


class SetPoints(Command):
    """Enter the German victory points as they stand on the board."""

    title: ClassVar[str] = "Victory points"
    type: Literal["set_points"] = "set_points"
    vp: Annotated[Points, Field(title="German victory points")] = 0


class NextPhase(Command):
    """Go on to the next phase, or to a named one of this turn."""

    title: ClassVar[str] = "The turn goes on"
    anyone_can_undo: ClassVar[bool] = True
    type: Literal["next_phase"] = "next_phase"
    to: Annotated[str, Field(max_length=40)] = ""


class NextTurn(Command):
    """Go through what is left of the turn and begin the next."""

    title: ClassVar[str] = "The turn ends"
    anyone_can_undo: ClassVar[bool] = True
    type: Literal["next_turn"] = "next_turn"


MarneCommand = (
    Draw
    | Keep
    | Return
    | Play
    | Remove
    | AskToDeclare
    | Pass
    | ResolveFlight
    | PlaceShakeup
    | ReportAttacks
    | Deploy
    | DeclareOffensive
    | TakeHex
    | SetPoints
    | NextPhase
    | NextTurn
)
COMMANDS: TypeAdapter[Any] = TypeAdapter(Annotated[MarneCommand, Field(discriminator="type")])
