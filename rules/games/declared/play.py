"""How a group's own game is played: its actions step by step, its piles, its phases."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, ClassVar

from pydantic import Field

from rules.command import MOST_IN_MENU, GameCommand, Part, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.declared.data import DeclaredData, are_bands, modifier
from rules.games.declared.events import Began, Followed, GameEnded, How, Laid, PhaseBegan
from rules.games.declared.language import EACH, FULL, MOST, NO, YES, Ask, Effect, Step, When
from rules.games.declared.state import OPEN, Deed, State, Zone, entered, first_phase, hold, in_pile, known
from rules.kit import sequence as going_on
from rules.kit.facts import Changed, Some, Track
from rules.kit.position import typed
from rules.kit.sequence import Steps
from rules.line import Line, Listed, both, line
from rules.printed.lookup import Reading, shown_band
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, folded, quote

MOST_EFFECTS, MOST_DRAWN = 12, 60
"""So many effects follow on one another at most, and so many are drawn or rolled at once."""
FIELDS: tuple[str, ...] = ("first", "second", "third", "fourth", "fifth")
TO: Mapping[str, Zone] = {
    "discard": Zone.DISCARD, "remove": Zone.OUT, "return": Zone.PILE, "stays": Zone.TABLE, "choose": Zone.TABLE,
}  # fmt: skip
Answer = Annotated[str, Field(max_length=100)]
Thing = Annotated[str, Field(min_length=1, max_length=100)]


class OwnCommand(GameCommand[DeclaredData, State], named=""):
    """A command of a group's own game."""

    topic: ClassVar[Topic] = Topic.EVENT


# ---- actions ----


class Act(OwnCommand):
    """Carry out an action, or go on with it by an answer."""

    title: ClassVar[str] = "Action"
    action: str
    first: Answer = ""
    second: Answer = ""
    third: Answer = ""
    fourth: Answer = ""
    fifth: Answer = ""

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        side, given = SideSeat(seat), [getattr(self, each) for each in FIELDS]
        if (deed := state.deed) is not None:
            if deed.action != self.action or side not in asked_now(data, state):
                check_may_go_on(data, state)
            step = data.actions[self.action].steps[deed.at]
            said = {step.question: checked(step, tuple(step.of), given[0])}
            state = yield Began(deed=deed, said=said)
            return (yield from goes_on(data, state, deed.replace(answers={**deed.answers, **said}), dice))
        if refusal := why_not(data, state, side, self.action):
            raise NotNow(refusal)
        asks = questions(data, state, side, self.action)
        said = {ask.question: checked(ask, words, each) for (ask, words), each in zip(asks, given, strict=False)}
        for step in data.actions[self.action].steps:
            if step.discard:
                thing = data.pieces[held_of(data, state, side, step.discard)[said[step.discard]]][1]
                said |= {name: str(value) for name, value in thing.values.items()}
        deed = Deed(seat=side, action=self.action, answers=said)
        state = yield Began(deed=deed, is_new=True, said=said)
        return (yield from goes_on(data, state, deed, dice))


def questions(data: DeclaredData, state: State, seat: SideSeat, action: str) -> list[tuple[Ask, tuple[str, ...]]]:
    """Return what whoever acts is asked by the steps of an action, each question once."""
    found = dict[str, tuple[Ask, tuple[str, ...]]]()
    for step in data.actions[action].steps:
        for ask, of in data.asks(step, seat):
            found[ask.question] = ask, tuple(held_of(data, state, seat, step.discard)) if step.discard else of
    return [*found.values()]


def held_of(data: DeclaredData, state: State, seat: SideSeat, name: str) -> Mapping[str, str]:
    """Return what a side holds of a pile: names to ids."""
    held, key = state.at(Zone.HAND, seat), data.pile(name, seat)
    return {data.pieces[id_][1].name: id_ for id_ in held if data.pieces[id_][0] == key}


