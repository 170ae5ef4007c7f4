"""Cards of the group's own, written into forms during the game.

A power writes cards unseen, and lays them before itself: open, or face down where they are of its own pile. With the
others' consent they come into their piles. Of a card face down nobody else reads more than that it is there, and the
number above which none on it goes.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import count
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Choice, Offer, Part
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours, passes
from rules.games.gathering_storm.cards import GENERAL_PILE, Card
from rules.games.gathering_storm.command import Name, StormCommand
from rules.games.gathering_storm.deck import PILES, StormData, is_known, most_on
from rules.games.gathering_storm.log_events.own_cards import CardsAdded, CardsLaidOut, CardsTakenBack, CardWritten
from rules.games.gathering_storm.numbers import is_written, read_written, written
from rules.games.gathering_storm.parts import (
    LISTS,
    QUESTIONS,
    PartFields,
    check_part,
    chosen_from,
    feature_of,
    fields_of,
    group_of,
    kinds_for,
    proposed,
)
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import LaidOut, State, WrittenCard
from rules.line import Line, line
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, quote

MOST_WRITTEN = 12
"""So many cards a power can have in hand that it has written and not laid."""

OWN = "Our own cards"


class WriteCard(StormCommand):
    """Begin a card, or a further part of one whose title is given again. Its form lists the kinds ``under`` one
    heading.
    """

    title: ClassVar[str] = "Card written"
    is_private: ClassVar[bool] = True
    type: Literal["write_card"] = "write_card"
    name: Annotated[str, Field(max_length=60, title="Title of the card")]
    pile: Annotated[Name, Field(title="Pile")]
    kind: Annotated[Name, Field(title="Kind")]
    under: Annotated[str, Field(max_length=60)] = ""

    @override
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """A power writes it, with numbers that its form proposes to change."""
        power, drafts = _writer(seat), state.drafts.get(seat, ())
        if self.pile not in PILES:
            raise NotThere("There is no such pile.")
        if self.kind not in kinds_for(_drawer(self.pile)):
            raise NotThere("A card of that pile has no part of that kind.")
        name = str(quote(self.name, 60))
        if not name.strip():
            raise NotThere("A card needs a title.")
        part = _part(self.kind, _drawer(self.pile), proposed(data, self.kind, _drawer(self.pile)))
        for place, draft in enumerate(drafts):
            if (draft.title, draft.pile) == (name, self.pile):
                return (yield _wrote(power, place, draft.replace(features=(*draft.features, part))))
        if len(drafts) == MOST_WRITTEN:
            raise NotNow("You have written {count} cards. Lay them before you write more.", count=MOST_WRITTEN)
        if name.casefold() in _titles(data, state, power):
            raise NotThere("Another card has that title.")
        return (yield _wrote(power, len(drafts), WrittenCard(pile=self.pile, title=name, features=(part,))))


class WritePart(PartFields):
    """Fill in a part of a card that was begun; ``card`` is its place in the row, ``part`` that of the part."""

    title: ClassVar[str] = "Card written"
    is_private: ClassVar[bool] = True
    type: Literal["write_part"] = "write_part"
    part: Annotated[int, Field(ge=1)] = 1

    @override
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """The power that writes it."""
        place, draft = _draft(state, seat, self.card)
        power = _drawer(draft.pile)
        if self.part > len(draft.features) or draft.features[self.part - 1]["kind"] != self.kind:
            raise NotNow("That part of the card is not there any more.")
        feature = feature_of(self.kind, power, self.model_dump())
        check_part(data, power, feature)
        parts = (*draft.features[: self.part - 1], feature, *draft.features[self.part :])
        return (yield _wrote(_writer(seat), place, draft.replace(features=parts)))


class DropCard(StormCommand):
    """Throw away a card that was begun."""

    title: ClassVar[str] = "Card thrown away"
    is_private: ClassVar[bool] = True
    type: Literal["drop_card"] = "drop_card"
    card: Name

    @override
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """The power that writes it."""
        place, _ = _draft(state, seat, self.card)
        return (yield _wrote(_writer(seat), place, None))


class LayOut(StormCommand):
    """Lay before oneself all the cards that one has written, open or face down."""

    title: ClassVar[str] = "Own cards laid out"
    type: Literal["lay_out"] = "lay_out"
    is_open: bool = False
    limit: Annotated[int, Field(ge=0, le=20, title="No number on them is above")] = 0

    @override
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Cards that are whole; face down only cards of the power's own pile, within its promise."""
        power = _writer(seat)
        if seat in state.laid_out:
            raise NotNow("Cards of yours lie there already. Let them be added, or take them back.")
        if not state.drafts.get(seat):
            raise NotNow("You have written no card.")
        for draft in state.drafts[seat]:
            self.check(data, power, draft)
        cards = Hidden(state.drafts[power])
        return (yield CardsLaidOut(power=power, is_open=self.is_open, limit=self.limit, cards=cards))

    def check(self, data: StormData, power: SideSeat, draft: WrittenCard) -> None:
        """Raises ``NotNow`` for a card that cannot be laid out so."""
        card = _card(data, draft)
        if fault := data.fault_of(card):
            raise NotNow("“{title}” is not whole yet: {fault}.", title=draft.title, fault=fault)
        if clash := data.flexible_clash(card):
            raise NotNow("“{title}”: {fault}.", title=draft.title, fault=clash)
        if not self.is_open and draft.pile != power:
            raise NotNow("“{title}” is not of your own pile, so all must read it: lay it open.", title=draft.title)
        if not self.is_open and most_on(card) > self.limit:
            raise NotNow("A number on “{title}” is above {limit}.", title=draft.title, limit=self.limit)


