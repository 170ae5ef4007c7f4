"""What players read of a group's own game, what they can do now, and what they order ahead."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from typing import Any

from rules.command import MOST_IN_MENU, Choice, Choices, GameCommand, Offer
from rules.game import Due, Figure, Past, Whose
from rules.games.declared import play
from rules.games.declared.board import EnterSecret
from rules.games.declared.data import DeclaredData, in_short
from rules.games.declared.events import turn_of
from rules.games.declared.language import NO, YES, Ask, PhaseOf, Step
from rules.games.declared.state import OPEN, State, Zone, hold, in_pile, known
from rules.kit.facts import Some, Track
from rules.kit.orders import AT_ONCE, Deed, Order, Orderable, When
from rules.kit.position import typed
from rules.line import Line, Listed, line
from rules.notice import Public, Secret, tell_all, tell_section, tell_text
from rules.picture import Bar, Bars, Picture, Tile, Tiles, label, picture
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown

IN_A_ROW = 8
"""So many facts stand in one line of the status."""


def status(data: DeclaredData, state: State) -> Iterator[Public]:
    """Yield what everybody can see."""
    if state.over:
        yield tell_all("The game is over.")
    phase = data.phases[state.phase].shown
    yield tell_text(line("**{phase}**, {turn}.", phase=phase, turn=turn_of(data, state.turn)))
    for kind, alike in groupby(data.read_by(None), type):
        rows, most = [each.stands(state) for each in alike], 1 if kind is Some else IN_A_ROW
        for place in range(0, len(rows), most):
            facts = Listed(rows[place : place + most], " · ")
            yield tell_text(line("{facts}", facts=facts)).under("State")
    for seat in data.seated:
        if count := len(state.at(Zone.HAND, seat)):
            yield tell_section("Hands", "{seat}: {count} in hand.", seat=seat, count=count)
        if down := len(state.at(Zone.DOWN, seat)):
            yield tell_section("Hands", "{seat}: {count} face down on the table.", seat=seat, count=down)
    if on_table := [*map(data.name_of, state.at(Zone.TABLE))]:
        yield tell_section("State", "On the table: {names}.", names=Listed(on_table))


def pool(data: DeclaredData, state: State) -> Iterator[Public]:
    """Yield what is publicly known of the cups and decks."""
    for key in data.piles:
        title = data.worded(key)
        yield tell_section(title, "{count} in the pile.", count=len(in_pile(data, state, key)))
        for zone in OPEN:
            names = [data.name_of(id_) for id_ in state.at(zone) if data.pieces[id_][0] == key]
            if names:
                yield tell_text(line("{names}: {zone}.", names=Listed(names), zone=Line(zone))).under(title)


def hand(data: DeclaredData, state: State, seat: SideSeat) -> Iterator[Secret]:
    """Yield what a side holds, and what it alone reads."""
    for zone in (Zone.HAND, Zone.DOWN):
        for id_, count in alike(data, state.at(zone, seat)):
            thing = data.pieces[id_][1]
            name = Hidden(data.worded(thing.valued))
            shown = line("{count} × **{name}**", count=count, name=name) if count > 1 else line("**{name}**", name=name)
            where = shown if zone is Zone.HAND else line("{thing}, {where}", thing=shown, where=Line(zone))
            yield Secret(seat, where).of(thing.name)
            if (what := in_short(thing)) != "–":
                yield Secret(seat, line("{text}", text=Hidden(data.worded(what)))).of(thing.name, is_detail=True)
    reasons = defaultdict[Line, list[Line]](list)
    for id_, _ in () if state.over else alike(data, state.held(seat)):
        if (why := play.not_now(data, state, seat, id_)) is not None:
            reasons[why].append(data.name_of(id_))
    for why, names in reasons.items():
        yield Secret(seat, line("Not now: {names}. {why}", names=Hidden(Listed(names)), why=Hidden(why)))
    for fact in data.read_by(seat):
        value = Hidden(str(fact.shown(fact.value(state))))
        yield Secret(seat, line("{fact}: {value}", fact=data.called_by(fact.key, seat), value=value))


def alike(data: DeclaredData, ids: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the first of each kind of things, with how many there are of it."""
    kinds = [data.pieces[id_][:2] for id_ in ids]
    yield from ((ids[at], kinds.count(kind)) for at, kind in enumerate(kinds) if kind not in kinds[:at])


def holdings(data: DeclaredData, state: State, seat: SideSeat) -> Iterator[Hidden[Line]]:
    """Yield the names of what a side holds unseen."""
    yield from (Hidden(data.name_of(id_)) for id_ in state.held(seat))


