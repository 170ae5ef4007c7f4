"""A campaign in memory knows where its messages are."""

import pytest

from bot.base.clock import DISCORD_EPOCH
from bot.engine.sessions import Session
from bot.storage import HomeRow
from rules.campaign import History
from rules.errors import NotNow
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
    for hour, channel in ((1, 20), (4, 20), (5, 21), (6, 21), (8, 21), (9, 22), (10, 22)):
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


def test_the_previous_place_is_the_last_other_channel() -> None:
    there = session()
    since = there.home.since
    there.settle(there.home_from(since))
    assert (there.channel, there.home.since) == (22, since + 1), "no two begin at once"
    assert there.last_home == there.homes[1]
    there.settle(there.home_from(since + HOUR))
    assert there.home.since == since + HOUR
    assert Session(1, there.homes[:1], SEED, there.history).last_home is None


def test_in_a_channel_that_it_has_left_it_says_where_it_is() -> None:
    for channel in (20, 21):
        with pytest.raises(NotNow, match=r"^This campaign is played in <#22> now\.$"):
            session().check_here(channel)
    for here in (22, 23, None):
        session().check_here(here)
    back = session()
    back.settle(back.home_from(back.home.since + HOUR)._replace(channel=20))
    back.check_here(20)


def test_a_direct_message_has_an_address_of_its_own() -> None:
    there = session()
    there.settle(there.home_from(there.home.since + HOUR)._replace(guild=23, channel=23))
    assert str(there.place) == "https://discord.com/channels/@me/23"
