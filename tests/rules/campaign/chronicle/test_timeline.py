"""The timeline of a campaign."""

from dataclasses import replace
from datetime import date, timedelta

from rules.campaign.chronicle.timeline import MOST_TURNS, timeline
from rules.game import Past, TurnPlayed
from tests.bot.messages.pictures.drawing import check
from tests.games import all_games, founded

CAMPAIGN = founded(all_games()["marne-1918"])
DAY = date(2026, 1, 5)


def test_nothing_was_done_yet() -> None:
    assert timeline(CAMPAIGN, Past()).words == "Timeline of The long war. Nothing has been done yet."


async def test_a_campaign_of_ten_years_has_room() -> None:
    turns = tuple(
        TurnPlayed(n, DAY + timedelta(days=90 * n), DAY + timedelta(days=90 * n + 89), 9999, 999,
                   tuple(DAY + timedelta(days=90 * n + day) for day in range(90)))
        for n in range(100, 140)
    )  # fmt: skip
    drawn = timeline(replace(CAMPAIGN, founding=replace(CAMPAIGN.founding, name="<&>" * 20)), Past(turns=turns))
    assert drawn.words.count("actions") == MOST_TURNS
    assert f"Earlier turns, not shown: {40 - MOST_TURNS}." in drawn.words
    assert "Turn 139, " in drawn.words
    assert "Turn 129, " not in drawn.words
    await check(drawn)
