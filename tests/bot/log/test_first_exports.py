"""The one who upgrades: files that were exported before records had a chain are checked, and taken in."""

import asyncio
import json
from pathlib import Path

import pytest

from bot.base.clock import utc_now
from bot.engine.request import Caller
from bot.engine.service import CampaignService
from bot.log.chain import MOST_MEGABYTES, BadRecord
from bot.log.first_exports import as_record
from bot.log.verify import verify_file
from bot.storage import SqliteStore
from tests.bot.test_released_logs import LOGS, STATUS, status_of
from tests.games import catalog

FIRST = [file for file, log in LOGS.items() if log["format"] == 1]


def test_there_are_three_versions_of_three_games() -> None:
    assert sorted({file.parent.name for file in FIRST}) == ["0.1", "0.2", "0.3"]
    assert len(FIRST) == 9


@pytest.mark.parametrize("file", FIRST, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_its_dice_are_checked_and_no_chain_is_claimed(file: Path) -> None:
    said = verify_file(file.read_bytes(), catalog())
    assert said[0] == "The file is of the first format, which has no chain."
    is_sealed = LOGS[file]["campaign"]["dice"] == "sealed"
    assert any("every sealed die comes out" in line for line in said) is is_sealed
    assert not any("chain is whole" in line or "Hash" in line for line in said)


@pytest.mark.parametrize("file", FIRST, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_it_is_taken_in_and_stands_as_it_did(store: SqliteStore, file: Path) -> None:
    service, caller = CampaignService(store, catalog()), Caller(1, utc_now(), 1, 2, 3, is_admin=True)
    data = await asyncio.to_thread(file.read_bytes)
    session = await service.intake.take_in(caller, await service.intake.examine(caller, data))
    assert status_of(session) == STATUS[file]
    assert session.campaign.seq == len(LOGS[file]["entries"])


def test_a_face_that_was_changed_is_named() -> None:
    file = next(file for file in FIRST if LOGS[file]["campaign"]["dice"] == "sealed")
    log = json.loads(file.read_text(encoding="utf-8"))
    seq, roll = next((each["seq"], roll) for each in log["entries"] for roll in each["dice"])
    roll["faces"][0] = roll["faces"][0] % roll["sides"] + 1
    with pytest.raises(BadRecord, match=f"entry {seq}"):
        verify_file(json.dumps(log, indent=1).encode(), catalog())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b'{"format": 1, ', "is no record"),
        (b'{"format": 1, "campaign": 3}', "is no record"),
        (b'{"format": 1, "campaign": {"seed": "00"}}', "is no record"),
        (b'{"format": 1, "campaign": {"seed": "x"}}', "is no record"),
        (b'{"format": 1,' + b" " * MOST_MEGABYTES * 1_000_000, "larger than"),
    ],
)
def test_what_is_none_is_refused_in_a_sentence(given: bytes, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        as_record(given)


def test_any_other_file_stays_as_it_is() -> None:
    for data in (b"", b'{"campaign":', b'{"format": 2,', b"\x89PNG"):
        assert as_record(data) == data
