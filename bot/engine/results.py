"""Correcting an earlier result: what it took in is asked again, and decided again with the die that fell."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.request import Answers, filled
from bot.engine.sessions import Pasts, Session
from rules.campaign import Campaign
from rules.command import GameCommand, GameEvent, Offer
from rules.dice import RecordedDice, SealedDice
from rules.errors import NotNow, OtherDice
from rules.kit.position import Told, amended
from rules.log import LogEntry, fold, play
from rules.secrets import Hidden

CORRECT = "correct_result"
"""The command of a game that corrects a result."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a campaign, as they can be corrected."""

    pasts: Pasts

    async def asked(self, session: Session, entry: LogEntry, user: int) -> Offer:
        """Return what an entry had asked its player, filled in as it was. Raises ``NotNow`` where it asked nothing,
        what is hidden or the consent of all, was undone, or is of a seat for which the user cannot act: a form shows
        what its seat holds.
        """
        before = await self._before(session, entry)
        command, seat = entry.command, entry.seat
        hides = any(isinstance(value, Hidden) for event in entry.events for _, value in event)
        if isinstance(command, GameCommand) and seat is not None and not (hides or command.needs_consent):
            if seat not in session.campaign.acts_for(user):
                names = session.campaign.named(seat)
                raise NotNow("Only {names} can correct this. For a value: `/record more what:adjust`.", names=names)
            for each in before.game.offers(before.state, seat):
                given = {"type", *each.inputs}
                same = each.command.model_dump(exclude=given) == command.model_dump(exclude=given)
                if each.inputs and not each.secret and each.command.type == command.type and same:
                    return replace(each, command=command, unproposed=())
        raise NotNow("This result took nothing in that could be corrected.")

    async def corrected(self, session: Session, entry: LogEntry, user: int, answers: Answers) -> Mapping[str, Any]:
        """Return the command that corrects an entry by other answers. The dice stay as they fell, and what was done
        since stands. Raises ``NotNow`` where that would need other dice, or changes nothing.
        """
        before = await self._before(session, entry)
        asked = await self.asked(session, entry, user)
        command: Any = session.campaign.read_command(filled(asked, answers))
        assert entry.seat is not None, "what asked something was of a seat"
        dice = RecordedDice(entry.rolls, SealedDice(bytes(32), 0))
        try:
            _, other = play(before.game, before.state, entry.seat, command, dice)
            dice.check_all_used()
        except OtherDice:
            raise NotNow(
                "That would need other dice. Go back to before it: *Undo to here* on the result before."
            ) from None
        then = fold(before.game, before.state, (each for each in entry.events if isinstance(each, GameEvent)))
        now = session.campaign
        table = [*amended(_told(before, then), _told(before, other), _told(now, now.state))]
        return {"type": CORRECT, "of": entry.number, "table": table}

    async def _before(self, session: Session, entry: LogEntry) -> Campaign:
        """Return the campaign before an entry. Raises ``NotNow``."""
        session.check_playable()
        if CORRECT not in session.campaign.game.commands_by_type or entry.number is None:
            raise NotNow("This result took nothing in that could be corrected.")
        if entry.seq in session.campaign.timeline.gone:
            raise NotNow("This result was undone.")
        return await self.pasts.stood(session, entry.number - 1)


def _told(campaign: Campaign, state: Any) -> Told:
    return {str(label): value for label, value in campaign.game.position(state)}
