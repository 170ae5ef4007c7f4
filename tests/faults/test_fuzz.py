"""Everything in every option of every command and in every field of every form: nothing of it is a bug."""

import random
from pathlib import Path

import pytest

from tests.bot.harness import harness
from tests.faults.fuzz import Fuzzer
from tests.faults.lives import wrong_in_file
from tests.faults.rounds import Report, many


@pytest.mark.parametrize("kind", ["options", "fields"])
async def test_every_input_is_done_or_refused(
    tmp_path: Path, chance: random.Random, report: Report, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    async with harness(tmp_path) as here:
        fuzzer = Fuzzer(here, chance)
        probes = [*fuzzer.options()] if kind == "options" else await fuzzer.fields()
        total = len(probes)
        chance.shuffle(probes)
        await fuzzer.try_all(probes[: many(120, total)])
        assert fuzzer.wrong == []
        assert [each for each in caplog.messages if each.startswith("bug ")] == []
        assert wrong_in_file(here.database) == []
        assert fuzzer.done["others"] >= 20
    report(f"{kind}: {total} values, {', '.join(f'{number} {what}' for what, number in fuzzer.done.items())}")
