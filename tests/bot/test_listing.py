"""What a list of campaigns says: where each is, and nothing of what is hidden."""

from bot.listing import _line, trashed_in
from rules.dice import seal
from tests.bot.desk import ANNA, BERT, CHANNEL, Desk
from tests.games import SEED


async def test_a_line_says_where_it_is_and_how_far(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "take"})
    said = str(_line(session))
    assert said.startswith("`1` [The long war](https://discord.com/channels/7/50), High Card, turn 0, last played <t:")
    assert seal(SEED) not in said
    await desk.act(ANNA, {"type": "end"})
    assert str(_line(session)).endswith("High Card: ended")


async def test_only_its_players_are_offered_what_lies_in_the_trash(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    assert await trashed_in(desk.service, CHANNEL, ANNA, desk.call().at) == []
    await desk.act(ANNA, {"type": "trash"})
    at = session.campaign.trashed_at
    assert at is not None
    offered = await trashed_in(desk.service, CHANNEL, ANNA, at)
    assert [(each.value, each.name) for each in offered] == [(session.id, "1: The long war")]
    assert await trashed_in(desk.service, CHANNEL, BERT, at) == []