class AddLaidOut(StormCommand):
    """Put the cards that a power has laid before itself into their piles; ``lay`` counts what it laid and took back."""

    title: ClassVar[str] = "Own cards added"
    needs_consent: ClassVar[bool] = True
    wish: ClassVar[str] = "add the cards they laid out to the piles"
    type: Literal["add_laid_out"] = "add_laid_out"
    lay: int

    @override
    def said(self) -> Iterator[Line]:
        """Nothing: the cards lie there."""
        return iter(())

    @override
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """The power that laid them, with the others' consent."""
        power, laid = _writer(seat), state.laid_out.get(seat)
        if laid is None or self.lay != state.lays.get(seat, 0):
            raise NotNow("Those cards do not lie there any more.")
        ids = tuple(_numbered(state, laid))
        return (
            yield CardsAdded(power=power, is_open=laid.is_open, limit=laid.limit, count=len(ids), cards=Hidden(ids))
        )


class TakeBack(StormCommand):
    """Take back the cards that one has laid before oneself."""

    title: ClassVar[str] = "Own cards taken back"
    type: Literal["take_back"] = "take_back"

    @override
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """The power that laid them."""
        power = _writer(seat)
        if seat not in state.laid_out:
            raise NotNow("No cards of yours lie there.")
        return (yield CardsTakenBack(power=power, count=len(state.laid_out[power].cards)))


def _writer(seat: Seat) -> SideSeat:
    """Raises ``NotYours`` for the referee, who has no pile."""
    if not isinstance(seat, SideSeat):
        raise NotYours("Only a power writes cards. The referee gives a file: `/campaign manage` → *Our own cards…*")
    return seat


def _drawer(pile: str) -> SideSeat | None:
    return SideSeat(pile) if pile in POWERS else None


def _card(data: StormData, draft: WrittenCard) -> Card:
    return data.written("written", draft.pile, draft.title, draft.features)


