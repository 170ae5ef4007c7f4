"""Where a campaign stands: its founding, its seats, what it agreed on, and the state of its game."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, ClassVar, Literal, Self, TypeVar

from typing_extensions import override

from rules.campaign.state.slice import Pending, Slice
from rules.campaign.state.timeline import Action, Timeline
from rules.campaign.state.wait import USUAL_TERMS, Began, Terms, Wait
from rules.command import Command, Event, Offer
from rules.dice import Dice, PhysicalDice, SealedDice, Source
from rules.errors import NotSeated
from rules.game import AnyGame, Due, Whose
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import Notice, Public, tell_all
from rules.seat import REFEREE, Player, Seat

DiceKind = Literal["sealed", "physical"]
S = TypeVar("S", bound=Slice)


once = lru_cache(maxsize=256)
"""Works out once for each of the newest campaigns what follows from it: a campaign never changes."""


@dataclass(frozen=True, slots=True)
class Founding:
    """What a campaign was founded with.

    ``rules`` is the version of the rules and ``data`` the digest of the game's data at that time. The founder is the
    first referee.
    """

    game: str
    name: str
    founder: Player
    seat: Seat
    dice: DiceKind
    rules: str = ""
    data: str = ""
    at: datetime | None = None
    terms: Terms = USUAL_TERMS


@dataclass(frozen=True, slots=True)
class Request(Pending):
    """A player asked, in entry ``seq`` with that ``number``, for something that others must agree to.

    ``command`` is carried out for ``seat`` once every seat in ``needed`` has agreed. Until ``until`` they can answer.
    After that any player can carry out one that ``goes_on`` without them, and any other lapses. ``title`` and ``wish``
    name what is asked for.
    """

    seq: int
    player: Player
    seat: Seat | None
    command: Command
    title: str
    needed: frozenset[Seat]
    until: datetime | None = None
    goes_on: bool = False
    number: int = 0
    wish: Line | None = None

    @property
    def missing(self) -> tuple[Seat, ...]:
        return tuple(sorted(self.needed))

    @property
    def asks(self) -> Line:
        return line("{player} wants to {wish}", player=self.player, wish=self.what)

    @property
    @override
    def what(self) -> Line:
        return self.wish or self.command.wanted()

    def overdue(self, names: Line) -> Iterator[Public]:
        yield tell_all("{names} did not answer: {asked}.", names=names, asked=self.asks)
        if self.goes_on:
            yield tell_all("Any player can go on without them.")
        else:
            yield tell_all("So it is not done. {player} can ask again.", player=self.player)


@dataclass(frozen=True, slots=True)
class Absence:
    """A player is away until a day. Their time to answer stands ``still`` so long, for thirty days at most."""

    player: Player
    until: datetime
    still: datetime


@dataclass(frozen=True, slots=True)
class StandIn:
    """A player may take some seats beside who holds them, ``since`` that one named them, until they are back."""

    player: Player
    for_player: Player
    seats: frozenset[Seat]
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Away(Slice):
    """What stops the time to answer: the ``absences`` that players have announced, whom they have let in meanwhile, and
    until when the table has agreed to pause.
    """

    absences: tuple[Absence, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    paused: datetime | None = None

    @override
    def without_player(self, player: Player) -> Self:
        absences = tuple(each for each in self.absences if each.player != player)
        stand_ins = tuple(each for each in self.stand_ins if player not in (each.player, each.for_player))
        return replace(self, absences=absences, stand_ins=stand_ins)


@dataclass(frozen=True, slots=True)
class TableDice(Slice):
    """The kind of dice that the table has changed to, if it has."""

    kind: DiceKind | None = None


@dataclass(frozen=True, slots=True)
class Earlier(Slice):
    """Each game whose data or rulings were changed, with the entry that changed them: what was decided before is told
    by the data and the rulings of its time.
    """

    games: tuple[tuple[int, AnyGame], ...] = ()


@dataclass(frozen=True, slots=True)
class AtEnd:
    """A campaign ended then. Unless that ``is_final``, it can be reopened for some time."""

    at: datetime
    is_final: bool


@dataclass(frozen=True)
class CampaignState:
    """A campaign after ``seq`` entries of its log, of which everybody saw ``number``. ``data`` is the digest of the
    data in force, and ``library`` holds the game with each data that the campaign has used or can adopt. ``sat`` keeps
    everybody who has held a seat or acted for it since the game ``has_begun``, which it does with the first action that
    reveals something or ends a phase. ``seen`` is when each player last acted, ``at`` the time of the newest entry, or
    of the command that is being decided. ``next_die`` is the index of the next sealed die, ``actions`` counts the
    game's entries. ``done`` are the seats that are done with this turn. ``began`` is which entry made each thing that
    the table waits for, without a break since; what was undone is none. ``terms`` are those that the table plays on
    now. ``timeline`` is what can be undone and redone. ``slices`` are what else features keep, one of each kind: a
    campaign that does not use a feature has none of its.
    """

    founding: Founding
    library: dict[str, AnyGame] = field(repr=False)
    data: str
    game: AnyGame
    state: Any
    roster: Mapping[Seat, tuple[Player, ...]]
    sat: Mapping[Seat, frozenset[Player]]
    has_begun: bool = False
    seen: Mapping[int, datetime] = field(default_factory=dict)
    at: datetime | None = None
    terms: Terms = USUAL_TERMS
    requests: tuple[Request, ...] = ()
    done: frozenset[Seat] = frozenset()
    began: Mapping[Wait, Began] = field(default_factory=dict)
    timeline: Timeline = field(default_factory=Timeline)
    seq: int = 0
    number: int = 0
    actions: int = 0
    next_die: int = 0
    ended: AtEnd | None = None
    slices: tuple[Slice, ...] = ()

    __hash__ = object.__hash__  # what follows from a campaign is kept by the campaign itself

    def of(self, kind: type[S]) -> S:
        """Return a feature's slice of the campaign, or an empty one if the feature is not used."""
        for each in self.slices:
            if isinstance(each, kind):
                return each
        return kind()

    def having(self: "C", *changed: Slice) -> "C":
        """Return the campaign with these slices in place of others of their kinds, except the empty ones."""
        if not changed:
            return self
        kinds = tuple(map(type, changed))
        kept = tuple(each for each in self.slices if not isinstance(each, kinds))
        return replace(self, slices=(*kept, *(each for each in changed if each != type(each)())))

    @cached_property
    def is_ended(self) -> bool:
        """Whether it has ended."""
        return self.ended is not None

    @cached_property
    def due(self) -> Mapping[Seat, Due]:
        """Whom the table waits for in the game, by what everybody can see, and for what."""
        return self.game.due(self.state)

    @cached_property
    def awaited(self) -> frozenset[Seat]:
        """The seats that must answer before anything else can happen in the game."""
        return frozenset([seat for seat, due in self.due.items() if due.whose is Whose.MUST])

    @cached_property
    def may_enquire(self) -> bool:
        """Whether a feature keeps something that it has asked, or the game has its sides declare something."""
        return any(each.pending for each in self.slices) or any(self.game.enquiries(self.state))

    @cached_property
    def last_correction(self) -> Action | None:
        """The newest number of the board that a player has entered, and that stands."""
        corrections = (each for each in reversed(self.timeline.standing) if each.command.is_correction)
        return next((each for each in corrections if not (each.is_unseen or each.command.settles)), None)

    @cached_property
    def late(self) -> frozenset[Seat]:
        """The seats that play waits for, and that nobody holds, or whose time to answer is over."""
        return frozenset(filter(self.is_late, self.awaited))

    @cached_property
    def is_unplayed(self) -> bool:
        """Whether nothing has been done in the game yet."""
        return not self.actions

    def game_of(self, seq: int) -> AnyGame:
        """Return the game with the data and the rulings by which an entry was decided."""
        games = self.of(Earlier).games if self.slices else ()
        return next((game for changed, game in games if seq < changed), self.game) if games else self.game

    def played_on(self: "C", game: AnyGame) -> "C":
        """Return the campaign with other data or rulings of its game from its newest entry on."""
        earlier = Earlier((*self.of(Earlier).games, (self.seq, self.game)))
        return replace(self.having(earlier), game=game, state=game.on_ruling_changed(self.state))

    @once
    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """Return the seats that a user holds, in the game's order, the referee's last."""
        own = [seat for seat, players in self.roster.items() if user in players and seat != REFEREE]
        return (*own, REFEREE) if user in self.roster[REFEREE] else tuple(own)

    def check_seated(self, user: int) -> None:
        """Raises ``NotSeated`` for somebody who holds no seat."""
        if not self.seats_of(user):
            raise NotSeated

    @once
    def acts_for(self, user: int) -> tuple[Seat, ...]:
        """Return the seats for which a user can act: their own, and for who plays a side alone also the free ones."""
        own = self.seats_of(user)
        if own in ((), (REFEREE,)) or not self.is_alone(user):
            return own
        return (*own, *(seat for seat in self.game.seats if not self.roster[seat]))

    def sides_of(self, user: int) -> frozenset[Seat]:
        """Return the game's seats that a user holds, ever held, or acted for."""
        return frozenset(seat for seat in self.game.seats if user in self.sat[seat])

    def is_neutral_referee(self, user: int) -> bool:
        """Return whether a user is a referee who has never played a side."""
        return user in self.roster[REFEREE] and not self.sides_of(user)

    @once
    def is_alone(self, user: int) -> bool:
        """Return whether nobody else ever held a seat."""
        return frozenset().union(*self.sat.values()) <= {user}

    @cached_property
    def is_solitaire(self) -> bool:
        """Whether the game has one seat, and one player holds it: nobody need be called, and nobody waits."""
        return len(self.game.seats) == 1 and len(frozenset().union(*self.roster.values())) == 1

    def others(self, user: int) -> frozenset[Seat]:
        """Return the sides that must agree to what is a user's own affair no longer: those that only others hold. Where
        there is none, it is a referee other than the user.
        """
        own = frozenset(self.seats_of(user)) - {REFEREE}
        # who plays several sides and shares one is alone in none of them
        held_alone = own if len(own) < 2 else frozenset()
        sides = frozenset(
            seat for seat in self.game.seats if set(self.roster[seat]) - {user} and seat not in held_alone
        )
        has_other_referee = any(player != user for player in self.roster[REFEREE])
        return sides or (frozenset({REFEREE}) if has_other_referee else frozenset())

    def all_others(self, user: int) -> frozenset[Seat]:
        """Return the other sides, which must all agree, or none if the user is a referee without a side."""
        return frozenset() if self.is_neutral_referee(user) else self.others(user)

    def named(self, seat: Seat) -> Line:
        """Return a seat by its players, as a refusal names them."""
        players = self.roster[seat]
        if not players:
            return line("{seat} (free)", seat=seat)
        return line("{players} ({seat})", players=Listed(players), seat=seat)

    def is_let_in(self, user: int, seat: Seat) -> bool:
        """Return whether somebody who holds a seat, and is away, has let a user in to it."""
        return any(
            each.player == user and seat in each.seats and each.for_player in self.roster[seat]
            for each in self.of(Away).stand_ins
            if not self.is_past(each.until)
        )

    def away_until(self, player: int) -> datetime | None:
        """Return until when a player is away, by their own word, or None if they are not."""
        own = (each.until for each in self.of(Away).absences if each.player == player)
        return next((until for until in own if not self.is_past(until)), None)

    def is_expected_back(self, player: int) -> bool:
        """Return whether a player is away, or lets somebody in, until a day that is still to come."""
        lets_in = any(each.for_player == player and not self.is_past(each.until) for each in self.of(Away).stand_ins)
        return lets_in or self.away_until(player) is not None

    @property
    def language(self) -> str:
        """The language of the channel."""
        return self.terms.language

    @property
    def pause(self) -> datetime | None:
        """Until when the table pauses; None if it does not."""
        until = self.of(Away).paused
        return None if self.is_past(until) else until

    def stands_still(self, seat: Seat) -> datetime | None:
        """Until when a seat's time to answer stands still, in a pause or because all its players are away."""
        still = {each.player: each.still for each in self.of(Away).absences}
        players = self.roster.get(seat, ())
        ends = [self.pause, min(still[each] for each in players) if players and still.keys() >= {*players} else None]
        return max((each for each in ends if each is not None and not self.is_past(each)), default=None)

    def answer_by(self, seats: Iterable[Seat]) -> datetime | None:
        """Until when some seats can answer what they are asked now."""
        at, days = self.at, timedelta(days=self.terms.answer)
        return None if at is None else max((self.stands_still(seat) or at) + days for seat in seats)

    def move_by(self, seat: Seat) -> datetime | None:
        """Return until when a seat can do what play awaits, or None if nobody else would wait for it."""
        for wait, began in self.began.items():
            if wait.due and wait.seat == seat:
                return began.by
        return None

    @cached_property
    def to_answer(self) -> tuple[Pending, ...]:
        """Return what players were asked and have not all answered."""
        return (*self.requests, *(each for kept in self.slices for each in kept.pending))

    def is_past(self, until: datetime | None) -> bool:
        """Return whether a deadline has passed."""
        return self.at is not None and until is not None and self.at >= until

    def is_late(self, seat: Seat) -> bool:
        """Return whether nobody holds a seat that play waits for, or its time to answer is over."""
        return not self.roster.get(seat) or self.is_past(self.move_by(seat))

    def without_request(self: "C", seq: int) -> "C":
        """Return the campaign after a request was answered."""
        return replace(self, requests=tuple(each for each in self.requests if each.seq != seq))

    def dice(self, faces: tuple[int, ...] | None, source: Source) -> SealedDice | PhysicalDice:
        """Return the campaign's sealed dice, or physical dice with the ``faces`` that the players rolled."""
        sealed = SealedDice(source.seed, self.next_die, source.press)
        return sealed if self.dice_kind == "sealed" else PhysicalDice(faces or (), sealed)

    @property
    def dice_kind(self) -> DiceKind:
        """Which dice it rolls now."""
        return self.of(TableDice).kind or self.founding.dice


