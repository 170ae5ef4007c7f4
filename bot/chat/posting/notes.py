"""Notes that people have left themselves for a turn that has come."""

from collections.abc import Callable, Sequence
from datetime import datetime

import discord

from bot.base.language import reading, say
from bot.chat.posting.delivery import Channels, InChannel, Message, ending
from bot.chat.posting.direct_messages import DirectMessages
from bot.engine.outbox import Later, Outbox, Outcome
from bot.engine.posts import DirectNotes, kind_of, post
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.embeds import Colour, compose
from bot.messages.person_texts import tell_notes
from bot.storage import NoteRow, Post
from rules.notice import tell_all
from rules.seat import Player

NotesByUser = dict[int, list[NoteRow]]


class Notes(InChannel):
    """In the channel: who has left themselves a note for this turn, and not what it says; in a DM: the note."""

    def __init__(
        self,
        channels: Channels,
        direct: DirectMessages,
        service: CampaignService,
        outbox: Outbox,
        now: Callable[[], datetime],
    ) -> None:
        super().__init__(channels)
        self._direct = direct
        self._service = service
        self._outbox = outbox
        self._now = now

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Tell people of their notes, and note that they were told."""
        first, kind = posts[0], kind_of(posts[0].kind)
        is_direct = isinstance(kind, DirectNotes) and await self._direct.reaches(kind.player)
        notes = await self._due(session, first)
        if not notes:
            return ending(first, "nothing")
        if is_direct:
            own = [note for each in notes.values() for note in each]
            sent = await self._direct.send(session, first, _own(session, own), {})
            if isinstance(sent, Later):
                return sent
            outcome = ending(first, "posted", sent.id)
        else:
            outcome = await self.send(session, posts, await self._in_channel(session, notes))
        if outcome.how == "posted":
            await self._service.people.note_told(note for each in notes.values() for note in each)
        return outcome

    async def compose(self, session: Session, posts: Sequence[Post]) -> Message | None:
        """Who has left themselves a note for this turn."""
        notes = await self._due(session, posts[0])
        return await self._in_channel(session, notes) if notes else None

    async def _due(self, session: Session, first: Post) -> NotesByUser:
        """The notes of which a post tells, by their users; those who want DMs get one of their own."""
        people, turn = self._service.people, session.campaign.game.turn(session.campaign.state)
        due: NotesByUser = {}
        for note in await people.notes_due(session.id, turn):
            due.setdefault(note.user, []).append(note)
        kind = kind_of(first.kind)
        if isinstance(kind, DirectNotes):
            return {kind.player: due[kind.player]} if kind.player in due else {}
        settings = await people.of(due)
        by_dm = {user for user in due if settings[user].by == "dm"}
        await self._outbox.schedule(post(session.id, DirectNotes(user), first.seq, self._now()) for user in by_dm)
        return {user: notes for user, notes in due.items() if user not in by_dm}

    async def _in_channel(self, session: Session, notes: NotesByUser) -> Message:
        reach = await self._service.calls.reach_of(await self._service.people.of(notes))
        lines = [tell_all("{player}: you left yourself a note for this turn.", player=Player(user)) for user in notes]
        users = [discord.Object(user) for user in notes if user not in reach.silent]
        mentions = discord.AllowedMentions(users=users)
        with reading(session.campaign.language):
            told = tell_all("`/me more what:notes` shows yours to you alone.")
            embed = compose("Notes for this turn", [told], Colour.ACTION)
            content = "\n".join(say(each.line) for each in lines)
        return {"content": content, "allowed_mentions": mentions, "embed": embed}


def _own(session: Session, notes: Sequence[NoteRow]) -> discord.Embed:
    told = tell_notes(notes, {session.id: session.campaign.founding.name})
    with reading(session.campaign.language):
        return compose("You left yourself a note", told, Colour.SECRET)
