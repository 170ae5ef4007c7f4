"""The panel: one pinned message a campaign, edited in place, that tells where it stands and who must do what."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.base.language import reading, say
from bot.chat.channel_access import LOST, OUTSIDE, is_outside
from bot.chat.posting.delivery import Delivery, ending
from bot.chat.posting.step_message import PLACES, Place
from bot.engine.outbox import NEVER, Later, Outbox, Outcome, Pause
from bot.engine.posts import nonce_of, panel
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.buttons import MOST_BELOW, LookButton, OfferButton
from bot.messages.campaign_texts import panel_lines, waiting
from bot.messages.embeds import Colour, compose, cut
from bot.messages.interaction import Buttons, Interaction, answer_privately
from bot.messages.log_lines import line_of
from bot.messages.pictures.gallery import Gallery, Sketch
from bot.messages.result_message import LONGEST, as_posted, buttons, headed
from bot.messages.start_buttons import SeatButton
from bot.storage import Post, StoreFault
from rules.campaign import Campaign
from rules.campaign.seats.seating import free_seats
from rules.errors import NotNow
from rules.line import Line
from rules.notice import Public, tell_all, tell_section
from rules.seat import Player
from rules.secrets import Shown, moment, quote

log = logging.getLogger(__name__)

NOBODY = 0
UNKNOWN = "unknown"
"""The picture of a panel that was posted before the bot started."""
MOST_RESULTS = 1
LOOK_BACK = 1000
SECONDS = 2.0
"""What happens within so many seconds is one edit."""


class Panels(Delivery):
    """The panels of the campaigns: shown by a command, then kept up to date."""

    def __init__(self, client: discord.Client, service: CampaignService, outbox: Outbox, gallery: Gallery) -> None:
        self._client = client
        self._service = service
        self._outbox = outbox
        self._gallery = gallery
        self._seconds = NEVER if outbox.is_by_hand else SECONDS
        self._pause = Pause()
        self._turns: dict[int, int] = {}
        self._pictures: dict[int, str | None] = {}
        self._unpinned: set[int] = set()
        self._touched: set[int] = set()
        self._unseen: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._locks = WeakValueDictionary[int, asyncio.Lock]()

    async def show(self, interaction: Interaction, session: Session) -> None:
        """Post the panel as the answer, and pin it if the bot may. The one before it goes away."""
        session.check_playable()
        session.campaign.check_seated(interaction.user.id)
        last = await self._outbox.panel_of(session.id)
        sketch = await self._sketch(session, interaction.app_permissions)
        file = await self._gallery.soon(self._gallery.file(sketch))
        sent = await interaction.response.send_message(**as_posted(await self._message(session, file)))
        if sent.message_id is None:
            return
        self._note(session, sketch if file else None)
        await self._outbox.keep_panel(session.id, sent.message_id)
        channel = interaction.channel
        if not isinstance(channel, PLACES):
            return
        if last is not None:
            await self._delete(session, last)
        if is_outside(interaction):
            await answer_privately(interaction, content=say(OUTSIDE))
        elif not interaction.app_permissions.pin_messages:
            text = "Please pin this panel, or allow me to: *Pin Messages*."
            await answer_privately(interaction, content=say(text))
        elif not await _pin(channel.get_partial_message(sent.message_id)):
            text = "Discord did not pin the panel: are there too many pins?"
            await answer_privately(interaction, content=say(text))

    async def hide(self, interaction: Interaction, session: Session) -> None:
        """Take the panel away for good, until somebody shows it again. Raises ``NotNow`` if there is none."""
        session.campaign.check_seated(interaction.user.id)
        last = await self._outbox.panel_of(session.id)
        if last is None:
            raise NotNow("This campaign has no panel.")
        await self._outbox.drop_panel(session.id)
        await self._delete(session, last)
        line = tell_all("{who} takes the panel away.", who=Player(interaction.user.id))
        with reading(session.campaign.language):
            said = say(line.line)
        await interaction.response.send_message(said, silent=True)

    def touch(self, id_: int) -> None:
        """Bring a campaign's panel up to date soon; what happens before that is the same edit. Reminders of what was
        answered go away with the outbox's next look.
        """
        self._outbox.touched.add(id_)
        self._touched.add(id_)
        if id_ not in self._tasks:
            self._tasks[id_] = asyncio.create_task(self._later(id_))

    def look_again(self) -> None:
        """Bring up to date what waited until Discord told of its server."""
        waiting, self._unseen = self._unseen, set()
        for id_ in waiting:
            self.touch(id_)

    async def settle(self) -> None:
        """Wait until every panel is up to date."""
        with self._pause.cut_short():
            while self._tasks:
                await asyncio.gather(*self._tasks.values())

    async def drop(self) -> None:
        """Leave the panels unchanged until the next action updates them."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _later(self, id_: int) -> None:
        try:
            session = await self._service.session(id_)
            has_place = self._lock(id_).locked() or await self._outbox.panel_of(id_) is not None
            if not self._is_unseen(session) and not has_place:
                return  # most campaigns have none: nobody waits for them
            while id_ in self._touched:  # again where something happened while the panel was drawn and sent
                await self._pause.wait(self._seconds)
                self._touched.discard(id_)
                session = await self._service.session(id_)
                if not self._is_unseen(session):
                    await self._bring(session)
                if self._is_unseen(session):  # or is so by now
                    self._unseen.add(id_)
        except (*LOST, StoreFault, NotNow) as error:
            log.warning("the panel of campaign %s stays as it is: %s", id_, error)
        finally:
            self._touched.discard(id_)
            del self._tasks[id_]

    async def _bring(self, session: Session) -> None:
        """Bring the panel of a campaign up to date."""
        async with self._lock(session.id):
            message = await self._outbox.panel_of(session.id)
            if message is not None and not self._outbox.forbidden.holds(session.channel):
                await self._refresh(session, message)

    def _is_unseen(self, session: Session) -> bool:
        """Return whether Discord has not told of a campaign's server, after a new connection or in an outage: the bot
        does not know then what it may do there.
        """
        guild = self._client.get_guild(session.guild)
        return guild is not None and guild.unavailable

    async def _refresh(self, session: Session, message: int) -> None:
        """Edit the panel. The outbox posts one that was deleted again, and at a new turn below all others."""
        channel = self._client.get_partial_messageable(session.channel)
        turn = session.campaign.game.turn(session.campaign.state)
        is_new_turn = self._turns.setdefault(session.id, turn) != turn
        try:
            shown, sketch = await self._message(session), await self._sketch(session, self._permissions(session))
            if not is_new_turn and await self._edited(channel.get_partial_message(message), session, shown, sketch):
                return
        except discord.Forbidden:
            self._outbox.forbidden.note(session.channel)
            raise
        await self._outbox.store.schedule([panel(session.id, session.campaign.seq, self._service.now())])
        self._outbox.poke()

    def _lock(self, id_: int) -> asyncio.Lock:
        """Held while a campaign's panel is edited or moves: what has gone is not edited."""
        return self._locks.setdefault(id_, asyncio.Lock())

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Post the panel of a campaign that is due."""
        first = posts[0]
        if self._is_unseen(session):
            return Later()
        try:
            return ending(first, *await self._post(session, first.seq))
        except LOST as error:
            log.warning("%s waits: %s", first, type(error).__name__)
            return Later()

    async def _post(self, session: Session, seq: int) -> tuple[str, int | None]:
        """Post the panel at an entry at the bottom of the channel, once, in the place of the one before: how that
        ended, and the message. Nobody asked for that of the founding (0), so it is posted only where the bot may pin
        it, and where nobody has shown one meanwhile.
        """
        async with self._lock(session.id):
            last = await self._outbox.panel_of(session.id)
            is_wanted = seq != 0 if last is not None else seq == 0 and self._permissions(session).pin_messages
            if not is_wanted or self._outbox.forbidden.holds(session.channel):
                return "nothing", None
            channel = self._client.get_partial_messageable(session.channel)
            try:
                sent = await self._find(channel, session, last) or await self._send(channel, session, last)
                self.touch(session.id)
            except discord.Forbidden:
                self._outbox.forbidden.note(session.channel)
                return "nothing", None
            if last is not None:
                await self._delete(session, last)
            may_pin = self._permissions(session).pin_messages and session.channel not in self._unpinned
            if may_pin and not sent.pinned and not await _pin(sent):
                self._unpinned.add(session.channel)
            return "posted", sent.id

    async def _delete(self, session: Session, last: int) -> None:
        """Delete a panel, wherever it stands."""
        channel = self._client.get_partial_messageable(session.home_of(last).channel)
        with contextlib.suppress(discord.HTTPException):
            await channel.get_partial_message(last).delete()

    async def _send(self, channel: Place, session: Session, last: int | None) -> discord.Message:
        """Post the panel. Its nonce is that of the one whose place it takes: Discord gives a message that it has seen
        lately back for the same nonce, also a deleted one.
        """
        sketch = await self._sketch(session, self._permissions(session))
        file = await self._gallery.file(sketch)
        shown = as_posted(await self._message(session, file))
        nonce = nonce_of(session.id, last or await self._service.identity_of(session, 0), "panel")
        sent: discord.Message = await channel.send(**shown, nonce=nonce)
        self._note(session, sketch if file else None)
        return sent

    async def _find(self, channel: Place, session: Session, last: int | None) -> discord.Message | None:
        """Return the panel that a bot posted after the last one that it could note, before it died."""
        began = session.campaign.founding.at
        after = discord.Object(last) if last is not None else began
        async for each in channel.history(limit=LOOK_BACK, after=after, oldest_first=False):
            is_own = each.author == self._client.user
            if is_own and any(embed.url == _mark(session) for embed in each.embeds):
                return each
        return None

    async def _sketch(self, session: Session, may: discord.Permissions) -> Sketch | None:
        """Return the picture in the language of the channel, if the bot may attach it there."""
        if not may.attach_files:
            return None
        with reading(session.campaign.language):
            return await self._gallery.sketch(session, small=True)

    def _permissions(self, session: Session) -> discord.Permissions:
        """Return the bot's permissions in a campaign's channel, or none if the bot cannot see it."""
        channel = self._client.get_channel(session.channel)
        if not isinstance(channel, PLACES):
            return discord.Permissions.none()
        return channel.permissions_for(channel.guild.me)

    async def _edited(
        self, panel: discord.PartialMessage, session: Session, shown: dict[str, Any], sketch: Sketch | None
    ) -> bool:
        """Edit the panel in place, and its picture only if that changed. Return False if the panel was deleted."""
        digest = sketch.digest if sketch else None
        if self._pictures.get(session.id, UNKNOWN) != digest:
            file = await self._gallery.file(sketch)
            shown, digest = shown | {"attachments": [file] if file else []}, digest if file else None
        try:
            await panel.edit(**shown)
        except discord.NotFound:
            return False
        self._pictures[session.id] = digest
        return True

    def _note(self, session: Session, sketch: Sketch | None) -> None:
        """Note the turn that the panel shows now, and its picture."""
        self._pictures[session.id] = sketch.digest if sketch else None
        self._turns[session.id] = session.campaign.game.turn(session.campaign.state)

    async def _message(self, session: Session, file: discord.File | None = None) -> dict[str, Any]:
        """Return the panel as a message, with its picture if there is one."""
        campaign = session.campaign.when(self._service.now())
        title = campaign.founding.name or campaign.game.title
        lines = [*panel_lines(campaign), *[line async for line in self._results(session)]]
        lines += _boards(await self._service.slips.open(session))
        with reading(campaign.language):
            awaited = [*waiting(campaign)]
            lines = [each for each in lines if each not in awaited]
            embed = compose("", lines, Colour.ACTION, Line("{game}", {"game": Shown(session.campaign.game.title)}))
            embed.url = _mark(session)
            message = headed(Line("{title}", {"title": quote(title)}), embed)
            content = "\n".join((message["content"], *(say(each.line) for each in awaited)))
            view = self._below(session.id, campaign)
        picture = {"file": file} if file else {}
        return {**message, "content": cut(content, LONGEST), "view": view, **picture}

    def _below(self, id_: int, campaign: Campaign) -> discord.ui.View:
        """Return the buttons: four with the hand of a game that has one. A free seat comes first, before the game has
        begun beside what is to be done: there is nothing to catch up with then.
        """
        free = free_seats(campaign)
        is_new = bool(free) and not campaign.has_begun
        besides = MOST_BELOW - (not free or is_new) - ("hand" in campaign.game.shows)
        view = Buttons()
        if free:
            view.add_item(SeatButton(id_, free, is_main=True))
        for each in getattr(buttons(id_, campaign, NOBODY, besides=besides).get("view"), "children", ()):
            if free and isinstance(each, OfferButton):
                each.item.style = discord.ButtonStyle.secondary
            view.add_item(each)
        if not is_new:
            view.add_item(LookButton("since", id_))
        return view.add_item(LookButton("more", id_))

    async def _results(self, session: Session) -> AsyncIterator[Public]:
        """Yield the last results as links."""
        for entry in await self._service.newest_seen(session, MOST_RESULTS):
            message = await self._outbox.message_of(session.id, entry.seq)
            when, what = moment(entry.at), line_of(session.campaign, entry)
            if message is not None:
                link = session.link(message)
                yield tell_section("Last", "{what} [Read it]({link}), {when}", what=what, link=link, when=when)


def _boards(open_: Mapping[int, int]) -> Iterator[Public]:
    """Yield how far the boards of those are who say what they have done."""
    for user, steps in open_.items():
        if steps:
            yield tell_section("Boards", "{player}: {steps} {steps:step|steps} to do", player=Player(user), steps=steps)
        else:
            yield tell_section("Boards", "{player}: up to date", player=Player(user))


def _mark(session: Session) -> str:
    """Return the address of the embed of a panel, by which it is known. Nobody sees it."""
    return f"https://discord.com/channels/@me#panel-{session.id}"


async def _pin(message: discord.PartialMessage | discord.Message) -> bool:
    """Pin a message. False where Discord does not: the permission is missing, or the channel has too many pins."""
    try:
        await message.pin()
    except discord.HTTPException as error:
        log.warning("the panel is not pinned: status %s, code %s", error.status, error.code)
        return False
    return True
