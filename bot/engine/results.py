"""Correcting an earlier result: what it took in is asked again, and decided again with the die that fell."""

import asyncio
import json
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bot.engine.request import Answers, filled
from bot.engine.sessions import Pasts, Session
from bot.log.codec import read_entries
from rules.campaign import Campaign
from rules.command import Event, GameCommand, Offer, label_of
from rules.dice import RecordedDice, SealedDice
from rules.errors import NotNow, OtherDice, RuleError
from rules.kit.facts import MOVED, Form
from rules.kit.position import Mended, Told, amended, in_turn, moves
from rules.line import Line, line
from rules.log import LogEntry, play
from rules.printed.lookup import Reading, readings
from rules.secrets import Hidden, Shown
from rules.written import rewritten

CORRECT = "correct_result"
"""The command of a game that corrects a result."""
MOST_NAMED = 9
MOST_LATER = 300
"""So many later entries are looked at for what counted with a wrong result: less than a second."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a campaign, as they can be corrected."""

    pasts: Pasts

    async def asked(self, session: Session, entry: LogEntry, user: int) -> Offer:
        """Return what an entry had asked, filled in as it stands. Raises ``NotNow`` if that was nothing open, or a form
        that shows what others hold.
        """
        before = await self._before(session, entry)
        command, seat = entry.command, entry.seat
        if isinstance(command, GameCommand) and seat is not None and not (_hides(entry) or command.needs_consent):
            fits = _asking(before, entry)
            is_open = session.campaign.seats_of(user) and not any(each.shows_hand for each in fits)
            if fits and not is_open and seat not in session.campaign.acts_for(user):
                names = session.campaign.named(seat)
                raise NotNow("Only {names} can correct this. For a value: `/record more what:adjust`.", names=names)
            if fits:
                return replace(fits[-1], label=fits[0].label, command=await self._stands(session, entry), unproposed=())
        if isinstance(command, GameCommand) and command.plays:
            raise NotNow("What it did is entered: `/record more what:adjust`. *Undo to here* takes it back.")
        raise NotNow("This result took nothing in that could be corrected.")

    async def corrected(self, session: Session, entry: LogEntry, user: int, answers: Answers) -> Mapping[str, Any]:
        """Return the command that corrects an entry by other answers. Raises ``NotNow`` if it would need other dice."""
        before, asked = await self._before(session, entry), await self.asked(session, entry, user)
        command: Any = session.campaign.read_command(filled(asked, answers))
        both = asked.command, command
        try:
            played = [_played(before, before.state, entry, each) for each in both]
        except OtherDice:
            raise NotNow("That would need other dice. Press *Undo to here* on the result before it.") from None
        if len({repr(before.game.underway(state)) for _, state in played}) > 1:
            raise NotNow("That changes more than the board. *Undo to here* on the result before it, and enter it anew.")
        then, other = (_told(before, after) for _, after in played)
        rows = await self.pasts.store.entries(session.id, before.seq)
        plain = rewritten(type(command), given := command.model_dump(mode="json"), lambda _: "")
        by = {name: value for name, value in given.items() if value == plain[name]}  # nothing in own words
        log, gone = read_entries(session.campaign, rows[: MOST_LATER + 1]), session.campaign.timeline.gone
        now = session.campaign
        facts = command.asked(now.game.data) if isinstance(command, Form) else ()
        told = {each.named for each in facts if each.value(now.state) == getattr(asked.command, each.named)}
        said: list[Any] = [
            (asked.labels.get(name) or label_of(type(command), name), *(asked.shown(name, each) for each in both))
            for name in asked.inputs
            if name in by and name not in told  # its fact says the same
        ]
        read = zip(*(_readings(events) for events, _ in played), strict=False)
        said += [(right.table, *(Shown(each.cell.rstrip(".")) for each in (wrong, right))) for wrong, right in read]
        mended = Mended(
            of=entry.number or 0,
            title=in_turn(asked.name, before.game.turn(played[0][1])),
            fell=bool(entry.rolls),
            answered=tuple(
                line(MOVED, label=Line(label), before=wrong, after=right)
                for label, wrong, right in said
                if wrong != right
            ),
            later=await asyncio.to_thread(lambda: tuple(islice(_counted(before, log, gone, then, other), MOST_NAMED))),
        )
        table = [*amended(then, other, _told(now, now.state))]
        return {"type": CORRECT, "mended": mended.model_dump(), "table": table, "by": json.dumps(by)}

    async def _stands(self, session: Session, entry: LogEntry) -> Any:
        """Return the command of an entry, as it was corrected last."""
        campaign, rows = session.campaign, await self.pasts.store.entries(session.id, entry.seq)
        later: Any = (each for each in read_entries(campaign, rows) if each.command.type == CORRECT)
        stand = (each.command for each in later if each.seq not in campaign.timeline.gone)
        by = [each.by for each in stand if each.mended.of == entry.number]
        return campaign.read_command(entry.command.model_dump() | json.loads(by[-1] if by else "{}"))

    async def _before(self, session: Session, entry: LogEntry) -> Campaign:
        """Return the campaign before an entry. Raises ``NotNow``."""
        session.check_playable()
        if CORRECT not in session.campaign.game.commands_by_type or entry.number is None:
            raise NotNow("This result took nothing in that could be corrected.")
        if entry.seq in session.campaign.timeline.gone:
            raise NotNow("This result was undone.")
        return await self.pasts.stood(session, entry.number - 1)


