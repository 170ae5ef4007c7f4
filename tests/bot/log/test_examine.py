"""A record is examined in a process of its own, which says what is wrong as it would be said here."""

import pytest

from bot.log import examine as program
from bot.log.chain import BadRecord
from bot.log.examine import examine
from tests.bot.desk import Desk
from tests.games import catalog
from tests.records import open_record, played

pytestmark = pytest.mark.own_process


async def test_it_says_what_is_wrong_with_an_entry(desk: Desk) -> None:
    await played(desk)
    data = await open_record(desk)
    await examine(data, catalog())
    with pytest.raises(BadRecord, match="Entry 2 of the record was changed") as refusal:
        await examine(data.replace(b"wir *kommen*", b"wir *gingen*"), catalog())
    assert refusal.value.text.values == {"seq": 2}


async def test_it_is_ended_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "LONGEST_SECONDS", 0.01)
    with pytest.raises(BadRecord, match="too long to check"):
        await examine(b"", catalog())
