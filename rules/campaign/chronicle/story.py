"""The story of a campaign, from its log alone: what each side held while another decided, the orders that never acted,
what changed most, and the dice that mattered.

What a side held unseen is told to whoever may read the secrets of every side: once nobody can reopen the campaign, or
because they play alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from rules.campaign.chronicle.retelling import Sight
from rules.campaign.chronicle.throws import shown_in
from rules.campaign.decider.campaign import Campaign
from rules.campaign.life.rolling import DiceRolled
from rules.campaign.questions.plans import PlanFollowed, PlanMade, is_always, worded
from rules.campaign.questions.questions import AnswerSealed, AnswersOpened, QuestionPut
from rules.campaign.state.plan import Plan
from rules.command import GameEvent, Topic
from rules.game import AnyGame
from rules.line import Change, Line, line
from rules.log import LogEntry, undone_entries
from rules.order import Order
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown, quote
from rules.story import Beat, Chance, Decision, Gain, Holding, Spent, rarity

SELDOM = Fraction(1, 10)
"""Dice of which only the players know what came of them count if at most so many throws are as far off."""
MOST_CAUSES = 3
"""So many causes of a turning point are named."""


@dataclass(frozen=True, slots=True)
class When:
    """When something happened: the ``place`` of its event among all, its turn, and the game's words and name for it."""

    place: int
    turn: int
    day: Line | Shown
    moment: object


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """What a side held was played later."""

    when: When


class Unplayed(Enum):
    """What a side held was never played, or nobody can say: it has no name of its own, or is held still."""

    NEVER, UNKNOWN = auto(), auto()


Fate = PlayedOn | Unplayed


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that a side held, and what became of it."""

    seat: Seat
    name: Shown
    fate: Fate


@dataclass(frozen=True, slots=True)
class Scene:
    """A decision, what the other sides held then unknown to its side, and how much of that bore on it."""

    when: When
    what: Line
    kept: tuple[Kept, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class IdleOrder:
    """What a side ordered, or planned to do, and never did: its turn ended before."""

    when: When
    seat: Seat
    order: Line


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """How far a number that counts went in one moment of the game, and by what."""

    when: When
    name: Line | Shown
    change: Change

    @property
    def size(self) -> int:
        """How far it went, up or down."""
        return abs(self.change.total)


@dataclass(frozen=True, slots=True)
class Fall:
    """Dice that mattered."""

    when: When
    chance: Chance


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a campaign. ``is_open`` says that its reader may know what every side held."""

    is_open: bool
    scenes: tuple[Scene, ...]
    idle: tuple[IdleOrder, ...]
    points: tuple[TurningPoint, ...]
    falls: tuple[Fall, ...]

    def of_turn(self, turn: int) -> "Story":
        """What of it happened in a turn."""
        return Story(
            self.is_open,
            tuple(each for each in self.scenes if each.when.turn == turn),
            tuple(each for each in self.idle if each.when.turn == turn),
            tuple(each for each in self.points if each.when.turn == turn),
            tuple(each for each in self.falls if each.when.turn == turn),
        )

    @property
    def secrets(self) -> frozenset[Seat]:
        """The sides of whose secrets it tells."""
        return frozenset(
            (*(each.seat for scene in self.scenes for each in scene.kept), *(each.seat for each in self.idle))
        )

    def scene_of_each_turn(self) -> Iterator[Scene]:
        """Of each turn the decision on which most bore that its side did not know; of equal ones the first."""
        turns = dict.fromkeys(each.when.turn for each in self.scenes)
        return (max(self.of_turn(turn).scenes, key=lambda each: each.weight) for turn in turns)

    def turning_points(self, most: int) -> list[TurningPoint]:
        """The moments in which a number that counts went furthest; of equal ones the earlier first."""
        return sorted(self.points, key=lambda each: (-each.size, each.when.place))[:most]

    def luck(self, most: int) -> list[Fall]:
        """The dice that mattered and that were furthest from what such dice come to: fewest throws are as far off."""
        return sorted(self.falls, key=lambda each: (rarity(each.chance.roll), each.when.place))[:most]