def _counted(
    before: Campaign, log: Sequence[LogEntry], gone: Container[int], then: Told, other: Told
) -> Iterator[Line]:
    """Yield the later results of a log that come out otherwise if its first one is corrected: decided again there with
    their dice, they move the board otherwise, or read another cell of a table.
    """
    for campaign, entry in zip(before.follow_each(log), log[1:], strict=False):
        game, state, command = campaign.game, campaign.state, entry.command
        if not isinstance(command, GameCommand) or command.is_told or entry.seq in gone or _hides(entry):
            continue  # what somebody did unseen is not named
        with suppress(RuleError):  # where it changes nothing, nothing counted with it
            table = [*amended(then, other, _told(campaign, state))]
            mended = Mended(of=0, title=Line(""))
            right: Any = game.read_command({"type": CORRECT, "mended": mended, "table": table, "by": ""})
            corrected = game.apply(state, right.taken(game.data, state))
            stood = _outcome(campaign, state, entry)
            try:
                counts = _outcome(campaign, corrected, entry) != stood
            except RuleError:
                counts = True
            if counts:
                name = next((each.name for each in _asking(campaign, entry)), Line(entry.title))
                yield in_turn(name, game.turn(state))


def _asking(before: Campaign, entry: LogEntry) -> list[Offer]:
    """Return the offers of before an entry that ask what it was answered, that with the longest form last."""
    command, fits = entry.command, list[Offer]()
    offers = before.game.offers(before.state, entry.seat) if entry.seat is not None else ()
    for each in offers:
        given = {"type", *each.inputs}
        same = each.command.model_dump(exclude=given) == command.model_dump(exclude=given)
        is_open = each.command.is_entry or not each.secret
        if each.inputs and is_open and each.command.type == command.type and same:
            fits.append(each)
    return sorted(fits, key=lambda each: len(each.inputs))


def _outcome(campaign: Campaign, state: Any, entry: LogEntry) -> object:
    events, after = _played(campaign, state, entry, entry.command)
    return [each.cell for each in _readings(events)], moves(_told(campaign, state), _told(campaign, after))


def _readings(events: Sequence[Event]) -> list[Reading]:
    return [each for event in events for each in readings(event)]


def _played(campaign: Campaign, state: Any, entry: Any, command: Any) -> tuple[tuple[Event, ...], Any]:
    dice = RecordedDice(entry.rolls, SealedDice(bytes(32), 0))
    played = play(campaign.game, state, entry.seat, command, dice)
    dice.check_all_used()
    return played


def _told(campaign: Campaign, state: Any) -> Told:
    return {str(label): value for label, value in campaign.game.position(state)}


def _hides(entry: LogEntry) -> bool:
    return entry.is_private or any(
        isinstance(value, Hidden) and value.value != () for event in entry.events for _, value in event
    )