def has_plays(data: DeclaredData, state: State, seat: SideSeat, key: str) -> bool:
    """Return whether a side can play more of a pile in this phase, which must not be another's."""
    most, played = data.piles[key][0].plays, state.used.get(f"{seat} {state.steps} {key}", 0)
    return most is None or (played < most and seat in data.called(data.phases[state.phase].side))


def checked(ask: Ask, words: tuple[str, ...], given: str) -> str:
    """Return an answer. Raises ``NotThere`` for one that the question does not allow."""
    name, said = quote(ask.question), given.strip()
    if choices := words or ((YES, NO) if ask.blank == NO else ()):
        found = next((each for each in choices if folded(each) == folded(said)), None)
        if found is None:
            raise NotThere("“{label}” is one of these: {names}.", label=name, names=Listed(choices))
        return found
    if ask.words:
        return said or "–"
    digits = said.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4 and ask.min <= int(said) <= (ask.max or 0)):
        raise NotThere("“{label}” is a number from {low} to {most}.", label=name, low=ask.min, most=ask.max or 0)
    return said


def why_not(data: DeclaredData, state: State, seat: SideSeat, name: str, *, openly: bool = False) -> Line | None:
    """Return why a seat cannot do an action now, or None. ``openly`` only what everybody can see of its hand counts."""
    action = data.actions.get(name)
    if action is None:
        return Line("There is no such action.")
    if state.over or seat not in data.called(action.side):
        return Line("This is not yours to do.")
    if state.deed is not None:
        return held_up(data, state)
    now = data.phases[state.phase]
    if action.phase and (now.name not in action.phase or (EACH in action.side and seat not in data.called(now.side))):
        return Line("It is another phase.")
    if action.times is not None and state.used.get(data.counted(name, seat), 0) >= action.times:
        return Line("That has been done this turn.")
    for key in [data.pile(step.discard, seat) for step in action.steps if step.discard]:
        held = state.at(Zone.HAND, seat) if openly else held_of(data, state, seat, key)
        if not held or not has_plays(data, state, seat, key):
            return line("You cannot spend anything of {pile} now.", pile=data.called_by(key, seat))
    return lacking(data, state, seat, action.when)


def lacking(data: DeclaredData, state: State, seat: SideSeat, when: When) -> Line | None:
    """Return which conditions are not met for a side: ``It needs this: Alarm 5+``, or None."""
    found = known(data, state, seat)
    unmet = [
        line("{fact} {wanted}", fact=data.worded(name), wanted=Line(YES if wanted else NO))
        if isinstance(wanted, bool)
        else line("{fact} {wanted}", fact=data.worded(name), wanted=data.worded(shown_band(str(wanted))))
        for name, wanted in when.items()
        if not hold({name: wanted}, found)
    ]
    return line("It needs this: {facts}.", facts=Listed(unmet)) if unmet else None


def asked_now(data: DeclaredData, state: State) -> tuple[SideSeat, ...]:
    """Return the sides that must answer the action under way."""
    if state.deed is None:
        return ()
    return data.called((data.actions[state.deed.action].steps[state.deed.at].side,), state.deed.seat)


def goes_on(data: DeclaredData, state: State, deed: Deed, dice: Dice) -> Part[State]:
    """Carry out the steps of an action from where it is, until another side is asked."""
    for place, step in enumerate(data.actions[deed.action].steps):
        if place < deed.at or state.over or not hold(step.when, known(data, state, deed.seat, deed.answers)):
            continue
        if step.side and step.question and step.question not in deed.answers:
            asked = data.called((step.side,), deed.seat)
            return (yield Began(deed=deed.replace(at=place), asked=asked))
        for seat in data.called((step.side,), deed.seat) if step.side and not step.question else (deed.seat,):
            state = yield from one_step(data, state, seat, step, deed.answers, dice)
    return state


