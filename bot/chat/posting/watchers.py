"""Those who follow a campaign without a seat: each new turn calls them once, until they want it no more."""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord

from bot.base.language import reading, say
from bot.chat.posting.delivery import Channels, InChannel, Message
from bot.engine.outbox import Outbox, Outcome
from bot.engine.people import Reach
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import NUMBER, Interaction, answer_privately
from bot.messages.result_message import headed
from bot.messages.unwatched import Buttons
from bot.storage import Ending, Post
from rules.errors import NotNow
from rules.line import line
from rules.notice import tell_all
from rules.seat import Player

MOST = 50
"""So many mentions have room in a message."""


class Watchers(InChannel):
    """Who watches which campaign. A call to those who watch keeps its button, and is no result."""

    is_live = False

    def __init__(self, channels: Channels, service: CampaignService, outbox: Outbox) -> None:
        super().__init__(channels)
        self._service = service
        self._outbox = outbox

    async def watch(self, interaction: Interaction, session: Session) -> None:
        """Let somebody without a seat watch a campaign. Raises ``NotNow`` for those who cannot."""
        session.check_playable()
        campaign, people, user = session.campaign, self._service.people, interaction.user.id
        if campaign.seats_of(user):
            raise NotNow("You hold a seat, so the bot calls you when it is your move.")
        if campaign.is_ended:
            raise NotNow("The campaign has ended. `/record journal` gives you all of it.")
        watching = await people.watchers_of(session.id)
        if user not in watching and len(watching) >= MOST:
            raise NotNow("{count} people watch already, as many as a message can call.", count=MOST)
        await people.watch(session.id, user, _turn(session))
        told = tell_all("Each new turn calls you here once. `/campaign manage what:watch` ends that.")
        await _answer(interaction, "You watch this campaign", told)

    async def has(self, user: int, session: Session) -> bool:
        """Whether somebody watches a campaign."""
        return user in await self._service.people.watchers_of(session.id)

    async def unwatch(self, interaction: Interaction, session: Session) -> None:
        """Let somebody watch no more. Raises ``NotNow`` for those who do not watch."""
        people, user = self._service.people, interaction.user.id
        if user not in await people.watchers_of(session.id):
            raise NotNow("You are not watching this campaign. `/campaign manage what:watch` starts that.")
        await people.watch(session.id, user, None)
        told = tell_all("New turns of it no longer call you. `/campaign manage what:watch` turns that back on.")
        await _answer(interaction, "You watch no more", told)

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Call those who watch to a new turn, and note that they know of it."""
        outcome = await super().deliver(session, posts)
        if isinstance(outcome, Ending) and outcome.how == "posted":
            for user in await self._untold(session):
                await self._service.people.watch(session.id, user, _turn(session))
        return outcome

    async def compose(self, session: Session, posts: Sequence[Post]) -> Message | None:
        """What calls those who watch to a new turn; nothing where all know of it."""
        users, campaign, turn = await self._untold(session), session.campaign, _turn(session)
        if not users or campaign.rests:
            return None
        reach: Reach = await self._service.calls.reach_of(await self._service.people.of(users))
        mentioned = [discord.Object(user) for user in users if user not in reach.silent]
        message = await self._outbox.message_of(session.id, posts[0].seq)
        with reading(campaign.language):
            where = session.place if message is None else session.link(message)
            told = tell_all("Turn {turn} has begun: [what happened]({link})", turn=turn, link=where)
            footer = line("{game} · turn {turn}", game=campaign.game.title, turn=turn)
            view = Buttons().add_item(UnwatchButton(session.id))
            shown = headed("A new turn", compose("", [told], Colour.ACTION, footer))
        players = " ".join(str(Player(user)) for user in users)
        mentions = discord.AllowedMentions(users=mentioned)
        return {**shown, "content": f"{shown['content']}\n{players}", "allowed_mentions": mentions, "view": view}

    async def _untold(self, session: Session) -> list[int]:
        """Those who watch, hold no seat by now, and do not know of the turn yet."""
        watching, now = await self._service.people.watchers_of(session.id), _turn(session)
        return [user for user, turn in watching.items() if turn < now and not session.campaign.seats_of(user)]


class UnwatchButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"adj:unwatch:(?P<id>{NUMBER})"):
    """Ends the watching of whoever presses it, and of nobody else."""

    def __init__(self, id_: int) -> None:
        super().__init__(discord.ui.Button(label=say("Stop watching"), custom_id=f"adj:unwatch:{id_}"))
        self.id_ = id_

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(int(match["id"]))

    async def callback(self, interaction: Interaction) -> None:
        """Watch no more."""
        await interaction.client.guard(interaction, self._answer(interaction))

    async def _answer(self, interaction: Interaction) -> None:
        client = interaction.client
        await client.watchers.unwatch(interaction, await client.service.session(self.id_))


def _turn(session: Session) -> int:
    return session.campaign.game.turn(session.campaign.state)


async def _answer(interaction: Interaction, title: str, told: Any) -> None:
    await answer_privately(interaction, embed=compose(title, [told], Colour.ANSWER))