C = TypeVar("C", bound=CampaignState)


class CampaignEvent(Event, named=""):
    """An event of any campaign, whatever its game. It knows what it changes and what it tells."""

    def apply(self, campaign: C) -> C:
        """Return the campaign after the event. It never refuses: what is in the log has happened."""
        return campaign

    def follow(self, campaign: C, entry: LogEntry) -> C:
        """Return the campaign after the event and all that follows from it in its entry."""
        return self.apply(campaign)

    @abstractmethod
    def tell(self) -> Iterable[Notice]:
        """The notices of the event, for all and for single seats."""

    def tell_in(self, game: AnyGame) -> Iterable[Notice]:
        """Return the notices of the event where that game is played."""
        return self.tell()


class CampaignCommand(Command, named=""):
    """A command of any campaign, whatever its game.

    ``for_players`` marks what only those can do who hold a seat, ``for_admin`` what only an administrator of the server
    can, ``by_bot`` what only the bot itself writes, ``at_end`` what can be done with a campaign that has ended, too,
    ``may_roll`` what can roll dice. All other sides must agree to what ``needs_all``, unless a referee who plays no
    side does it. What ``wants_answers`` is never done without them, because a secret would open or somebody be bound.
    A request for what ``is_about_game`` is void once the game has gone on.
    """

    for_players: ClassVar[bool] = True
    for_admin: ClassVar[bool] = False
    at_end: ClassVar[bool] = False
    by_bot: ClassVar[bool] = False
    may_roll: ClassVar[bool] = False
    is_about_game: ClassVar[bool] = False
    needs_all: ClassVar[bool] = False
    wants_answers: ClassVar[bool] = False

    @abstractmethod
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterable[Event]:
        """What happens. Raises ``RuleError`` before any die is rolled if it cannot be done."""

    def check_seated(self, campaign: CampaignState, user: Player) -> None:
        """Raises ``NotSeated`` for somebody who must hold a seat for it, and holds none."""
        if self.for_players:
            campaign.check_seated(user)

    def tried(self, campaign: CampaignState, user: Player, dice: Dice) -> tuple[Event, ...] | None:
        """Return what happens if nobody need agree; None where only the agreement of the others shows it. Raises
        ``RuleError`` if it cannot even be asked for.
        """
        return tuple(self.decide(campaign, user, dice))

    def check_sure(self, campaign: CampaignState, user: Player) -> None:
        """Check whether the player knows what is done by it. Raises ``Unsure``."""

    def waits_for_answers(self) -> bool:
        """Return whether it is never done without the answers."""
        return self.wants_answers

    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Return the seats whose players must agree before it is done for a user."""
        return campaign.all_others(user) if self.needs_all else frozenset()

    def asks(self, campaign: CampaignState, user: Player) -> Iterable[Line]:
        """Return what those who are asked read of it, besides what the user wants."""
        return ()

    def meant(self, campaign: CampaignState, user: Player) -> Self:
        """Return the command that is carried out once the others agree: by default as it was given."""
        return self

    def differs(self, campaign: CampaignState) -> Iterable[Line]:
        """Return what it changes, one by one, where that is much."""
        return ()

    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """Return the seat for which the user gives the command."""
        return next(iter(campaign.seats_of(user)), None)


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature: the modules with its commands and events, and what it offers.

    ``offers`` are read by the whole table: those of a user, or of anybody (None), each with the seat that takes it.
    They are asked for only where ``has_offers``, and ``at_end`` too. ``on_screen`` is what one user alone finds on a
    private screen of the feature, and nowhere else.
    """

    chapters: tuple[ModuleType, ...]
    offers: Callable[[CampaignState, int | None], Iterable[tuple[Seat | None, Offer]]] | None = None
    has_offers: Callable[[CampaignState], object] = lambda _: True
    at_end: bool = False
    on_screen: Callable[[CampaignState, int], Iterable[Offer]] | None = None