def _part(kind: str, power: SideSeat | None, fields: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a card as the deck would hold it, made of what its form proposes."""
    blank = {name: info.default for name, info in PartFields.model_fields.items()}
    return feature_of(kind, power, {**blank, **fields})


def _wrote(power: SideSeat, place: int, card: WrittenCard | None) -> CardWritten:
    return CardWritten(power=power, place=Hidden(place), card=Hidden(card))


def _draft(state: State, seat: Seat, number: str) -> tuple[int, WrittenCard]:
    """A card that a power writes, by its number in the row. Raises ``NotYours``."""
    for place, draft in enumerate(state.drafts.get(seat, ())):
        if number.strip() == str(place + 1):
            return place, draft
    raise NotYours("You have written no card of that number. `/hand` shows yours.")


def _titles(data: StormData, state: State, power: SideSeat) -> set[str]:
    """The titles that a power knows of: of the deck, and of written cards that it wrote or that all have read."""
    known = {card.title.casefold() for card in data.cards}
    known |= {each.title.casefold() for each in state.drafts.get(power, ())}
    for owner, laid in state.laid_out.items():
        known |= {each.title.casefold() for each in laid.cards if laid.is_open or owner == power}
    for pile, ids in state.added.items():
        known |= {data.title(each).casefold() for each in ids if pile == power or read_written(each)["is_open"]}
    return known


def _numbered(state: State, laid: LaidOut) -> Iterator[str]:
    """The ids of the cards laid out, numbered behind those that a pile was given before."""
    every = [each for each in {*state.seen}.union(*state.added.values()) if is_written(each)]
    last = dict.fromkeys(PILES, 0)
    for known in map(read_written, every):
        last[known["pile"]] = max(last[known["pile"]], known["number"])
    for card in laid.cards:
        last[card.pile] += 1
        yield written(card.pile, last[card.pile], card.title, card.features, is_open=laid.is_open)


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """A form that begins a card; once one is begun, a form for each of its parts, and what to do with all of them."""
    if not isinstance(seat, SideSeat):
        return
    drafts = state.drafts.get(seat, ())
    if len(drafts) < MOST_WRITTEN:
        yield from _offer_new(data, state, seat)
    for number, draft in reversed([*enumerate(drafts, start=1)]):
        yield from _offer_draft(data, state, seat, number, draft)
    version = state.lays.get(seat, 0)
    if seat in state.laid_out:
        yield Offer(command=AddLaidOut(lay=version), label="Add our own cards", version=version)
        yield Offer(command=TakeBack(), label="Take back our own cards", version=version, minor=True)
    elif drafts:
        most, writes = max(data.largest, *(most_on(_card(data, draft)) for draft in drafts)), state.writes.get(seat, 0)
        face_down, face_up = LayOut(limit=most), LayOut(is_open=True)
        if all(passes(face_down.check, data, seat, draft) for draft in drafts):
            yield Offer(face_down, "Lay our cards face down", version=writes, inputs=("limit",), secret=True)
        if all(passes(face_up.check, data, seat, draft) for draft in drafts):
            yield Offer(face_up, "Lay our cards open", version=writes, secret=True)


def _offer_new(data: StormData, state: State, seat: SideSeat) -> Iterator[Offer]:
    """A form for each group of kinds, since a menu has few lines."""
    groups: dict[str, list[str]] = {}
    for kind in kinds_for(seat):
        groups.setdefault(group_of(kind), []).append(kind)
    piles = (str(seat), *(str(power) for power in POWERS if power != seat))
    forms = [(line("Write a card: {group}", group=group), group, kinds) for group, kinds in groups.items()]
    forms.append((line("Write a general card"), GENERAL_PILE, [*kinds_for(None)]))
    taken = _titles(data, state, seat)
    name = next(name for number in count(1) if (name := f"Our event {number}").casefold() not in taken)
    for label, under, kinds in forms:
        is_general = under == GENERAL_PILE
        piles_to_choose = {} if is_general else {"pile": piles}
        yield Offer(
            command=WriteCard(name=name, pile=GENERAL_PILE if is_general else str(seat), kind=kinds[0], under=under),
            label=label,
            subject=OWN,
            is_group=True,
            version=state.writes.get(seat, 0),
            inputs=("name", *piles_to_choose, "kind"),
            choices={**piles_to_choose, "kind": tuple(Choice(kind, kind[0].upper() + kind[1:]) for kind in kinds)},
            minor=not state.drafts.get(seat),
            secret=True,
        )


def _offer_draft(data: StormData, state: State, seat: SideSeat, number: int, draft: WrittenCard) -> Iterator[Offer]:
    """A form for each part of a card, filled with what stands, and one to throw it away."""
    power, version = _drawer(draft.pile), state.writes.get(seat, 0)
    for place, part in enumerate(draft.features, start=1):
        kind = str(part["kind"])
        if not fields_of(kind):
            continue
        given: dict[str, Any] = {name: part[name] for name in fields_of(kind) if part.get(name) is not None}
        given |= {name: ", ".join(given[name]) for name in LISTS if name in given}
        yield Offer(
            command=WritePart(card=str(number), kind=kind, part=place, **given),
            label=line("Fill in “{title}”: {kind}", title=draft.title, kind=kind),
            subject=draft.title,
            version=version,
            inputs=fields_of(kind),
            choices=chosen_from(data, kind, power),
            questions=QUESTIONS.get(kind, {}),
            secret=True,
        )
    yield Offer(
        command=DropCard(card=str(number)),
        label=line("Throw away “{title}”", title=draft.title),
        subject=draft.title,
        version=version,
        secret=True,
    )


def entered(state: State, *, is_over: bool) -> dict[str, Any]:
    """The cards that were written and that everybody has read, open or once they came into play, as a file of the group
    would hold them; once all is over, also those that never did.
    """
    known = [read_written(each) for ids in state.added.values() for each in ids if is_over or is_known(state, each)]
    cards = [
        {
            "id": f"own-{sha256(each['title'].encode()).hexdigest()[:12]}",
            "title": each["title"],
            "pile": each["pile"],
            "secret": not each["is_open"],
            "source": "Our group",
            "features": each["features"],
        }
        for each in known
    ]
    return {"cards": cards} if cards else {}