@dataclass(frozen=True, slots=True)
class _Step:
    """An entry that stands, with the campaign before and after it."""

    before: Campaign
    entry: LogEntry
    after: Campaign

    @property
    def is_new_turn(self) -> bool:
        return self.before.game.turn(self.before.state) != self.after.game.turn(self.after.state)

    def when(self, place: int, state: object) -> When:
        game = self.before.game
        return When(place, game.turn(state), game.day(state), game.moment(state))


@dataclass(frozen=True, slots=True)
class _Parted:
    """A side holds something no more; perhaps it was played."""

    seat: Seat
    key: str
    is_played: bool


Held = Mapping[Seat, tuple[Holding, ...]]


@dataclass(frozen=True, slots=True)
class _Note:
    """What an event adds to the story, and what each side held before it."""

    when: When
    beat: Beat | _Parted
    held: Held


def story_of(campaign: Campaign, log: Sequence[LogEntry], seats: Sight) -> Story:
    """The story of a campaign for a reader of the secrets of some ``seats``. What was undone is no part of it."""
    is_open = set(campaign.game.seats) <= set(seats)
    seats = seats if is_open else {}
    steps, notes = [*_steps(campaign, log)], list[_Note]()
    for step in steps:
        notes += _notes(step, seats, place=notes[-1].when.place + 1 if notes else 0)
    return Story(
        is_open,
        tuple(_scenes(notes, is_ended=campaign.is_ended)),
        tuple(_idle(steps, seats, is_ended=campaign.is_ended)),
        _points(each for each in notes if isinstance(each.beat, Gain)),
        tuple(Fall(each.when, each.beat) for each in notes if isinstance(each.beat, Chance)),
    )


def _steps(campaign: Campaign, log: Sequence[LogEntry]) -> Iterator[_Step]:
    undone, before = undone_entries(log), campaign.as_founded()
    for entry, after in zip(log, before.follow_each(log), strict=True):
        if entry.seq not in undone:
            yield _Step(before, entry, after)
        before = after


def _notes(step: _Step, seats: Sight, *, place: int) -> Iterator[_Note]:
    """What an entry adds to the story, event by event."""
    game, state = step.before.game, step.before.state
    sides = [seat for seat in game.seats if seat in seats]
    before = _held(step.before, state, sides)
    for event in step.entry.events:
        when = step.when(place, state)
        if not isinstance(event, GameEvent):
            notes = [_Note(when, each, before) for each in _beside(step, event)]
        else:
            beats = [each for each in game.story(state, event) if not isinstance(each, Gain) or each.by]
            state = game.apply(state, event)
            after = _held(step.before, state, sides)
            named = (_caused(each, step.entry) for each in beats)
            notes = [_Note(when, each, before) for each in (*named, *_parted(before, after, beats))]
            before = after
        yield from (each for each in notes if not isinstance(each.beat, Chance) or _matters(step, each.beat))
        place += 1


def _held(campaign: Campaign, state: object, sides: Iterable[SideSeat]) -> Held:
    """What some sides hold in a state of the game, and what they have ordered."""
    return {seat: (*campaign.game.holdings(state, seat), *_orders(campaign, seat)) for seat in sides}


def _orders(campaign: Campaign, seat: Seat) -> Iterator[Holding]:
    """What a side has ordered on conditions: it says what the side saves something for."""
    plan = campaign.plans.get(seat)
    for _, order in _active(campaign, seat, plan):
        yield Holding(Hidden(line("order: {order}", order=order)), about=Topic.PHASE, weight=0)


def _active(campaign: Campaign, seat: Seat, plan: Plan | None) -> Iterator[tuple[Order, Line]]:
    """The orders of a plan by which something is played on a condition, and in words."""
    orderable = campaign.orderable(seat) if plan is not None and plan.orders else None
    if plan is None or orderable is None:
        return
    for order in plan.orders:
        if order.do not in orderable.passive and not is_always(campaign, order):
            yield order, worded(order, orderable)


