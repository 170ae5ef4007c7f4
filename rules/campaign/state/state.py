"""Where a campaign stands: its founding, its seats, what it agreed on, and the state of its game."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar, assert_never

from rules.campaign.state.calendar import Absence, Calendar, Span, Weekends
from rules.campaign.state.clock import DAY, Clock, Held
from rules.campaign.state.dispute import Dispute
from rules.campaign.state.life import PLAYING, AtEnd, InTrash, Life, Playing, before_trash
from rules.campaign.state.plan import Plan
from rules.campaign.state.sealed import Question
from rules.campaign.state.terms import USUAL_PATIENCE, USUAL_TERMS, Patience, Terms
from rules.campaign.state.timeline import Action, Timeline
from rules.campaign.state.wait import Began, Wait
from rules.command import Command, Event, Offer
from rules.dice import Dice, PhysicalDice, SealedDice, Source
from rules.errors import NotSeated
from rules.game import AnyGame, Due, Orderable, Whose
from rules.line import Line, Listed, line
from rules.notice import Notice
from rules.seat import REFEREE, Player, Seat

DiceKind = Literal["sealed", "physical"]


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
class Awaited:
    """``since`` when the table has waited for a seat in the game without a break, and ``by`` when it must have done
    what play waits for, if the table has set a time.
    """

    since: datetime
    by: datetime | None


@dataclass(frozen=True, slots=True)
class Request:
    """A player asked, in entry ``seq`` with that ``number``, for something that others must agree to.

    ``command`` is carried out for ``seat`` once every seat in ``needed`` has agreed. Until ``until`` they can answer.
    After that a request that ``goes_on`` is carried out without them; any other lapses, unless all who did not answer
    are silent players. ``title`` names what is asked for.
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


@dataclass(frozen=True, slots=True)
class Contested:
    """A correction, in entry ``seq`` with that ``number``, to which the other sides can object until ``until``.

    One that does not stand alone can be taken back only while it is the last action. ``fact`` is what it
    is about.
    """

    seq: int
    player: Player
    seats: frozenset[Seat]
    title: str
    until: datetime | None
    stands_alone: bool = True
    fact: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class StandIn:
    """A player may take some seats beside another who holds them, ``since`` that one named them and until they are
    back.
    """

    player: Player
    for_player: Player
    seats: frozenset[Seat]
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Noted:
    """After the entry ``seq``, when everybody had seen ``number``, the chain of the log had this ``hash``."""

    seq: int
    hash: str
    number: int


