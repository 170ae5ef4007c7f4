"""A campaign in memory knows where its messages are."""

from bot.base.clock import DISCORD_EPOCH
from bot.engine.session import Session
from bot.storage import HomeRow
from rules.campaign import History
from tests.games import SEED, all_games, founded

HOUR = 3_600_000


def message(hour: int) -> int:
    """A message that was written at an hour."""
    return (hour * HOUR) << 22


def session() -> Session:
    """It was played in channel 20 until hour 5, in 21 until hour 9, and is in 22 now."""
    times = [DISCORD_EPOCH + hour * HOUR for hour in (0, 5, 9)]
    homes = (
        HomeRow(1, times[0], 10, 20, times[1]),
        HomeRow(1, times[1], 10, 21, times[2]),
        HomeRow(1, times[2], 10, 22),
    )
    return Session(1, homes, SEED, History((founded(all_games()["high-card"]),)))


def test_a_link_leads_to_where_the_message_was_written() -> None:
    for hour, channel in ((1, 20), (4, 20), (6, 21), (10, 22)):
        link = f"https://discord.com/channels/10/{channel}/{message(hour)}"
        assert str(session().link(message(hour))) == link


def test_it_is_where_it_moved_last() -> None:
    there = session()
    assert (there.guild, there.channel) == (10, 22)
    assert there.last_home is not None
    assert there.last_home.channel == 21
    there.settle(there.home_from(0)._replace(channel=23))
    assert there.channel == 23
    assert there.homes[-2].until == there.home.since > there.homes[-2].since