def _beside(step: _Step, event: object) -> Iterator[Beat]:
    """What happened beside the game: dice for something on the table, and what all sides declared at once."""
    match event:
        case DiceRolled():
            yield Chance(event.roll, quote(event.reason) if event.reason else Line(step.entry.title))
        case AnswersOpened() if any(True for _ in step.before.game.enquiries(step.before.state)):
            what = line("All answered at once: “{question}”", question=quote(event.question))
            yield Decision(None, what)


def _caused(beat: Beat, entry: LogEntry) -> Beat:
    """A change with its cause: what was done, if the game names no other."""
    if isinstance(beat, Gain) and beat.cause is None:
        return Gain(beat.name, beat.by, Line(entry.title))
    return beat


def _parted(before: Held, after: Held, beats: Iterable[Beat]) -> Iterator[_Parted]:
    spent = {(each.seat, each.key) for each in beats if isinstance(each, Spent)}
    for seat, holdings in before.items():
        left = {each.key for each in holdings if each.key} - {each.key for each in after[seat]}
        yield from (_Parted(seat, key, (seat, key) in spent) for key in sorted(left))


def _scenes(notes: Sequence[_Note], *, is_ended: bool) -> Iterator[Scene]:
    at_end = Unplayed.NEVER if is_ended else Unplayed.UNKNOWN
    ends: dict[tuple[Seat, str], list[_Note]] = {}
    for note in notes:
        if isinstance(note.beat, _Parted):
            ends.setdefault((note.beat.seat, note.beat.key), []).append(note)
    for note in notes:
        if not isinstance(note.beat, Decision):
            continue
        unknown = [*_unknown(note.beat, note.held)]
        bearing = [each for each in unknown if note.beat.about in (None, each[1].about)]
        others = [each for each in unknown if each not in bearing]
        weight = note.beat.weighs * sum(each.weight for _, each in bearing)
        if weight:
            kept = tuple(
                Kept(seat, each.name.reveal(_as_named), _fate(ends.get((seat, each.key), ()), note.when, each, at_end))
                for seat, each in (*bearing, *others)
            )
            yield Scene(note.when, note.beat.what, kept, weight)


def _as_named(name: Line) -> Line:
    return name


def _unknown(decision: Decision, held: Held) -> Iterator[tuple[Seat, Holding]]:
    """What a decision met, and what the other sides held that the side which took it did not know; of what all sides
    decided, what any of them did not.
    """
    for seat, holdings in (*decision.met.items(), *held.items()):
        deciding = {decision.seat} if decision.seat else held.keys() - {seat}
        if seat != decision.seat:
            yield from ((seat, each) for each in holdings if not deciding <= each.known_to)


def _fate(ends: Sequence[_Note], when: When, holding: Holding, at_end: Unplayed) -> Fate:
    """What became of something that a side held then; ``ends`` are the times at which it parted with it."""
    if not holding.key:
        return Unplayed.UNKNOWN
    for end in ends:
        if end.when.place >= when.place:
            return PlayedOn(end.when) if isinstance(end.beat, _Parted) and end.beat.is_played else Unplayed.NEVER
    return at_end


def _points(notes: Iterable[_Note]) -> tuple[TurningPoint, ...]:
    """What changed in each moment of the game, number by number, added up; what came back to where it was is none."""
    found: dict[tuple[object, str], list[_Note]] = {}
    for note in notes:
        assert isinstance(note.beat, Gain), "these are"
        found.setdefault((note.when.moment, str(note.beat.name)), []).append(note)
    points = (_point(each) for each in found.values())
    return tuple(each for each in points if each.size)


def _point(notes: Sequence[_Note]) -> TurningPoint:
    gains = [each.beat for each in notes if isinstance(each.beat, Gain)]
    sums: dict[str, tuple[int, object]] = {}
    for gain in gains:
        by, _ = sums.get(str(gain.cause), (0, None))
        sums[str(gain.cause)] = by + gain.by, gain.cause
    causes = sorted(sums.values(), key=lambda each: -abs(each[0]))
    named, rest = causes[:MOST_CAUSES], sum(by for by, _ in causes[MOST_CAUSES:])
    return TurningPoint(notes[0].when, gains[0].name, Change(*named, *([(rest, line("others"))] if rest else ())))