@dataclass(frozen=True)
class CampaignState:
    """A campaign after ``seq`` entries of its log, of which everybody saw ``number``. ``data`` is the digest of the
    data in force, and ``library`` holds the game with each data that the campaign has used or can adopt. ``sat`` keeps
    everybody who has held a seat since its first action, or acted for it. The game ``has_begun`` with the first that
    reveals something or ends a phase. ``seen`` is when each player last acted, ``at`` the time of the newest entry, or
    of the command that is being decided. ``next_die`` is the index of the next sealed die, ``actions`` counts the
    game's entries. ``earlier`` keeps each game whose data or rulings were changed, with the entry that changed them:
    what was decided before is told by the data and the rulings of its time. ``done`` are the seats that are done with
    this turn, ``passing`` those that had planned to pass this phase as it began.
    ``disputes`` are facts about which sides contradict one another.
    ``uncalled`` are the players who do not want to be called when it is their move, ``stand_ins`` whom those who are
    away have let in. ``awaited_since`` is since when the table waits for a seat in the game, ``began`` which entry made
    each thing that it waits for, without a break since; what was undone is none. ``clocks`` are those of the seats that
    have kept a phase open, ``absences`` are what players have announced, ``pauses`` and ``weekends`` what the table has
    agreed on. ``plans`` is what each seat has planned, which nobody else may know. ``questions`` are open, with their
    answers under seal.
    ``has_pictures`` is False once the table does without, ``language`` is that of the channel. With the entry
    ``begun_at`` the dice of a fork begin, or of a campaign from a file. The hash of the log was last ``noted`` as a
    turn began. ``timeline`` is what can be undone and redone. ``offered`` keeps what a seat can do, worked out once.
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
    patience: Patience = USUAL_PATIENCE
    requests: tuple[Request, ...] = ()
    contested: tuple[Contested, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    done: frozenset[Seat] = frozenset()
    passing: frozenset[Seat] = frozenset()
    uncalled: frozenset[Player] = frozenset()
    stand_ins: tuple[StandIn, ...] = ()
    awaited_since: Mapping[Seat, Awaited] = field(default_factory=dict)
    began: Mapping[Wait, Began] = field(default_factory=dict)
    clocks: Mapping[Seat, Clock] = field(default_factory=dict)
    absences: tuple[Absence, ...] = ()
    pauses: tuple[Span, ...] = ()
    weekends: tuple[Weekends, ...] = ()
    plans: Mapping[Seat, Plan] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    has_pictures: bool = True
    language: str = "en"
    timeline: Timeline = field(default_factory=Timeline)
    seq: int = 0
    number: int = 0
    actions: int = 0
    next_die: int = 0
    begun_at: int = 0
    noted: Noted | None = None
    words: tuple[str, ...] = ()
    life: Life = PLAYING
    earlier: tuple[tuple[int, AnyGame], ...] = ()
    offered: dict[Seat, tuple[Offer, ...]] = field(init=False, repr=False, compare=False, default_factory=dict)

    @property
    def is_ended(self) -> bool:
        """Whether it has ended, also if it lies in the trash by now."""
        return isinstance(before_trash(self.life), AtEnd)

    @property
    def rests(self) -> bool:
        """Whether nothing can be done in it: it has ended, or lies in the trash."""
        match self.life:
            case Playing():
                return False
            case AtEnd() | InTrash():
                return True
            case _:
                assert_never(self.life)

    @cached_property
    def due(self) -> Mapping[Seat, Due]:
        """Whom the table waits for in the game, by what everybody can see, and for what."""
        return self.game.due(self.state)

    @cached_property
    def awaited(self) -> frozenset[Seat]:
        """The seats that must answer before anything else can happen in the game."""
        return frozenset(seat for seat, due in self.due.items() if due.whose is Whose.MUST)

    @cached_property
    def _orderable(self) -> dict[Seat, Orderable | None]:
        return {}

    def orderable(self, seat: Seat) -> Orderable | None:
        """What a seat can order in the game now, on which conditions; worked out once."""
        if seat not in self._orderable:
            self._orderable[seat] = self.game.orderable(self.state, seat)
        return self._orderable[seat]

    @property
    def last_action(self) -> Action | None:
        """The newest action of the game that stands and that everybody saw."""
        return self.timeline.last

    def deeds(self, seat: Seat) -> int:
        """How many private deeds of a seat there were: what it alone can do has another button after each."""
        return self.timeline.deeds.get(seat, 0)

    def game_of(self, seq: int) -> AnyGame:
        """The game with the data and the rulings by which an entry was decided."""
        return next((game for changed, game in self.earlier if seq < changed), self.game)

    def played_on(self: "C", game: AnyGame) -> "C":
        """The campaign with other data or rulings of its game from its newest entry on."""
        earlier = (*self.earlier, (self.seq, self.game))
        return replace(self, game=game, state=game.on_ruling_changed(self.state), earlier=earlier)

    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """The seats that a user holds, in the game's order, the referee's last."""
        own = [seat for seat, players in self.roster.items() if user in players]
        return tuple(sorted(own, key=lambda seat: seat == REFEREE))

    def check_seated(self, user: int) -> None:
        """Raises ``NotSeated`` for somebody who holds no seat."""
        if not self.seats_of(user):
            raise NotSeated

    def acts_for(self, user: int) -> tuple[Seat, ...]:
        """The seats for which a user can act: their own, and for whoever plays alone also the free ones."""
        own = self.seats_of(user)
        if not own or not self.is_alone(user):
            return own
        return (*own, *(seat for seat in self.game.seats if not self.roster[seat]))

    def sides_of(self, user: int) -> frozenset[Seat]:
        """The game's seats that a user holds, ever held, or acted for."""
        return frozenset(seat for seat in self.game.seats if user in self.sat[seat])

    def is_neutral_referee(self, user: int) -> bool:
        """Whether a user is a referee who has never played a side."""
        return user in self.roster[REFEREE] and not self.sides_of(user)

    def is_alone(self, user: int) -> bool:
        """Whether nobody else ever held a seat."""
        return all(players <= {user} for players in self.sat.values())

    def others(self, user: int) -> frozenset[Seat]:
        """The sides that must agree to what is a user's own affair no longer: those that only others hold. Where there
        is none, it is a referee other than the user.
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
        """The sides that must agree to what is for all to decide; a referee who plays no side decides it alone."""
        return frozenset() if self.is_neutral_referee(user) else self.others(user)

    def named(self, seat: Seat) -> Line:
        """A seat by its players, as a refusal names them."""
        players = self.roster[seat]
        if not players:
            return line("{seat} (free)", seat=seat)
        return line("{players} ({seat})", players=Listed(players), seat=seat)

    def is_let_in(self, user: int, seat: Seat) -> bool:
        """Whether somebody who holds a seat, and is away, has let a user in to it."""
        return any(
            each.player == user and seat in each.seats and each.for_player in self.roster[seat]
            for each in self.stand_ins
            if not self.is_past(each.until)
        )

    def is_silent(self, seat: Seat) -> bool:
        """Whether the table has waited for a seat for as long as it waits, and none of its players did anything. A free
        seat is not silent.
        """
        if seat in self.done | self.passing and seat not in self.awaited:
            return False
        awaited, players = self.awaited_since.get(seat), self.roster[seat]
        begun = awaited.since if awaited else None
        since = self.founding.at if seat == REFEREE else begun
        return since is not None and bool(players) and all(self._is_silent(each, since) for each in players)

    def _is_silent(self, player: int, since: datetime) -> bool:
        if self.at is None:
            return False
        last = max(since, self.seen.get(player, since))
        return self.calendar.ran(last, self.at, player) >= timedelta(days=self.patience.silence)

    def away_until(self, player: int) -> datetime | None:
        """Until when a player has said that they are away; None if they are not."""
        return next(
            (each.until for each in self.absences if each.player == player and not self.is_past(each.until)), None
        )

    def is_expected_back(self, player: int) -> bool:
        """Whether a player is away, or lets somebody in, until a day that is still to come."""
        lets_in = any(each.for_player == player and not self.is_past(each.until) for each in self.stand_ins)
        return lets_in or self.away_until(player) is not None

    @property
    def calendar(self) -> Calendar:
        """When clocks stand still."""
        return Calendar(self.pauses, self.absences, self.weekends)

    @property
    def pause(self) -> Span | None:
        """The pause that the table has, or the next one."""
        return next((each for each in self.pauses if not self.is_past(each.until)), None)

    def ran(self, start: datetime, end: datetime, seat: Seat) -> timedelta:
        """For how long the clock of a seat ran from one time to another."""
        return self.calendar.ran(start, end, *self.roster.get(seat, ()))

    def runs_until(self, start: datetime, time: timedelta, seat: Seat) -> datetime:
        """When the clock of a seat has run for some time."""
        return self.calendar.after(start, time, *self.roster.get(seat, ()))

    def answer_by(self, seats: Iterable[Seat]) -> datetime | None:
        """Until when some seats can answer a request of now."""
        at, days = self.at, timedelta(days=self.patience.answer)
        return None if at is None else max(self.runs_until(at, days, seat) for seat in seats)

    def go_on_by(self, seats: Iterable[Seat]) -> datetime | None:
        """Until when some seats can keep something open that holds up play: for a day only with no time left."""
        at = self.at
        days = {seat: 1 if self.time_left(seat) == 0 else self.patience.answer for seat in seats}
        if at is None:
            return None
        return max(self.runs_until(at, timedelta(days=each), seat) for seat, each in days.items())

    def move_by(self, seat: Seat) -> datetime | None:
        """Until when a seat can answer what play waits for, if the table has set a time, whoever plays it."""
        awaited = self.awaited_since.get(seat)
        return awaited.by if awaited else None

    def asked_now(self, seat: Seat, since: datetime) -> Awaited:
        """What the table waits for from now on: the seat has the whole time to do it."""
        days = timedelta(days=self.patience.move)
        return Awaited(since, self.runs_until(self.at, days, seat) if self.at and days else None)

    def runs(self, seat: Seat) -> bool:
        """Whether the clock of a seat runs: somebody plays it and keeps something open, and play does not wait for
        others alone.
        """
        keeps_open = self.clocks.get(seat, Clock()).since is not None and bool(self.roster.get(seat))
        awaited = self.awaited
        return keeps_open and not self.rests and (not awaited or seat in awaited)

    def clock_of(self, seat: Seat) -> Clock:
        """The clock of a seat now; it stands while play waits for others, and while nobody plays the seat."""
        clock = self.clocks.get(seat, Clock())
        if self.at is None or clock.since is None:
            return clock
        if not self.runs(seat):
            return replace(clock, since=self.at)
        return clock.read(self.at, self.ran(clock.since, self.at, seat))

    def time_left(self, seat: Seat) -> int | None:
        """For how many seconds a seat can still hold up play; None without a bank of time."""
        return self._left(self.clock_of(seat)) if self.patience.bank else None

    def _left(self, clock: Clock) -> int:
        free = self.patience.answer
        return max(0, self.patience.bank * DAY - clock.drawn(free)) + max(0, free * DAY - clock.turn)

    def is_out_of_time(self, user: int, *, in_last_turn: bool = False) -> bool:
        """Whether the side that a user plays can hold up play no longer: its bank of time is empty, or would be if the
        last turn had not ended.
        """
        clocks = [self.clock_of(seat) for seat in self.seats_of(user) if seat != REFEREE]
        if in_last_turn:
            clocks = [each.unturned(self.patience.answer) for each in clocks]
        return bool(clocks and self.patience.bank) and not any(map(self._left, clocks))

    def dispute(self, fact: str) -> Dispute:
        """What sides have contradicted of one another about a fact."""
        return next((each for each in self.disputes if each.fact == fact), Dispute(fact))

    def passes(self, seat: Seat, phase: str) -> bool:
        """Whether play goes on in a phase without a seat: it is done with the turn, or has planned so."""
        plan = self.plans.get(seat)
        return seat in self.done or (plan is not None and plan.passes(phase))

    def is_for_all(self, command: Command) -> bool:
        """Whether the other sides must agree to a command of the game: also to enter what was contradicted twice."""
        return command.needs_consent or (command.is_correction and self.dispute(command.fact_entered).is_open)

    def without_dispute(self: "C", fact: str) -> "C":
        """The campaign once a fact is settled."""
        return replace(self, disputes=tuple(each for each in self.disputes if each.fact != fact))

    def is_past(self, until: datetime | None) -> bool:
        """Whether a deadline has passed."""
        return self.at is not None and until is not None and self.at >= until

    def without_request(self: "C", seq: int) -> "C":
        """The campaign after a request was answered."""
        return replace(self, requests=tuple(each for each in self.requests if each.seq != seq))

    def dice(self, faces: tuple[int, ...] | None, source: Source) -> SealedDice | PhysicalDice:
        """The dice of the campaign; ``faces`` are those rolled on the players' table."""
        sealed = SealedDice(source.seed, "\n".join(self.words), self.next_die, source.press)
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

    def tell_in(self, game: AnyGame) -> Iterable[Notice]:  # noqa: ARG002 (most need nothing of it)
        """The notices of the event where that game is played."""
        return self.tell()