def figures(data: DeclaredData, state: State) -> Iterator[Figure]:
    """Yield the tracks that everybody sees."""
    tracks = (fact for fact in data.read_by(None) if isinstance(fact, Track))
    yield from (Figure(fact.label, int(str(fact.value(state)))) for fact in tracks)


def draw(data: DeclaredData, state: State, _past: Past[State]) -> Picture | None:
    """Return the tracks as bars, and what else stands."""
    bars = tuple(Bar(each.name, each.value, Shown(str(each.value))) for each in figures(data, state))
    others = (fact for fact in data.read_by(None) if not isinstance(fact, Track))
    tiles = tuple(Tile(each.label, each.shown(each.value(state))) for each in others)
    if not bars and not tiles:
        return None
    title = line("{game}, {turn}", game=data.worded(data.game), turn=turn_of(data, state.turn))
    return picture(title, Bars(label("Tracks"), bars) if bars else None, Tiles(tiles) if tiles else None)


# ---- whose move it is ----


def acts(data: DeclaredData, state: State, phase: PhaseOf) -> tuple[SideSeat, ...]:
    """Return the sides that could act in a phase: those whose it is, also where only the board is left to them."""
    return data.called(phase.side) if phase.side else waited_for(data, state, phase)


def waited_for(data: DeclaredData, state: State, phase: PhaseOf) -> tuple[SideSeat, ...]:
    """Return the sides of a phase; of the present one without those that have done everything that belongs to it: that
    much everybody can count.
    """
    called = data.called(phase.side)
    if phase is not data.phases[state.phase] or (phase.name,) not in data.named_with(phase.name):
        return called
    return tuple(seat for seat in called if is_left(data, state, seat, phase.name))


def is_left(data: DeclaredData, state: State, seat: SideSeat, phase: str) -> bool:
    """Return whether a side has an action or a draw of a phase left, whatever it alone knows."""
    found = known(data, state, seat)
    return any(
        each.phase == (phase,)
        and seat in data.called(each.side)
        and (each.times is None or state.used.get(data.counted(name, seat), 0) < each.times)
        and hold({about: wanted for about, wanted in each.when.items() if about not in data.secrets}, found)
        for name, each in data.actions.items()
    ) or any(pile.phase == phase and play.may_draw(data, state, seat, key) for key, (pile, _) in data.piles.items())


def due(data: DeclaredData, state: State) -> Mapping[Seat, Due]:
    """Return whom play waits for, and for what."""
    if state.over:
        return {}
    if state.deed is not None:
        step = data.actions[state.deed.action].steps[state.deed.at]
        what = line("Answer: “{question}”", question=data.worded(step.question))
        return dict.fromkeys(play.asked_now(data, state), Due(what, f"answer {state.steps} {step.question}"))
    if state.unsorted:
        what = line("Choose what stays in your hand.")
        return {seat: Due(what, f"sort {state.steps} {of}", in_hand=True) for seat, (of, *_) in state.unsorted.items()}
    phase, now, key = data.phases[state.phase], play.steps(data, state), f"phase {state.steps}"
    called = waited_for(data, state, phase)
    if not called:
        return dict.fromkeys(data.seated, Due(line("Go on with **{button}**.", button=now.going_on), key, Whose.ANY))
    to_do = data.worded(phase.do) if phase.do else line("{phase}.", phase=phase.shown)
    every = now.due(key, called, to_do, Whose.OWN if phase.side else Whose.ANY)
    is_own = bool(phase.side) and (phase.name,) not in data.named_with(phase.name)
    with_cards = is_own and any(not each.phase or phase.name in each.phase for _, each, _ in data.pieces.values())
    played = {seat for seat in called if any(each.startswith(f"{seat} {state.steps} ") for each in state.used)}
    holding = {seat for seat in called if state.at(Zone.HAND, seat)} - played
    secretly = [each.side for each in data.action.values() if phase.name in each.phase and data.is_secret(each)]
    asked = {seat for sides in secretly for seat in data.called(sides)}
    return {
        seat: replace(each, in_hand=(with_cards and seat in holding) or seat in asked) for seat, each in every.items()
    }


def default(data: DeclaredData, state: State, seat: Seat) -> GameCommand[Any, Any] | None:
    """Return what is done for a side that does not answer: the first word, no, the least number, its first cards."""
    is_asked = seat in (play.asked_now(data, state) if state.deed is not None else state.unsorted)
    found = next(offers(data, state, seat)).command if is_asked else None
    return found if isinstance(found, GameCommand) else None


