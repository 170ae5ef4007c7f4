"""A record is examined in a process of its own, which says what is wrong as it would be said here."""

import json
import sys
from pathlib import Path

import pytest

from bot.log import examine as program
from bot.log.chain import BadRecord, read_record
from bot.log.examine import examine
from rules.line import line
from tests.bot.desk import Desk
from tests.games import catalog
from tests.records import open_record, played

pytestmark = pytest.mark.own_process


async def test_it_says_what_is_wrong_with_an_entry(desk: Desk) -> None:
    await played(desk)
    data = await open_record(desk)
    await examine(data, catalog())
    with pytest.raises(BadRecord, match="Entry 2 of the record was changed") as refusal:
        await examine(data.replace(b"Noon", b"Dusk"), catalog())
    assert refusal.value.text.values == {"seq": 2}


async def test_it_is_ended_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "LONGEST_SECONDS", 0.01)
    with pytest.raises(BadRecord, match="too long to check"):
        await examine(b"", catalog())


A_SIXTH = """
import resource

given = resource.setrlimit
def less(what, most):
    given(what, tuple(each // 6 for each in most) if what == resource.RLIMIT_AS else most)
resource.setrlimit = less
"""
"""What Python runs first: the program is given less memory, so that a test need not fill as much."""


@pytest.mark.skipif(sys.platform != "linux", reason="the system sees to no limit of memory")
async def test_it_is_ended_when_it_takes_too_much_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a few megabytes that are read become a hundred times as many."""
    (tmp_path / "sitecustomize.py").write_text(A_SIXTH)
    monkeypatch.syspath_prepend(tmp_path)
    for empty, said in ((1, "is no record of a campaign"), (1_500_000, "too much memory to check")):
        with pytest.raises(BadRecord, match=said):
            await examine(b"[" + b"[[]]," * empty + b"1]", catalog())


async def test_wrong_dice_and_decisions_are_named(desk: Desk) -> None:
    """In the program itself: what it says is what is said of the file."""
    await played(desk)
    data = await open_record(desk)
    record = read_record(data)
    assert program._fault(data, catalog()) is None
    for check in ("check_dice", "audit_record"):
        with pytest.MonkeyPatch.context() as planted:

            def refuses(*_: object) -> None:
                raise BadRecord("{what} of it.", what=line("{count} dice", count=3))

            planted.setattr(program, check, refuses)
            fault = program._fault(data, catalog())
            assert str(program._line(json.loads(json.dumps(fault["text"])))) == "3 dice of it."
            assert fault["kind"] == "BadRecord"
            assert type(fault["text"]["values"]["what"]) is dict, "a line within it can still be translated"
    assert record.seed is not None
