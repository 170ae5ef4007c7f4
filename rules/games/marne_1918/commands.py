"""What the players of Marne 1918 may ask for."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.game import Command

Name = Annotated[str, Field(min_length=1, max_length=100)]


class Draw(Command):
    """Draw the turn's events (rule C)."""

    title: ClassVar[str] = "Events are drawn"
    do: Literal["draw"] = "draw"


class Keep(Command):
    """Keep a £ marker just drawn for a later turn."""

    title: ClassVar[str] = "A marker is kept"
    do: Literal["keep"] = "keep"
    marker: Name


class Return(Command):
    """Return a marker to the pool: £ unused, ¤ after use."""

    title: ClassVar[str] = "A marker goes back"
    do: Literal["return"] = "return"
    marker: Name


class Play(Command):
    """Play a marker from the hand."""

    title: ClassVar[str] = "An event is played"
    do: Literal["play"] = "play"
    marker: Name


class Remove(Command):
    """Remove a ¤ marker from the game after use."""

    title: ClassVar[str] = "A marker is removed"
    do: Literal["remove"] = "remove"
    marker: Name


class NextTurn(Command):
    """End the turn and begin the next."""

    title: ClassVar[str] = "The turn ends"
    do: Literal["next_turn"] = "next_turn"


MarneCommand = Draw | Keep | Return | Play | Remove | NextTurn
COMMANDS: TypeAdapter[Any] = TypeAdapter(Annotated[MarneCommand, Field(discriminator="do")])
