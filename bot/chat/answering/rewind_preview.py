"""Back in time: what a rewind would undo, shown before anybody is asked, and the list from which its goal is chosen."""

import re
from collections.abc import Iterator
from typing import Any

import discord
from typing_extensions import override

from bot.base.language import say
from bot.chat.answering.private_views import Looks
from bot.chat.answering.responder import Responder
from bot.engine.sessions import Session, differences
from bot.messages.autocomplete import Choices, choices_of
from bot.messages.interaction import Button, Buttons, Interaction, Pressed, tell_privately
from bot.messages.log_lines import line_of
from rules.campaign import Campaign
from rules.campaign.questions.requests import Asked
from rules.campaign.state.timeline import Action, Point
from rules.campaign.time.undo import Rewind, actions_after
from rules.dice import Source
from rules.errors import NotThere
from rules.line import Line, both, line
from rules.notice import Public, tell_all
from rules.secrets import Shown

MOST_LISTED = 15
PAGE = 50


class Rewinds:
    """Previews of rewinds, and the rewinds themselves."""

    def __init__(self, looks: Looks, responder: Responder) -> None:
        self._service = responder.service
        self._responder = responder
        self._looks = looks

    async def preview(self, interaction: Interaction, session: Session, to: int) -> None:
        """Show a player what a rewind to the entry of a number would undo, who must agree, and what changes on the
        board.
        """
        session.check_playable()
        campaign = session.campaign
        actions = actions_after(campaign, to)
        then = await self._service.pasts.back_to(session, to, interaction.created_at)
        rewind = Rewind(to=to, last=actions[-1].number or 0)
        source = Source(session.seed, interaction.id)
        decision = campaign.decide(interaction.user.id, rewind, None, source, interaction.created_at)
        needed = [seat for event in decision.events if isinstance(event, Asked) for seat in event.needed]
        lines = [*_undone(then, actions)]
        if needed:
            lines.append(tell_all("{names} must agree, or a referee who plays no side.", names=both(sorted(needed))))
        else:
            lines.append(tell_all("You need nobody’s consent."))
        lines += [Public(each.to_do).under("To change on the board") for each in differences(campaign, then)]
        view = Buttons(RewindButton(session.id, to, rewind.last, asks=bool(needed)))
        await tell_privately(interaction, line("Go back to this point?", to=to), lines, view=view)

    async def preview_message(self, interaction: Interaction, message: discord.Message) -> None:
        """Show what would be undone to come back to just after a result."""
        id_, told = await self._looks.told_in(interaction, message)
        session = await self._service.session(id_)
        entry = await self._service.entry(session, told[-1])
        await self.preview(interaction, session, entry.number or 0)

    async def rewind(self, interaction: Interaction, id_: int, to: int, last: int) -> None:
        """Rewind to the entry with the number ``to``, or ask those who must agree, with what changes on the board."""
        session = await self._service.session(id_)
        then = await self._service.pasts.back_to(session, to, interaction.created_at)
        where, board = then.game.where(then.state), tuple(each.to_do for each in differences(session.campaign, then))
        fields = Rewind(to=to, last=last, where=where, board=board).model_dump()
        await self._responder.execute_in(interaction, session, fields)

    async def goals(self, session: Session, typed: str) -> Choices:
        """Return where a rewind can go, the newest first: points, then entries, as far as they hold what was typed."""
        campaign = session.campaign
        found = [(str(point.number), _named(point)) for point in reversed(campaign.timeline.points)]
        entries = await self._service.newest_seen(session, PAGE)
        undone = await self._service.undone(session, entries[-1].seq if entries else 1)
        found += [
            (str(each.number), line("{seq} {text}", seq=each.number or 0, text=line_of(campaign, each)))
            for each in entries
            if each.seq not in undone and each.undoes is None
        ]
        seats = {int(player): str(seat) for seat, players in campaign.roster.items() for player in players}
        return choices_of(found, typed, seats)


def goal(campaign: Campaign, typed: str) -> int:
    """Return the number of the entry that a player means: itself, or the name of a point. Raises ``NotThere``."""
    text = typed.strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    for point in reversed(campaign.timeline.points):
        if text.casefold() in (point.label.casefold(), say(_named(point)).casefold()):
            return point.number
    raise NotThere("There is no such point. Choose one from the list, or the number of an entry.")


def _named(point: Point) -> Line:
    return line("{where} (entry {seq})", where=point.label, seq=point.number)


def _undone(then: Campaign, actions: tuple[Action, ...]) -> Iterator[Public]:
    """Yield what a rewind would undo, action by action, and where play would go on."""
    yield tell_all("The game resumes here: {where}.", where=Shown(then.game.where(then.state)))
    count, dice = len(actions), sum(each.dice for each in actions)
    yield tell_all("{count} {count:action|actions} would be undone:", count=count)
    for each in actions[:MOST_LISTED]:
        seq, title = each.number or 0, Shown(each.line)
        yield tell_all("`{seq}` {player}: {title}", seq=seq, player=each.player, title=title)
    if count > MOST_LISTED:
        last = actions[-1].number or 0
        yield tell_all("… and {more} more, up to entry {last}.", more=count - MOST_LISTED, last=last)
    if dice:
        yield tell_all("{dice} {dice:die stays|dice stay} used.", dice=dice)


class RewindButton(Pressed[Button], id="adj:rewind:{id_}:{to}:{last}"):
    """Rewinds to an entry, as the preview above it says. Its id holds the newest action that the preview counts."""

    id_: int
    to: int
    last: int

    def __init__(self, id_: int, to: int, last: int, *, asks: bool = False) -> None:
        label = "Ask the others" if asks else "Go back"
        button: Button = discord.ui.Button(label=say(label), style=discord.ButtonStyle.danger)
        super().__init__(button, id_=id_, to=to, last=last)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.rewinds.rewind(interaction, self.id_, self.to, self.last)