class CampaignCommand(Command):
    """A command of any campaign, whatever its game.

    ``for_admin`` marks what only an administrator of the server can do, ``by_bot`` what only the bot itself writes,
    ``at_end`` what can be done with a campaign that has ended, too.
    """

    for_admin: ClassVar[bool] = False
    at_end: ClassVar[bool] = False
    by_bot: ClassVar[bool] = False

    @abstractmethod
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterable[Event]:
        """What happens. Raises ``RuleError`` before any die is rolled if it cannot be done."""

    def check(self, campaign: CampaignState, user: Player, dice: Dice) -> None:
        """Whether it can be asked for. Raises ``RuleError``."""
        tuple(self.decide(campaign, user, dice))

    def check_sure(self, campaign: CampaignState, user: Player) -> None:
        """Whether the player knows what is done by it. Raises ``Unsure``."""

    def holds_up(self) -> Held | None:
        """What a side keeps open that does not agree to it."""
        return None

    def wants_answers(self) -> bool:
        """Whether it is never done without the answers, however long those who are asked are silent."""
        return False

    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:  # noqa: ARG002 (most ask nobody)
        """The seats whose players must agree before it is done for a user."""
        return frozenset()

    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> Event:
        """The event by which those seats are asked, for a command that asks any."""
        raise NotImplementedError(self.type)

    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The seat for which the user gives the command."""
        return next(iter(campaign.seats_of(user)), None)
