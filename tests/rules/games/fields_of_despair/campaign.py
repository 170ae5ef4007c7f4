"""A campaign of Fields of Despair in memory, for the tests."""

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from rules.campaign.state.state import CampaignCommand
from rules.command import Event
from rules.errors import RuleError
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.state import State
from tests.games import fields, founded
from tests.play import Play, public

Happened = TypeVar("Happened", bound=Event)

HEXES = "A05 B05 C06 D06 E07 F07 G08 H08 I06 J07 K07 L08 M08 M09"


def told_anew(state: State, given: Mapping[str, Any]) -> dict[str, Any]:
    """A command with the list of all ``hexes`` with a CP block, as the ones that are added and gone."""
    if given.get("type") not in ("cp_blocks", "cp_reset") or "hexes" not in given:
        return {**given}
    hexes = given["hexes"].split()
    rest = {name: value for name, value in given.items() if name != "hexes"}
    added = " ".join(hex_ for hex_ in hexes if hex_ not in state.hexes)
    return {**rest, "added": added, "gone": " ".join(hex_ for hex_ in state.hexes if hex_ not in hexes)}


class Campaign:
    """One player with physical dice, unless dice are ``sealed``; it reads everything in one text."""

    def __init__(
        self, *, turn: int = 7, step: str = "", total: int = 96, hexes: str = HEXES, air: str = "4 3 1",
        artillery: str = "5 4 2", sealed: bool = False, rulings: Mapping[str, int | str] | None = None,
        game: FieldsOfDespair | None = None, seed: bytes | None = None,
    ) -> None:  # fmt: skip
        self.game = game or fields()
        self.told, self.user = "", 1
        founded_ = founded(self.game, dice="sealed" if sealed else "physical")
        self.play = Play(self.game, founded_) if seed is None else Play(self.game, founded_, seed)
        for name, choice in (rulings or {}).items():
            self.play.do(1, "set_ruling", name=name, choice=choice)
        self.do("set_up", total=total, hexes=hexes, air=air, artillery=artillery, eps=5, turn=turn)
        if step:
            self.to(step)

    @property
    def state(self) -> State:
        state = self.play.campaign.state
        assert isinstance(state, State)
        return state

    @property
    def step(self) -> str:
        """The id of the step that the Sequence of Play has reached."""
        return self.state.position(self.game.data).step.id

    def do(self, type_: str, *dice: int, **fields_: Any) -> str:
        """Give a command with those dice, and read the result."""
        self.told = public(self.play.do(self.user, told_anew(self.state, {"type": type_, **fields_}), dice or None))
        return self.told

    def refused(self, type_: str, *dice: int, **fields_: Any) -> str:
        """The sentence with which a command is refused; nothing changes."""
        before, log = self.play.campaign, len(self.play.log)
        try:
            self.do(type_, *dice, **fields_)
        except RuleError as error:
            assert self.play.campaign == before
            assert len(self.play.log) == log
            return str(error)
        raise AssertionError("it was not refused")

    def to(self, step: str, phase: int = 1) -> Self:
        """Go to a step of this turn, skipping the steps between."""
        while (self.step, self.state.phase(self.game.data)) != (step, phase):
            self.do("skip_step", reason="not in this test")
        return self

    def know(self, **sps: int) -> Self:
        """Let hexes hold known SPs in three blocks."""
        for name, value in sps.items():
            self.do("adjust", what="hex", value=f"{name} {value}", reason="for the test")
        return self

    def happened(self, kind: type[Happened]) -> list[Happened]:
        return [event for entry in self.play.log for event in entry.events if isinstance(event, kind)]

    def offered(self) -> list[str]:
        """The labels of all that may be done."""
        return [offer.label for offer in self.play.campaign.offers(1)]

    def again(self) -> State:
        """The state folded anew from the whole log."""
        events: list[Any] = [
            event for entry in self.play.log if not isinstance(entry.command, CampaignCommand) for event in entry.events
        ]
        state = self.game.start()
        for event in events:
            state = self.game.apply(state, event)
        return state


def central(turn: int = 9, phase: int = 1, **more: object) -> Campaign:
    """A campaign at the Central Powers' action phase. Turn 9 has no modifier of its own."""
    campaign = Campaign(turn=turn, **{"artillery": "", **more})  # type: ignore[arg-type]
    campaign.to("central", phase)
    return campaign


def begun(*dice: int, **more: object) -> Campaign:
    """A campaign whose offensives were counted."""
    campaign = central(**more)  # type: ignore[arg-type]
    campaign.do("cp_blocks", *dice, hexes=" ".join(campaign.state.hexes), in_france=True)
    return campaign


def landed(campaign: Campaign, hex_: str, *dice: int) -> str:
    """An offensive that was launched where no CP artillery is available, so that none is asked for."""
    campaign.do("cp_target", hex=hex_)
    return campaign.do("cp_reinforce", *dice, sps=0)


def fought(campaign: Campaign, hex_: str, *dice: int, **ended: object) -> str:
    """An offensive that was launched so, and how its combat ended."""
    landed(campaign, hex_, *dice)
    return campaign.do("cp_combat", **ended)
