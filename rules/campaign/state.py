"""Where a campaign stands: its founding, its seats, what it agreed on, and the state of its game."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from rules.command import Command, Event
from rules.dice import Dice, PhysicalDice, SealedDice
from rules.game import AnyGame
from rules.notice import Notice
from rules.seat import REFEREE, Player, Seat

DiceKind = Literal["sealed", "physical"]


@dataclass(frozen=True, slots=True)
class Founding:
    """What a campaign was founded with.

    ``seal`` is the SHA-256 of its seed, ``rules`` the version of the rules and ``data`` the digest of the game's data
    at that time. The founder is the first referee.
    """

    game: str
    name: str
    founder: Player
    seat: Seat
    dice: DiceKind
    seal: str
    rules: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True)
class LastAction:
    """The newest action of the game that stands, which undo would undo."""

    entry: int
    seat: Seat
    title: str
    is_free: bool
    ends_phase: bool


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player asks, in entry ``seq``, to undo ``entry``.

    The seats in ``needed`` have not agreed yet; the referee can for all.
    """

    entry: int
    player: Player
    title: str
    needed: frozenset[Seat]
    seq: int


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A player asks to share a seat that others hold."""

    player: Player
    seat: Seat


@dataclass(frozen=True)
class CampaignState:
    """A campaign after ``seq`` entries of its log.

    ``data`` is the digest of the data in force, and ``library`` holds the game with each data that the campaign has
    used or can adopt. ``sat`` keeps everybody who has ever held a seat, because a hand that somebody drew must stay
    hidden from others. ``next_die`` is the index of the next sealed die, ``actions`` counts the game's entries.
    ``adopted`` keeps each game whose data was replaced, with the entry that replaced it: what was told before is told
    by the data of its time.
    """

    founding: Founding
    library: Mapping[str, AnyGame] = field(repr=False)
    data: str
    game: AnyGame
    state: Any
    roster: Mapping[Seat, tuple[Player, ...]]
    sat: Mapping[Seat, frozenset[Player]]
    seat_request: SeatRequest | None = None
    undo_request: UndoRequest | None = None
    last_action: LastAction | None = None
    seq: int = 0
    actions: int = 0
    next_die: int = 0
    words: tuple[str, ...] = ()
    is_ended: bool = False
    adopted: tuple[tuple[int, AnyGame], ...] = ()

    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """The seats that a user holds, in the game's order, the referee's last."""
        own = [seat for seat, players in self.roster.items() if user in players]
        return tuple(sorted(own, key=lambda seat: seat == REFEREE))

    def acts_for(self, user: int) -> tuple[Seat, ...]:
        """The seats for which a user can act: their own, and for the referee also those that nobody else ever held."""
        own = self.seats_of(user)
        if REFEREE not in own:
            return own
        return (*own, *(seat for seat in self.game.seats if not self.roster[seat] and not self.sat[seat] - {user}))

    def sides_of(self, user: int) -> frozenset[Seat]:
        """The game's seats that a user holds or ever held."""
        return frozenset(seat for seat in self.game.seats if user in self.sat[seat])

    def is_neutral_referee(self, user: int) -> bool:
        """Whether a user is a referee who has never played a side."""
        return user in self.roster[REFEREE] and not self.sides_of(user)

    def dice(self, faces: tuple[int, ...] | None, seed: bytes) -> SealedDice | PhysicalDice:
        """The dice of the campaign; ``faces`` are those rolled on the players' table."""
        sealed = SealedDice(seed, "\n".join(self.words), self.next_die)
        return sealed if self.founding.dice == "sealed" else PhysicalDice(faces or (), sealed)


C = TypeVar("C", bound=CampaignState)


class CampaignEvent(Event):
    """An event of any campaign, whatever its game. It knows what it changes and what it tells."""

    @abstractmethod
    def apply(self, campaign: C) -> C:
        """The campaign after the event. It never refuses: what is in the log has happened."""

    @abstractmethod
    def tell(self) -> Iterable[Notice]:
        """The notices of the event, for all and for single seats."""


class CampaignCommand(Command):
    """A command of any campaign, whatever its game."""

    @abstractmethod
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> CampaignEvent:
        """What happens. Raises ``RuleError`` before any die is rolled if it cannot be done."""

    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The seat for which the user gives the command."""
        return next(iter(campaign.seats_of(user)), None)
