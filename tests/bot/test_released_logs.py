"""The logs of released versions: each folds, and means what it meant."""

import json
from pathlib import Path

import pytest

import rules
from bot.engine.service import CampaignService
from bot.journal.html_file import Marks, html
from bot.journal.page import Wish, page_of
from bot.log.chain import read_record
from bot.log.export import export_campaign
from bot.log.verify import rows_of, verify_file
from bot.storage import SqliteStore
from bot.storage.rows import made_up
from rules.campaign import Campaign
from rules.campaign.decider.unknown import UnknownGame
from rules.notice import Public
from tests.games import catalog

pytestmark = pytest.mark.usefixtures("fair_dice")

LOGS = {file: file.read_bytes() for file in sorted((Path(__file__).parent.parent / "logs").glob("*/*.json"))}
STATUS = {file: file.with_suffix(".status.txt").read_text(encoding="utf-8").splitlines() for file in LOGS}


async def restored(store: SqliteStore, file: Path) -> None:
    """Write the rows of an exported campaign."""
    record = read_record(LOGS[file])
    for digest, body in record.documents.items():
        await store.keep_document(digest, body)
    row, entries = rows_of(record)
    id_ = await store.found(row._replace(interaction=1, guild=1, channel=2), row.at)
    for entry in entries:
        await store.append(entry._replace(campaign=id_, interaction=made_up(id_, entry.seq)))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_the_log_of_a_released_version_means_the_same(store: SqliteStore, file: Path) -> None:
    """It folds, every entry has notices, and the status reads as it did then."""
    await restored(store, file)
    service = CampaignService(store, catalog())
    session = await service.session(1)
    assert not isinstance(session.campaign.game, UnknownGame)
    assert (await service.verify(session, await service.entries(session))).wrong == ()
    for entry in await service.entries(session):
        assert session.campaign.tell(entry), entry.seq
    status = session.campaign.game.status(session.campaign.state)
    assert [str(line) for line in status if isinstance(line, Public)] == STATUS[file]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_the_record_of_today_takes_a_log_of_then(store: SqliteStore, file: Path) -> None:
    """It is told as a journal, exported and verified, and taken back to each point."""
    await restored(store, file)
    service = CampaignService(store, catalog())
    session = await service.session(1)
    campaign, log = session.campaign, await service.entries(session)
    page = page_of(campaign, log, Wish(log[0].user, log[-1].at))
    assert html(page, Marks(page.cast), "en")
    record = await export_campaign(store, 1)
    assert record is not None
    assert verify_file(record.data, service.catalog)
    for point in campaign.timeline.points:
        assert (await service.pasts.stood(session, point.number)).number == point.number


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_folding_asks_no_rule(store: SqliteStore, file: Path) -> None:
    """Whatever the rulings are today, what is in the log has happened."""
    await restored(store, file)
    service = CampaignService(store, catalog())
    campaign = (await service.session(1)).campaign
    entries = await service.entries(await service.session(1))
    game = campaign.game
    for name, ruling in game.data.rulings.by_name.items():
        for choice in ruling.ids:
            if choice != ruling.answer:
                other = Campaign.founded(campaign.founding, game.with_ruling(name, choice))
                assert other.refold(entries).seq == campaign.seq


def test_there_is_a_log_of_every_game_and_version() -> None:
    games = {json.loads(exported)["campaign"]["game"] for exported in LOGS.values()}
    assert games >= {"marne-1918", "fields-of-despair", "gathering-storm"}
    assert rules.VERSION in {file.parent.name for file in LOGS}
