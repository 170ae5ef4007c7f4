"""What players get of the record of a campaign, and when."""

from datetime import timedelta

import pytest

from bot.log.chain import read_record
from bot.log.verify import verify_file
from tests.bot.desk import ANNA, BERT, Desk
from tests.games import SEED, catalog
from tests.records import played

pytestmark = pytest.mark.usefixtures("fair_dice")

MONTH = timedelta(days=31)


async def test_while_the_game_goes_on_the_record_is_closed(desk: Desk) -> None:
    session = await played(desk)
    written = await desk.service.record(session, desk.call().at)
    assert not written.is_open
    assert SEED.hex().encode() not in written.data


async def test_a_campaign_that_can_be_reopened_keeps_its_secrets(desk: Desk) -> None:
    session = await played(desk)
    await desk.act(ANNA, {"type": "end"})
    await desk.act(BERT, {"type": "agree", "to": session.campaign.seq})
    assert session.campaign.is_ended
    at = desk.call().at
    assert not (await desk.service.record(session, at)).is_open
    assert (await desk.service.record(session, at + MONTH)).is_open


async def test_once_it_is_over_the_record_is_open_and_comes_out(desk: Desk) -> None:
    session = await played(desk)
    await desk.act(ANNA, {"type": "end", "for_good": True})
    closed = await desk.service.record(session, desk.call().at)
    await desk.act(BERT, {"type": "agree", "to": session.campaign.seq})
    opened = await desk.service.record(session, desk.call().at)
    assert opened.is_open
    assert "every sealed die comes out" in verify_file(opened.data, catalog())[3]
    assert read_record(opened.data).links[closed.entries - 1].hash == closed.hash, "the log has only grown"