def lost(data: DeclaredData, state: State, seat: SideSeat, command: GameCommand[Any, Any]) -> Iterator[Line]:
    """Yield what a side would not play that must occur this turn."""
    if isinstance(command, play.NextTurn) or not play.steps(data, state).ahead:
        for id_ in state.at(Zone.HAND, seat):
            if data.pieces[id_][1].drawn == "must":
                yield line("“{name}” would go back unplayed.", name=data.name_of(id_))


# ---- what can be done now ----


def offers(data: DeclaredData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield all that a side can do now; what a file does not say can be done by hand."""
    if state.over or not isinstance(seat, SideSeat):
        return
    if state.deed is not None:
        if seat in play.asked_now(data, state):
            step = data.actions[state.deed.action].steps[state.deed.at]
            yield form(data, state, state.deed.action, [(step, tuple(step.of))], step.question)
        yield from of_hand(data, state, seat)
        return
    yield from of_hand(data, state, seat)
    name, able = data.phases[state.phase].name, [*drawing(data, state, seat), *acting(data, state, seat)]
    yield from (offer for offer, phases in able if phases == (name,))
    if play.held_up(data, state) is None:
        now = play.steps(data, state)
        if now.ahead:
            yield Offer(play.NextPhase(), now.going_on, state.steps)
        yield Offer(play.NextTurn(), now.turning, state.turn, minor=bool(now.ahead))
    yield from (offer for offer, phases in able if name in phases and phases != (name,))
    others = (offer for offer, phases in able if name not in phases)
    yield from (replace(offer, minor=True) for offer in others) if data.named_with(name) else others
    yield from by_hand(data, state, seat)


def acting(data: DeclaredData, state: State, seat: SideSeat) -> Iterator[tuple[Offer, Collection[str]]]:
    """Yield the actions that a side can do, each with the phases that it names."""
    for name, action in data.actions.items():
        if play.why_not(data, state, seat, name, openly=True) is None:
            yield form(data, state, name, play.questions(data, state, seat, name)), action.phase


def of_hand(data: DeclaredData, state: State, seat: SideSeat) -> Iterator[Offer]:
    """Yield what a side can do with what it holds."""
    if seat in state.unsorted:
        key, *more = state.unsorted[seat]
        able, most = play.keepable(data, state, seat), play.limit(data, state, seat, key)
        chosen = tuple(Choice(id_, data.name_of(id_), in_short(data.pieces[id_][1])[:100]) for id_ in able)
        what = line("These stay (up to {room})", room=most)
        sort = play.Sort(keep=able[: min(most, MOST_IN_MENU)])
        version = (state.drawn(seat, key) * 1000 + state.steps) * 10 + len(more)  # each draw asks anew
        choices: Choices = {"keep": chosen} if able and most else {}
        yield Offer(sort, what, version, (*choices,), choices=choices, most=most, secret=True)
    for id_, _ in alike(data, state.held(seat)):
        if play.not_now(data, state, seat, id_) is None:
            name, detail = data.name_of(id_), in_short(data.pieces[id_][1])[:100]
            yield Offer(play.Play(marker=id_), "Play", subject=name, detail=detail, secret=True)
    for id_ in state.at(Zone.TABLE, seat):  # ¤: its owner chooses
        if data.after(id_) == "choose":
            name = data.name_of(id_)
            yield Offer(play.Put(marker=id_, to=Zone.PILE), "Return", subject=name, secret=True)
            yield Offer(play.Put(marker=id_, to=Zone.OUT), "Remove", subject=name, secret=True)


def drawing(data: DeclaredData, state: State, seat: SideSeat) -> Iterator[tuple[Offer, Collection[str]]]:
    """Yield the piles from which a side can draw, each with its phase; what an action draws from has no button."""
    drawn = {step.draw for each in data.action.values() for step in each.steps}
    for key in data.piles:
        if play.may_draw(data, state, seat, key):
            count = play.number_drawn(data, state, seat, key)
            is_alike = isinstance(data.piles[key][0].draw, int) or len(data.whose(key)) == 1
            pile = data.worded(key)
            what = line("Draw {count}: {pile}", count=count, pile=pile) if is_alike else line("Draw: {pile}", pile=pile)
            version = state.drawn(seat, key) * 1000 + state.turn
            phase, is_drawn = data.piles[key][0].phase, key.rpartition(": ")[2] in drawn
            yield Offer(play.Draw(pile=key), what, version, minor=is_drawn and not phase), (phase,)


def by_hand(data: DeclaredData, state: State, seat: SideSeat) -> Iterator[Offer]:
    """Yield the verbs that every pile has, and how a side enters what it alone reads."""
    for fact in data.read_by(seat):
        enter = EnterSecret(what=fact.key, value=typed(fact.value(state)))
        what = line("{fact}…", fact=data.called_by(fact.key, seat))
        yield Offer(enter, what, state.steps, inputs=("value",), secret=True)
    lying = (*state.held(seat), *chain(*map(state.at, OPEN)))
    if lying:
        named = {data.name_of(id_): id_ for id_ in reversed(lying)}
        shown = tuple(Choice(id_, name) for name, id_ in [*named.items()][-MOST_IN_MENU:])
        choices: Choices = {"marker": shown, "to": play.places(data)[:MOST_IN_MENU]}
        put = play.Put(marker=shown[0].value)
        yield Offer(put, "Put elsewhere…", inputs=("marker", "to"), choices=choices, minor=True, secret=True)
    for key in data.piles:
        if seat in data.whose(key):
            about = line("{pile}: look, shuffle…", pile=data.worded(key))
            yield Offer(play.Handle(pile=key), about, inputs=("top",), minor=True)


def form(
    data: DeclaredData, state: State, action: str, asks: list[tuple[Ask, tuple[str, ...]]], name: str = ""
) -> Offer:
    """Return an action with the form of what it asks."""
    done = sum(state.used.get(each, 0) for each in {data.counted(action, seat) for seat in data.seated})
    asked, given, shown = dict(zip(play.FIELDS, asks, strict=False)), dict[str, str](), dict[str, Any]()
    things = {thing.name: thing for _, thing, _ in data.pieces.values()}
    spent = {field for field, (ask, _) in asked.items() if isinstance(ask, Step) and ask.discard}
    for field, (ask, of) in asked.items():
        given[field] = of[0] if of else "–" if field in spent else ask.blank
        if field in spent:
            cards = [things[each] for each in of[:MOST_IN_MENU]]
            all_ = tuple(Choice(each.name, each.valued, in_short(each)[:100]) for each in cards)
            shown[field] = all_ or (Choice("–", Line("nothing")),)
        elif of or ask.blank == NO:
            shown[field] = tuple(Choice(each, data.worded(each)) for each in of) or (NO, YES)
    dice = {step.roll for step in data.actions[action].steps if step.roll and not step.count}
    rolled = [data.table[each].dice if each in data.table else each for each in dice]
    return Offer(
        play.Act(action=action, **given),
        data.worded(name or action),
        (state.steps * 1000 + done) * 100 + (state.deed.at + 1 if state.deed else 0),
        tuple(asked),
        choices=shown,
        labels={field: data.worded(ask.question) for field, (ask, _) in asked.items()},
        dice=rolled[0] if len(rolled) == 1 and len(asked) < len(play.FIELDS) else "",
        secret=data.is_secret(data.actions[action]),
        shows_hand=bool(spent),
    )


# ---- what a side orders ahead: to play what it holds, or to act, at once or in a phase ----


def orderable(data: DeclaredData, state: State, seat: Seat) -> Orderable | None:
    """Return what a side can order: nothing that asks it something."""
    if not isinstance(seat, SideSeat) or state.over:
        return None

    def is_at(place: int, _: Order) -> bool:
        return state.phase == place

    rows = {AT_ONCE: When(Line("As soon as I can"), partial(deeds, data, state, seat, ""))}
    for place, phase in enumerate(data.phases if data.turn.phases else ()):
        words = line("When {phase} begins", phase=phase.shown)
        rows[f"at {phase.name}"] = When(words, partial(deeds, data, state, seat, phase.name), partial(is_at, place))
    return Orderable(rows) if any(row.deeds(Order(do="")) for row in rows.values()) else None


def deeds(data: DeclaredData, state: State, seat: SideSeat, phase: str, order: Order) -> Mapping[str, Deed]:
    """Return what a side can order for a phase, or to do as soon as it can. What it does in every turn it does once."""
    found, things = dict[str, Deed](), {thing.name for _, thing, _ in data.pieces.values()}
    for id_ in state.at(Zone.HAND, seat):
        thing = data.pieces[id_][1]
        if seat in data.called(thing.side) and (not phase or phase in (thing.phase or (phase,))):
            command = play.Play(marker=id_) if play.not_now(data, state, seat, id_) is None else None
            found.setdefault(thing.name, Deed(line("play {name}", name=data.name_of(id_)), command, is_spent=True))
    for name, action in data.actions.items():
        fits = seat in data.called(action.side) and (not phase or phase in (action.phase or (phase,)))
        if fits and not play.questions(data, state, seat, name):
            is_done = order.lasts and state.used.get(data.counted(name, seat), 0) > 0
            can_act = not is_done and play.why_not(data, state, seat, name) is None
            key = f"{name};" if name in things else name  # a card can be called like it
            act = play.Act(action=name) if can_act else None
            found[key] = Deed(data.worded(name), act, is_spent=not order.lasts)
    return found
