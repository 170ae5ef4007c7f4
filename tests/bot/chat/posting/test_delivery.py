"""What may be in the channel already is looked for there, and posted once."""

from datetime import timedelta

from localdiscord import Fault
from tests.bot.chat.posting.test_poster import CALLBACK, SEND, results, roll
from tests.bot.harness import Harness


async def test_a_post_whose_answer_is_lost_is_not_repeated(table: Harness) -> None:
    answer = Fault("POST", CALLBACK, 404, 10062)
    table.server.inject(answer)
    table.server.inject(Fault("POST", SEND, loses_response=True))
    await roll(table)
    for _ in range(5):
        await table.settle(after=timedelta(minutes=1))
    assert results(table).count(2) == 1
    table.server.rejected.clear()


async def test_a_result_that_much_was_said_since_is_still_found(table: Harness) -> None:
    table.server.inject(Fault("POST", CALLBACK, loses_response=True))
    await roll(table)
    for _ in range(120):
        table.server.user("dora").send(table.marne, "What a roll!")
    await table.settle(after=timedelta(minutes=1))
    assert results(table).count(2) == 1
    table.server.rejected.clear()
