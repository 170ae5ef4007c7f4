"""Faults that are planted into the bot, most of them after a commit. Some world must find each."""

import contextlib
from collections.abc import Iterator
from typing import Any

from discord import Webhook

from bot.base.deeds import Standing
from bot.engine.commit import Commits
from bot.engine.outbox import Outbox
from bot.engine.service import NotWritten
from bot.storage import StoreFault
from rules.campaign.seats.seating import Departed

write, send = Commits.write, Webhook.send


def always(result: Any) -> Any:
    """Something that the bot waits for, and that always comes out like this."""

    async def done(*_: Any, **__: Any) -> Any:
        return result

    return done


async def not_written(_self: Any, _caller: Any, fault: StoreFault) -> int:
    raise NotWritten(f"{fault}: nothing was done. Try again later.")


async def written(self: Commits, *args: Any) -> None:
    with contextlib.suppress(StoreFault):
        await write(self, *args)


@contextlib.contextmanager
def answering(self: Outbox, campaign: int, seq: int) -> Iterator[None]:
    try:
        yield
    finally:
        if (campaign, "result", seq) not in self._ended:
            self.note(campaign, seq, None)


async def openly(self: Any, *args: Any, **more: Any) -> Any:
    return await send(self, *args, **{**more, "ephemeral": False})


def named_only(_self: Any, _campaign: Any, user: Any, _dice: Any) -> list[Departed]:
    return [Departed(player=user)]


FAULTS: dict[str, tuple[str, Any]] = {
    "any fault says that nothing was done": ("bot.chat.client.standing", lambda: Standing.NOTHING),
    "a lost answer of the disk counts as not written": ("bot.engine.service.CampaignService._written", not_written),
    "a write that failed counts as written": ("bot.engine.commit.Commits.write", written),
    "nobody looks whether a result stands there": ("bot.chat.posting.delivery.trace_of", always(None)),
    "an answer that failed counts as posted": ("bot.engine.outbox.Outbox.answering", answering),
    "a second delivery is answered too": ("bot.chat.answering.gate.Gate._is_known", lambda *_: False),
    "what is private goes to everybody": ("discord.Webhook.send", openly),
    "what was refused is not tried again": ("bot.engine.outbox.Outbox.try_again", always([])),
    "who is reminded once is never reminded again": ("bot.chat.posting.reminders.Reminders._next", always([])),
    "a founding calls nobody": ("bot.engine.founding.reminders", lambda *_: ()),
    "nobody looks who has left": ("bot.chat.posting.reminders.Reminders.free_left", always(None)),
    "who has left keeps the seat": ("rules.campaign.seats.seating.Depart.decide", named_only),
    "a channel that is gone is told to nobody": ("bot.chat.posting.poster.Poster.tell_gone", always(None)),
    "a server that is gone is taken for a channel": ("bot.chat.posting.poster.Poster._is_away", always(None)),
    "nobody hears that the bot is back": ("bot.chat.client.Adjutant.on_guild_join", always(None)),
    "nobody hears that a role is deleted": ("bot.chat.client.Adjutant.on_guild_role_delete", always(None)),
    "a channel that refused is left alone for long": ("bot.engine.outbox.Forbidden.clear", lambda *_: None),
    "a setting names a role that is gone": ("bot.chat.client.Adjutant._exists", lambda *_: True),
    "a restored backup is told to nobody": ("bot.storage.backups._tell", lambda *_: None),
    "a message of the lost time counts": ("bot.storage.SqliteStore.lost_messages", always(set[int]())),
}