def one_step(
    data: DeclaredData, state: State, seat: SideSeat, step: Step, answers: Mapping[str, str], dice: Dice
) -> Part[State]:
    """Do what a step says."""
    if step.draw:
        key = data.pile(step.draw, seat)
        count = number_drawn(data, state, seat, key, step.count, answers)
        return (yield from draw(data, state, seat, key, count, dice))
    if step.discard:  # by hand it can lie elsewhere by now
        id_, key = held_of(data, state, seat, step.discard).get(answers[step.discard]), data.pile(step.discard, seat)
        if id_ and step.event:
            return (yield from play(data, state, seat, id_, dice))
        zone = after_use(data, key, step.to)
        return (yield Laid(how=How.USED, pile=key, seat=seat, shown=(id_,), zone=zone)) if id_ else state
    times = amount_of(step.count or 1, known(data, state, seat, answers))
    if step.roll in data.table or step.add or step.set:
        for _ in range(min(times, MOST_EFFECTS)):
            effect = Effect(add=step.add, set=step.set, roll=step.roll)
            state = yield from follow(data, state, seat, effect, answers, dice)
        return state
    if step.roll:
        number, sides = map(int, step.roll.split("d"))
        rolled = min(number * times, MOST_DRAWN)
        return (yield Followed(roll=dice.roll(rolled, sides))) if rolled > 0 else state
    if step.choose:
        return (yield from follow(data, state, seat, step.of[answers[step.choose]], answers, dice))
    if step.put:
        alike = {id_: pile for id_, (pile, thing, _) in data.pieces.items() if thing.name == step.put}
        found = min(alike, key=lambda id_: put_first(state.zone(id_), TO[step.to], data.piles[alike[id_]][1], seat))
        key, held = alike[found], state.lies[found].seat if found in state.lies else None
        zone = after_use(data, key, step.to)
        return (yield Laid(how=How.PUT, pile=key, seat=seat, shown=(found,), zone=zone, held=held))
    if step.shuffle:
        return (yield from shuffle(data, state, data.pile(step.shuffle, seat)))
    return (yield Followed(text=step.tell or "")) if step.tell else state


def put_first(zone: Zone, to: Zone, owner: SideSeat | None, seat: SideSeat) -> tuple[bool, bool, int]:
    """Return what is put elsewhere before others that are like it: a side's own, and of those what everybody sees."""
    return owner not in (None, seat), zone is to, (*OPEN, Zone.PILE, Zone.HAND, Zone.DOWN, Zone.LATER).index(zone)


def follow(
    data: DeclaredData, state: State, seat: SideSeat, effect: Effect, answers: Mapping[str, str], dice: Dice
) -> Part[State]:
    """What a card, a cell or an answer leads to: its text, the facts, the next table, what the tracks lead to."""
    waiting, ends = [effect], False
    for _ in range(MOST_EFFECTS):
        if not waiting:
            break
        now, changes, unseen = waiting.pop(0), list[Changed](), list[tuple[str, str]]()
        for each in moves(data, state, seat, now, answers):
            if data.secret_of(each.fact):
                unseen.append((each.fact, typed(each.after)))
            else:
                changes.append(each)
        if now.text or changes or unseen:
            state = yield Followed(text=now.text or "", changes=tuple(changes), unseen=Hidden(tuple(unseen)))
        waiting[:0] = [then for each in changes for then in data.facts[each.fact][1].entered(each.before, each.after)]
        if now.roll:
            reading, cell = read(data, state, seat, now.roll, answers, dice)
            state = yield Followed(reading=reading)
            waiting.insert(0, cell)
        ends = ends or now.ends
    if waiting:
        state = yield Followed(is_cut=True)
    return (yield GameEnded()) if ends and not state.over else state


