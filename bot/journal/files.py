"""Makes the files of the record beside the event loop, one at a time."""

import asyncio
import io
import re
from typing import Any

import discord

from bot.base.language import language_of, say
from bot.engine.outbox import Outbox
from bot.engine.people import zone_of
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.journal.html_file import Marks, html
from bot.journal.page import Wish, page_of
from bot.messages.interaction import Interaction
from rules.errors import NotNow
from rules.line import line


class Files:
    """The journal of a campaign for whoever asks."""

    def __init__(self, service: CampaignService, outbox: Outbox) -> None:
        self._service = service
        self._outbox = outbox
        self._one = asyncio.Lock()

    async def send_journal(self, interaction: Interaction, session: Session, since: int = 0) -> None:
        """Answer in private with the journal. Raises ``NotNow`` where it cannot be sent."""
        session.check_playable()
        if not interaction.app_permissions.attach_files:
            raise NotNow(
                "The bot may not attach files here. Somebody who manages the server can let it: *Attach Files*."
            )
        if not interaction.response.is_done():
            await interaction.response.defer(ephemeral=True, thinking=True)
        content = await self._journal(interaction, session, since)
        if len(content) > interaction.filesize_limit:
            raise NotNow("The journal is larger than Discord takes. Choose a later turn with `since`.")
        name = re.sub(r"[^\w-]+", "-", session.campaign.founding.name).strip("-")[:60] or "journal"
        said = say(line("The journal, as you may read it. Save it and open it in any browser or editor."))
        await interaction.followup.send(said, file=discord.File(io.BytesIO(content), f"{name}.html"), ephemeral=True)

    async def _journal(self, interaction: Interaction, session: Session, since: int) -> bytes:
        person = await self._service.people.one(interaction.user.id)
        messages = await self._outbox.messages_of(session.id)
        links = {seq: str(session.link(message)) for seq, message in messages.items()}
        seated = {int(player) for players in session.campaign.sat.values() for player in players}
        async with self._one:  # a long log is much work
            entries = await self._service.entries(session)
            acted = {each.user for each in entries}
            people = await self._service.people.of(seated | acted | {int(session.campaign.founding.founder)})
            chosen = {user: each.name for user, each in people.items() if each.name}
            wish = Wish(interaction.user.id, interaction.created_at, since, zone_of(person.zone), links, chosen)
            language = language_of(interaction.locale.value)
            return await asyncio.to_thread(_written, session, entries, wish, language)


def _written(session: Session, entries: Any, wish: Wish, language: str) -> bytes:
    page = page_of(session.campaign, entries, wish)
    return html(page, Marks(page.cast, wish.zone), language).encode()
