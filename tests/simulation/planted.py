"""Faults that are planted into the bot, most of them after a commit. Some world must find each."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.base.deeds import Standing
from bot.engine.commit import Commits
from bot.engine.outbox import Outbox
from bot.engine.service import CampaignService, NotWritten
from bot.storage import StoreFault

Plant = Callable[[pytest.MonkeyPatch], None]


def any_fault_says_nothing_was_done(planted: pytest.MonkeyPatch) -> None:
    """Whatever fails, and whenever: four players of 904 read it of what was done."""
    planted.setattr("bot.chat.client.standing", lambda: Standing.NOTHING)


def a_lost_answer_of_the_disk_counts_as_not_written(planted: pytest.MonkeyPatch) -> None:
    """The log is not asked."""

    async def not_written(_self: Any, _caller: Any, _session: Any, fault: StoreFault) -> int:
        raise NotWritten(f"{fault}: nothing was done. Try again later.")

    planted.setattr(CampaignService, "_written", not_written)


def a_write_that_failed_counts_as_written(planted: pytest.MonkeyPatch) -> None:
    """It is told, and the next entry leaves a gap."""
    write = Commits.write

    async def written(self: Commits, *args: Any) -> None:
        with contextlib.suppress(StoreFault):
            await write(self, *args)

    planted.setattr(Commits, "write", written)


def nobody_looks_whether_a_result_stands_there(planted: pytest.MonkeyPatch) -> None:
    """It is posted again after a kill, or after an answer that was lost."""

    async def nothing(*_: Any, **__: Any) -> None:
        return None

    planted.setattr("bot.chat.posting.delivery.trace_of", nothing)


def an_answer_that_failed_counts_as_posted(planted: pytest.MonkeyPatch) -> None:
    """The channel never reads the result."""

    @contextlib.contextmanager
    def answering(self: Outbox, campaign: int, seq: int) -> Iterator[None]:
        try:
            yield
        finally:
            if (campaign, "result", seq) not in self._ended:
                self.note(campaign, seq, None)

    planted.setattr(Outbox, "answering", answering)


def a_second_delivery_is_answered_too(planted: pytest.MonkeyPatch) -> None:
    """The first says that nothing was done, and the second does it."""
    planted.setattr("bot.chat.answering.gate.Gate._is_known", lambda *_: False)


def what_is_private_goes_to_everybody(planted: pytest.MonkeyPatch) -> None:
    """Where an answer was sent before."""
    from discord import Webhook

    send = Webhook.send

    async def openly(self: Any, *args: Any, **more: Any) -> Any:
        return await send(self, *args, **{**more, "ephemeral": False})

    planted.setattr(Webhook, "send", openly)


PLANTS: tuple[Plant, ...] = (
    any_fault_says_nothing_was_done, a_lost_answer_of_the_disk_counts_as_not_written,
    a_write_that_failed_counts_as_written, nobody_looks_whether_a_result_stands_there,
    an_answer_that_failed_counts_as_posted, a_second_delivery_is_answered_too, what_is_private_goes_to_everybody,
)  # fmt: skip