def moves(
    data: DeclaredData, state: State, seat: SideSeat, effect: Effect, answers: Mapping[str, str]
) -> Iterator[Changed]:
    """Yield how facts move by an effect; a track goes to its end at most."""
    for name, by in (*effect.add.items(), *effect.set.items()):
        fact = data.fact(name, seat)
        assert fact is not None, "the file was checked"
        value: Any = by
        if isinstance(fact, Some) and name in effect.add:
            value = fact.check(data, (*fact.value(state), by)[: MOST // 3])  # type: ignore[misc]
        elif isinstance(fact, Track):
            number = by if isinstance(by, int) else known(data, state, seat, answers)[str(by)]
            most = fact.high if isinstance(fact.high, int) else number
            value = min(max(number + (int(str(fact.value(state))) if name in effect.add else 0), fact.low), most)
        else:
            value = fact.check(data, by)
        yield Changed(fact=fact.key, before=fact.value(state), after=value)
        state = fact.put(state, value)


def read(
    data: DeclaredData, state: State, seat: SideSeat, name: str, answers: Mapping[str, str], dice: Dice
) -> tuple[Reading, Effect]:
    """Roll on a table, in the column that a fact or an answer says, and return what the cell says."""
    table, printed = data.table[name], data.printed_tables[name]
    found, heads = known(data, state, seat, answers), table.columns
    column = (
        found[table.across]
        if are_bands(heads)
        else next((place for place, head in enumerate(heads) if found[f"{table.across} is {head}"]), 0)
    )
    number, sides = map(int, table.dice.split("d"))
    drms = tuple(modifier(each, amount_of(each.amount, found)).read(found) for each in table.drms)
    reading, _ = printed.read(dice.roll(number, sides), column, drms)
    row, place = printed.place_of(reading)
    return reading, [*table.rows.values()][row][place]


def amount_of(given: int | str, found: Mapping[str, int]) -> int:
    """Return a number that a file gives, or says by a name."""
    return given if isinstance(given, int) else found[given]


# ---- piles ----


def draw(data: DeclaredData, state: State, seat: SideSeat, key: str, asked: int, dice: Dice) -> Part[State]:
    """Draw from a pile: into the hand, or turn up and use one after the other."""
    pile, _ = data.piles[key]
    taken, back = list[str](), tuple[str, ...]()
    taken += state.top.get(key, ())[:asked]
    cup = [id_ for id_ in in_pile(data, state, key) if id_ not in state.top.get(key, ())]
    taken += dice.pick(asked - len(taken), cup, secretly=not pile.open and pile.hand is not None)
    if len(taken) < asked and pile.returns == "when empty":
        back = tuple(id_ for id_ in state.at(Zone.DISCARD) if data.pieces[id_][0] == key)
        taken += dice.pick(asked - len(taken), back, secretly=not pile.open and pile.hand is not None)
    lacking = asked - len(taken)
    if pile.hand is None:
        state = yield Laid(how=How.DRAWN, pile=key, seat=seat, back=back, lacking=lacking)
        for id_ in taken:
            state = yield Laid(how=How.SHOWN, pile=key, shown=(id_,), zone=Zone.TABLE)
            state = yield from use(data, state, seat, id_, dice)
        return state
    stay = tuple(id_ for id_ in taken if data.pieces[id_][1].drawn != "back")
    held = [id_ for id_ in (*state.at(Zone.HAND, seat), *stay) if data.pieces[id_][0] == key]
    asks = len(held) > limit(data, state, seat, key)
    given: dict[str, Any] = {"shown": stay} if pile.open else {"unseen": Hidden(stay)}
    state = yield Laid(
        how=How.DRAWN, pile=key, seat=seat, zone=Zone.HAND, owner=seat, back=back, lacking=lacking, asks=asks, **given
    )
    if gone := tuple(id_ for id_ in taken if id_ not in stay):
        state = yield Laid(how=How.SHOWN, pile=key, shown=gone)
    return state


def number_drawn(
    data: DeclaredData, state: State, seat: SideSeat, key: str, said: int | str = 0, answers: Mapping[str, str] = {}
) -> int:
    """Return how many a side draws from a pile: so many as an action says, or else the pile."""
    given = said or data.piles[key][0].draw
    held = [id_ for id_ in state.at(Zone.HAND, seat) if data.pieces[id_][0] == key]
    if given == FULL:
        return max(0, limit(data, state, seat, key) - len(held))
    return min(max(amount_of(given, known(data, state, seat, answers)), 0), MOST_DRAWN)


def limit(data: DeclaredData, state: State, seat: SideSeat, key: str) -> int:
    """Return how many of a pile a hand can keep."""
    hand = data.piles[key][0].hand
    return hand if isinstance(hand, int) else max(0, known(data, state, seat)[hand or ""])


def use(data: DeclaredData, state: State, seat: SideSeat, id_: str, dice: Dice) -> Part[State]:
    """What a chit or a card leads to, and where it goes after that."""
    key, thing, _ = data.pieces[id_]
    state = yield from follow(data, state, seat, thing, {}, dice)
    zone = after_use(data, key, data.after(id_))
    return state if zone is Zone.TABLE else (yield Laid(how=How.USED, pile=key, shown=(id_,), zone=zone))


def after_use(data: DeclaredData, key: str, to: str) -> Zone:
    """Return where something of a pile goes: what is discarded can return at once."""
    return TO["return" if to == "discard" and data.piles[key][0].returns == "at once" else to]


def shuffle(data: DeclaredData, state: State, key: str) -> Part[State]:
    """Shuffle what was discarded back into its pile."""
    back = tuple(id_ for id_ in state.at(Zone.DISCARD) if data.pieces[id_][0] == key)
    return (yield Laid(how=How.SHUFFLED, pile=key, back=back))


class Draw(OwnCommand):
    """Draw from a pile."""

    title: ClassVar[str] = "Drawn"
    pile: Annotated[str, Field(max_length=100)] = ""

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        able = [key for key in data.piles if may_draw(data, state, seat, key)]
        key = self.pile or (able[0] if able else "")
        if key not in able:
            raise NotNow(held_up(data, state) or Line("There is nothing for you to draw now."))
        side = SideSeat(seat)
        return (yield from draw(data, state, side, key, number_drawn(data, state, side, key), dice))


def may_draw(data: DeclaredData, state: State, seat: Seat, key: str) -> bool:
    """Return whether a seat can draw from a pile now: in its phase once a turn, at any time where it has none."""
    pile, _ = data.piles[key]
    if state.deed or state.over or seat in state.unsorted or not isinstance(seat, SideSeat):
        return False
    if seat not in data.whose(key):
        return False
    drawers = data.whose(key) if pile.hand is None else (seat,)  # what is turned up is drawn for all
    is_new = data.phases[state.phase].name == pile.phase and not any(state.drawn(each, key) for each in drawers)
    back = state.at(Zone.DISCARD) if pile.returns == "when empty" else ()
    is_there = in_pile(data, state, key) or any(data.pieces[id_][0] == key for id_ in back)
    return bool((not pile.phase or is_new) and is_there) and number_drawn(data, state, seat, key) > 0


class Sort(OwnCommand):
    """Say what stays in a hand; the rest goes back."""

    title: ClassVar[str] = "Hand chosen"
    keep: Annotated[tuple[Thing, ...], Field(max_length=MOST_IN_MENU, title="What stays?")] = ()

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        side = SideSeat(seat)
        if side not in state.unsorted:
            raise NotNow("You have chosen what stays.")
        key = state.unsorted[side][0]
        able, most = keepable(data, state, side), limit(data, state, side, key)
        if not set(able).issuperset(self.keep) or len(self.keep) > most:
            raise NotThere("Choose at most {most} that you hold.", most=most)
        gone = tuple(id_ for id_ in able if id_ not in self.keep)
        zone = after_use(data, key, data.piles[key][0].after)
        zone = Zone.DISCARD if zone is Zone.TABLE else zone
        given: dict[str, Any] = {"unseen": Hidden(gone)} if zone is Zone.PILE else {"shown": gone}
        return (yield Laid(how=How.SORTED, pile=key, seat=side, zone=zone, **given))


def keepable(data: DeclaredData, state: State, seat: SideSeat) -> tuple[str, ...]:
    """Return what a side can keep of the hand that it must choose from."""
    held, (key, *_) = state.at(Zone.HAND, seat), state.unsorted[seat]
    return tuple(id_ for id_ in held if data.pieces[id_][0] == key and data.pieces[id_][1].drawn == "keep")


class Play(OwnCommand):
    """Play a chit or a card that is held."""

    title: ClassVar[str] = "Played"
    plays: ClassVar[bool] = True
    marker: Thing

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        side = SideSeat(seat)
        id_ = find(data, state.held(side), self.marker)
        if (why := not_now(data, state, side, id_)) is not None:
            raise NotNow("“{name}” cannot be played now. {why}", name=data.name_of(id_), why=why)
        return (yield from play(data, state, side, id_, dice))


def play(data: DeclaredData, state: State, seat: SideSeat, id_: str, dice: Dice) -> Part[State]:
    """A side plays what it holds for its event."""
    key = data.pieces[id_][0]
    state = yield Laid(how=How.PLAYED, pile=key, seat=seat, shown=(id_,), zone=Zone.TABLE, owner=seat)
    return (yield from use(data, state, seat, id_, dice))


def not_now(data: DeclaredData, state: State, seat: SideSeat, id_: str) -> Line | None:
    """Return why a side cannot play what it holds now, or None."""
    key, thing, _ = data.pieces[id_]
    if state.over:
        return Line("The game is over.")
    if seat not in data.called(thing.side):
        return line("Only {sides} can play it.", sides=both(data.called(thing.side)))
    if thing.phase and data.phases[state.phase].name not in thing.phase:
        return line("It is played in {phases}.", phases=Listed(map(data.worded, thing.phase)))
    if not has_plays(data, state, seat, key):
        if seat not in data.called(data.phases[state.phase].side):
            return Line("This phase is another side's.")
        return line("You have played all of {pile} that this phase allows.", pile=data.called_by(key, seat))
    return lacking(data, state, seat, thing.when)


class Put(OwnCommand):
    """Put a chit or a card elsewhere by hand: nothing follows from it."""

    title: ClassVar[str] = "Moved"
    marker: Annotated[Thing, Field(title="What?")] = "–"
    to: Annotated[str, Field(max_length=60, title="Where to?")] = Zone.DISCARD

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        side = SideSeat(seat)
        hidden = state.held(side)
        id_ = find(data, (*hidden, *chain(*map(state.at, OPEN))), self.marker)
        owner = next((each for each in data.seated if folded(each) == folded(self.to)), None)
        zone = Zone.HAND if owner else next((each for each in Zone if folded(each) == folded(self.to)), None)
        is_nowhere = zone is Zone.LATER or (zone is Zone.HAND and owner is None)
        if zone is None or is_nowhere or (zone is Zone.DOWN and id_ not in hidden):
            raise NotThere("“{label}” is one of these: {names}.", label=line("Where to?"), names=Listed(places(data)))
        is_unseen = id_ in hidden and zone not in OPEN
        given: dict[str, Any] = {"unseen": Hidden((id_,))} if is_unseen else {"shown": (id_,)}
        given["held"] = side if id_ in hidden and not is_unseen else None
        owner = side if zone is Zone.DOWN else owner
        return (yield Laid(how=How.PUT, pile=data.pieces[id_][0], seat=side, zone=zone, owner=owner, **given))


def places(data: DeclaredData) -> tuple[str, ...]:
    """Return where a chit or a card can be put by hand."""
    return (Zone.DISCARD, Zone.OUT, Zone.PILE, Zone.TABLE, Zone.DOWN, *data.seated)


def find(data: DeclaredData, ids: tuple[str, ...], name: str) -> str:
    """Return the chit or card with that id or name. Raises ``NotThere`` if there is none."""
    wanted = folded(name.strip())
    found = next((id_ for id_ in ids if wanted in (folded(id_), folded(str(data.name_of(id_))))), None)
    if found is None:
        raise NotThere("You have no “{name}” that this applies to.", name=quote(name, 60))
    return found


class Handle(OwnCommand):
    """Look at the top of a pile, or shuffle what was discarded back into it."""

    title: ClassVar[str] = "Pile"
    pile: Thing
    top: Annotated[int, Field(ge=0, le=10, title="How many from the top? 0 shuffles")] = 0

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        if self.pile not in data.piles or seat not in data.whose(self.pile):
            raise NotThere("There is no such pile.")
        if not self.top:
            return (yield from shuffle(data, state, self.pile))
        seen = state.top.get(self.pile, ())
        cup = [id_ for id_ in in_pile(data, state, self.pile) if id_ not in seen]
        more = dice.pick(self.top - len(seen), cup, secretly=True) if self.top > len(seen) else ()
        top = Hidden((*seen, *more)[: self.top])
        return (yield Laid(how=How.LOOKED, pile=self.pile, seat=SideSeat(seat), unseen=top))


# ---- the turn ----


def steps(data: DeclaredData, state: State) -> Steps[Any]:
    """Return the phases of this turn without those that fall out, and in which play is."""
    found, now = known(data, state), data.phases[state.phase]
    order = tuple(each for each in data.phases if each is now or hold(each.when, found))
    return Steps(state.turn, order, order.index(now), data.turn.last)


def held_up(data: DeclaredData, state: State) -> Line | None:
    """Return what must be done before play goes on, or None."""
    if state.deed is not None:
        return line("“{action}” waits for an answer first.", action=data.worded(state.deed.action))
    if state.unsorted:
        return line("{seats} must first say what stays in hand.", seats=both(state.unsorted))
    return Line("The game is over.") if state.over else None


def check_may_go_on(data: DeclaredData, state: State) -> None:
    """Raise ``NotNow`` while something must be done first."""
    if (why := held_up(data, state)) is not None:
        raise NotNow(why)


def ends_turn(data: DeclaredData, state: State) -> Part[State]:
    """The turn ends: what was not played goes back, and the next begins."""
    for id_ in [id_ for id_ in state.at(Zone.HAND) if data.pieces[id_][1].drawn == "must"]:
        seat = state.lies[id_].seat
        state = yield Laid(how=How.PUT, pile=data.pieces[id_][0], seat=seat, unseen=Hidden((id_,)))
    for key, (pile, _) in data.piles.items():
        used = tuple(id_ for id_ in state.at(Zone.TABLE) if data.pieces[id_][0] == key and data.after(id_) == "choose")
        if used:
            state = yield Laid(how=How.USED, pile=key, shown=used)
        if pile.returns == "each turn" and any(data.pieces[id_][0] == key for id_ in state.at(Zone.DISCARD)):
            state = yield from shuffle(data, state, key)
    if state.turn == data.turn.last:
        return (yield GameEnded())
    after = state.replace(turn=state.turn + 1)
    new = entered(data, after, state.at(Zone.LATER))
    return (yield PhaseBegan(turn=after.turn, phase=first_phase(data, after), entered=new))


class NextPhase(going_on.NextPhase[DeclaredData, State]):
    """Go on to the next phase, or to a named one of this turn."""

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        check_may_go_on(data, state)
        return (yield PhaseBegan(turn=state.turn, phase=data.phases.index(steps(data, state).called(self.to))))


class NextTurn(going_on.NextTurn[DeclaredData, State]):
    """End the turn, and begin the next."""

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        check_may_go_on(data, state)
        return (yield from ends_turn(data, state))