def _matters(step: _Step, chance: Chance) -> bool:
    """Whether dice that everybody saw decided something, or fell as they seldom do."""
    is_open = any(each.roll == chance.roll for each in shown_in(step.after, step.entry))
    return is_open and (chance.result is not None or rarity(chance.roll) <= SELDOM)


def _idle(steps: Sequence[_Step], seats: Sight, *, is_ended: bool) -> Iterator[IdleOrder]:
    """The orders and plans for a single time that stood until their turn, or the campaign, ended. What their own side
    struck is none of them, and what has acted and still stands is none either, whatever its side orders besides.
    """
    standing: dict[_Ordered, IdleOrder] = {}
    done = set[_Ordered]()
    for place, step in enumerate(steps):
        done |= {*_acted(step)}
        standing = {key: each for key, each in standing.items() if key not in done}
        if step.is_new_turn:
            yield from standing.values()
            standing = {}
        done = {key for key in done if _stands(step.after, *key)}
        made = (event for event in step.entry.events if isinstance(event, PlanMade))
        seen = (event for event in made if event.seat in seats)
        given = {key: each for event in seen for key, each in _given(step, event, place)}
        standing = {key: each for key, each in {**given, **standing}.items() if _stands(step.after, *key)}
    yield from standing.values() if is_ended else ()


_Ordered = tuple[Seat, Order | str]
"""An order of a seat, or what it plans to play."""


def _stands(campaign: Campaign, seat: Seat, what: Order | str) -> bool:
    plan = campaign.plans.get(seat)
    return plan is not None and what in (*plan.orders, *plan.deeds)


def _given(step: _Step, made: PlanMade, place: int) -> Iterator[tuple[_Ordered, IdleOrder]]:
    """What a plan orders for a single time."""
    plan, when = made.plan.value, step.when(place, step.before.state)
    for order, said in _active(step.before, made.seat, plan):
        if not order.lasts:
            yield (made.seat, order), IdleOrder(when, made.seat, said)
    for deed in plan.deeds if plan is not None else ():
        yield (made.seat, deed), IdleOrder(when, made.seat, line("Play {deed}", deed=deed))


def _acted(step: _Step) -> Iterator[_Ordered]:
    """What acted in an entry of all that was ordered and planned."""
    game, state = step.before.game, step.before.state
    is_put = any(isinstance(event, QuestionPut) for event in step.entry.events)
    for event in step.entry.events:
        if isinstance(event, GameEvent):
            state = game.apply(state, event)
        elif isinstance(event, PlanFollowed | AnswerSealed):
            orders = step.before.plans.get(event.seat, Plan()).orders
            if isinstance(event, PlanFollowed):
                acted = _followed(game, state, event, orders)
            else:
                acted = _declared(game, state, event, orders) if is_put else None
            if acted is not None:
                yield event.seat, acted


def _followed(game: AnyGame, state: object, event: PlanFollowed, orders: Sequence[Order]) -> Order | str | None:
    """By what a side did something; of one that was asked, the first order that fitted then."""
    fitting = (each for each in orders if event.plays and _plays(game, state, event.seat, each))
    return event.deed.value or event.spent.value or next(fitting, None)


def _plays(game: AnyGame, state: object, seat: Seat, order: Order) -> bool:
    return any(command.plays for command, _ in game.ordered(state, seat, (order,)))


def _declared(game: AnyGame, state: object, event: AnswerSealed, orders: Sequence[Order]) -> Order | None:
    """By which order a side declared what it would not have declared without any."""
    answer, without = event.answer.value, game.declared(state, event.seat, ())
    return next((each for each in orders if without != game.declared(state, event.seat, (each,)) == answer), None)
