"""Correcting an earlier result: what it took in is asked again, and decided again with the die that fell."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.request import Answers, filled
from bot.engine.sessions import Pasts, Session
from bot.log.codec import read_entries
from rules.campaign import Campaign
from rules.command import GameCommand, Offer
from rules.dice import RecordedDice, SealedDice
from rules.errors import NotNow, OtherDice
from rules.kit.position import Told, amended
from rules.log import LogEntry, play
from rules.secrets import Hidden
from rules.written import rewritten

CORRECT = "correct_result"
"""The command of a game that corrects a result."""


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
        hides = any(isinstance(value, Hidden) for event in entry.events for _, value in event)
        if isinstance(command, GameCommand) and seat is not None and not (hides or command.needs_consent):
            if seat not in session.campaign.acts_for(user):
                names = session.campaign.named(seat)
                raise NotNow("Only {names} can correct this. For a value: `/record more what:adjust`.", names=names)
            fits: list[Offer] = []  # of the shortest the name, of the longest the form
            for each in sorted(before.game.offers(before.state, seat), key=lambda each: len(each.inputs)):
                given = {"type", *each.inputs}
                same = each.command.model_dump(exclude=given) == command.model_dump(exclude=given)
                if each.inputs and not each.secret and each.command.type == command.type and same:
                    fits.append(each)
            if fits:
                return replace(fits[-1], label=fits[0].label, command=await self._stands(session, entry), unproposed=())
        raise NotNow("This result took nothing in that could be corrected.")

    async def corrected(self, session: Session, entry: LogEntry, user: int, answers: Answers) -> Mapping[str, Any]:
        """Return the command that corrects an entry by other answers. Raises ``NotNow`` if it would need other dice."""
        before, asked = await self._before(session, entry), await self.asked(session, entry, user)
        command: Any = session.campaign.read_command(filled(asked, answers))
        try:
            then, other = (_after(before, entry, each) for each in (asked.command, command))
        except OtherDice:
            raise NotNow("That would need other dice. Press *Undo to here* on the result before it.") from None
        now: Told = {str(label): value for label, value in session.campaign.game.position(session.campaign.state)}
        plain = rewritten(type(command), given := command.model_dump(mode="json"), lambda _: "")
        by = {name: value for name, value in given.items() if value == plain[name]}  # nothing in own words
        return {"type": CORRECT, "of": entry.number, "table": [*amended(then, other, now)], "by": json.dumps(by)}

    async def _stands(self, session: Session, entry: LogEntry) -> Any:
        """Return the command of an entry, as it was corrected last."""
        campaign, rows = session.campaign, await self.pasts.store.entries(session.id, entry.seq)
        later: Any = (each for each in read_entries(campaign, rows) if each.command.type == CORRECT)
        by = [
            one.command.by for one in later if one.command.of == entry.number and one.seq not in campaign.timeline.gone
        ]
        return campaign.read_command(entry.command.model_dump() | json.loads(by[-1] if by else "{}"))

    async def _before(self, session: Session, entry: LogEntry) -> Campaign:
        """Return the campaign before an entry. Raises ``NotNow``."""
        session.check_playable()
        if CORRECT not in session.campaign.game.commands_by_type or entry.number is None:
            raise NotNow("This result took nothing in that could be corrected.")
        if entry.seq in session.campaign.timeline.gone:
            raise NotNow("This result was undone.")
        return await self.pasts.stood(session, entry.number - 1)


def _after(before: Campaign, entry: Any, command: Any) -> Told:
    dice = RecordedDice(entry.rolls, SealedDice(bytes(32), 0))
    _, state = play(before.game, before.state, entry.seat, command, dice)
    dice.check_all_used()
    return {str(label): value for label, value in before.game.position(state)}
