"""What an interaction has done is noted once, and nothing that another did."""

import pytest

from bot.base.deeds import Standing, deeds_of, keeps, note, standing


def test_what_is_done_stays_done() -> None:
    assert standing() is Standing.NOTHING
    with deeds_of(7):
        for given, stands in [
            (Standing.UNKNOWN, Standing.UNKNOWN), (Standing.LOGGED, Standing.LOGGED),
            (Standing.UNKNOWN, Standing.LOGGED), (Standing.KEPT, Standing.LOGGED),
        ]:  # fmt: skip
            note(given, 7)
            assert standing() is stands
    assert standing() is Standing.NOTHING


def test_what_another_wrote_is_no_deed() -> None:
    with deeds_of(7):
        note(Standing.LOGGED, 8)
        assert standing() is Standing.NOTHING


async def test_after_a_fault_nobody_knows() -> None:
    @keeps(OSError)
    async def keep(*, fails: bool) -> int:
        if fails:
            raise OSError("gone")
        return 5

    with deeds_of(7):
        with pytest.raises(OSError, match="gone"):
            await keep(fails=True)
        assert standing() is Standing.UNKNOWN
        assert await keep(fails=False) == 5
        assert standing() is Standing.KEPT
