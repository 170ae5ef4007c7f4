"""``/me``: one's own settings, absences, campaigns everywhere and notes, read by nobody else."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.people import Person
from bot.storage import StoreFault
from rules.campaign.state.state import Away
from tests.bot.harness import EPHEMERAL, Harness, choose, text


async def test_settings_are_shown_and_changed_one_by_one(here: Harness) -> None:
    await here.anna.slash(here.marne, "me settings")
    assert "Time zone: UTC\nQuiet hours: none\nReminders: after 2, 5 and 10 days" in text(here.newest(here.anna))
    await here.anna.slash(here.marne, "me settings", {"zone": "europe/berlin", "quiet": "22:30-7"})
    await here.anna.slash(here.marne, "me settings", {"reminders": "weekly", "reach": "DM"})
    said = here.newest(here.anna)
    assert "Time zone: Europe/Berlin\nQuiet hours: 22:30–07:00\nReminders: weekly\nReminders come by DM." in text(said)
    assert said["flags"] & EPHEMERAL
    for typed, kept in (("Old  Fritz", "Old Fritz"), ("-", "")):
        await here.anna.slash(here.marne, "me settings", {"name": typed})
        assert (await here.bot.client.service.people.one(int(here.anna.id))).name == kept
    await here.bert.slash(here.marne, "me settings")
    assert "Time zone: UTC" in text(here.newest(here.bert))


async def test_an_unknown_time_zone_is_refused(here: Harness) -> None:
    found = await here.anna.autocomplete(here.marne, "me settings", focused="zone", value="new york")
    assert [choice["value"] for choice in found] == ["America/New_York"]
    await here.anna.slash(here.marne, "me settings", {"zone": "Mars", "quiet": "22-7"})
    assert text(here.newest(here.anna)).startswith("There is no such time zone.")
    await here.anna.slash(here.marne, "me settings")
    assert "Quiet hours: none" in text(here.newest(here.anna)), "a refusal changes nothing"


async def test_the_days_of_return_are_proposed(here: Harness) -> None:
    days = await here.anna.autocomplete(here.marne, "me away", focused="until")
    first = (here.server.clock.now() + timedelta(days=3)).date().isoformat()
    assert days[0]["value"] == first
    await here.anna.slash(here.marne, "me away", {"until": first})
    assert "You are away until" in text(here.newest(here.anna))
    await choose(here.anna, here.marne, "me more back")
    assert "You are back" in text(here.newest(here.anna))
    await choose(here.anna, here.marne, "me more back")
    assert "You are not away." in text(here.newest(here.anna))


@pytest.mark.parametrize(
    ("zone", "back"), [("UTC", "09 00:00"), ("Asia/Tokyo", "08 15:00"), ("America/Lima", "09 05:00")]
)
async def test_the_day_of_return_begins_where_one_lives(here: Harness, zone: str, back: str) -> None:
    await here.anna.slash(here.marne, "me settings", {"zone": zone})
    year = here.server.clock.now().year + 1
    await here.anna.slash(here.marne, "me away", {"until": f"{year}-12-09"})
    away = (await here.bot.client.service.people.one(int(here.anna.id))).away
    assert away is not None
    assert f"{datetime.fromtimestamp(away / 1000, UTC):%d %H:%M}" == back


@pytest.mark.parametrize(("until", "said"), [("9999-12-31", "two years ahead"), ("0001-01-01", "begun already")])
async def test_an_absurd_day_of_return_is_refused(here: Harness, until: str, said: str) -> None:
    await here.found()
    await here.bert.slash(here.marne, "me settings", {"zone": "Asia/Tokyo", "quiet": "22-24"})
    await here.bert.slash(here.marne, "me away", {"until": until})
    assert said in text(here.private(here.bert)[-1])
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    assert "your answer is due" in text(here.newest(here.anna))


@pytest.mark.parametrize("place", ["marne", "elsewhere"])
async def test_a_stand_in_ends_with_the_absence(here: Harness, place: str) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.bert.slash(here.marne, "me away", {"until": day_in(here, 9), "stand_in": "carla"})
    await choose(here.bert, here.marne if place == "marne" else here.server.channel(place), "me more back")
    await here.settle(after=timedelta(minutes=1))
    said = "\n".join(map(text, here.anna.messages(here.marne)))
    assert said.count(f"<@{here.bert.id}> is back.") == 1
    await here.carla.slash(here.marne, "campaign join", {"seat": "South"})
    assert "South must agree" in text(here.newest(here.anna))


async def test_who_is_away_and_plays_is_back(here: Harness) -> None:
    """A private deed tells nobody, so it ends nothing; the first that all see says so."""
    session = await here.found_small("night-watch", "North", "South")
    await here.bert.slash(here.marne, "me away", {"until": day_in(here, 9), "stand_in": "carla"})
    for offer, is_away in (("Note", True), ("Draw", False)):
        found = await here.bert.autocomplete(here.marne, "act", focused="offer", value=offer)
        await here.bert.slash(here.marne, "act", {"offer": found[0]["value"]})
        assert (session.campaign.away_until(int(here.bert.id)) is not None) is is_away
        bert = await here.bot.client.service.people.one(int(here.bert.id))
        assert (bert.away is not None) is (bert.stand_in is not None) is is_away
    assert f"<@{here.bert.id}> is back." in text(here.newest(here.anna))


def day_in(here: Harness, days: int) -> str:
    return (here.server.clock.now() + timedelta(days=days)).date().isoformat()


async def test_only_own_campaigns_read_of_a_stand_in(here: Harness) -> None:
    """A watcher, a referee who does not play, and who played what has ended: their absence is told to them alone."""
    session = await here.found_small("night-watch", "North", "South")
    away = {"until": day_in(here, 9), "stand_in": "bert"}
    told = f"; <@{here.bert.id}> stands in.\nA campaign that waits for you says so to the others."
    for ends in (False, True):
        if ends:
            await choose(here.bert, here.marne, "campaign manage leave", {"seat": "South"})
            await here.carla.slash(here.marne, "campaign join", {"seat": "South"})
            await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
            await here.carla.press(here.newest(here.carla), "South: Agree")
        before = session.campaign.seq
        await here.carla.slash(here.marne, "me away", away)
        assert text(here.private(here.carla)[-1]).endswith(told)
        assert session.campaign.seq == before
    assert session.campaign.is_ended
    court = here.server.channel("court")
    await here.carla.slash(court, "campaign new", {"game": "marne-1918", "seat": "Referee"})
    await here.carla.slash(court, "me away", away)
    assert text(here.private(here.carla, court)[-1]).endswith(told)


async def test_returning_ends_only_ones_own_stand_in(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.bert.slash(here.marne, "me away", {"until": day_in(here, 9), "stand_in": "carla"})
    await here.anna.slash(here.marne, "me away", {"until": day_in(here, 5)})
    await choose(here.anna, here.marne, "me more back")
    assert text(here.private(here.anna)[-1]).startswith("You are back")
    assert [each.for_player for each in (await here.campaign()).campaign.of(Away).stand_ins] == [int(here.bert.id)]
    await choose(here.bert, here.marne, "me more back")
    assert await here.bot.client.service.people.one(int(here.bert.id)) == Person()
    await here.bert.slash(here.marne, "me away", {"until": day_in(here, 9), "stand_in": "carla"})
    await here.bert.slash(here.marne, "me away", {"until": day_in(here, 12)})
    assert (await here.bot.client.service.people.one(int(here.bert.id))).stand_in is None


async def test_only_another_person_stands_in(here: Harness) -> None:
    for nobody in (here.bert.id, str(here.server.hub.state.bot_id)):
        await here.bert.slash(here.marne, "me away", {"until": day_in(here, 9), "stand_in": nobody})
        assert text(here.newest(here.bert)) == "Somebody else must stand in for you."
    assert await here.bot.client.service.people.one(int(here.bert.id)) == Person()


async def test_closed_dms_are_told_once(here: Harness) -> None:
    people, bert = here.bot.client.service.people, int(here.bert.id)
    await people.change(bert, by="closed")
    for _ in range(2):
        await here.bert.slash(here.marne, "me settings")
        assert "Your DMs are closed to the bot" in text(here.private(here.bert)[-1])
    assert (await people.one(bert)).by == "told"
    assert len(here.private(here.bert)) == 2, "the answer itself tells it"


async def test_a_request_is_named_and_an_ended_campaign_not(here: Harness) -> None:
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 4})
    await choose(here.bert, here.marne, "me more campaigns")
    assert "wants to set the time to answer to 4 days, since <t:" in text(here.newest(here.bert))
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.anna), "Blue: Agree: end the campaign")
    await choose(here.bert, here.marne, "me more campaigns")
    assert "You hold no seat in any campaign." in text(here.newest(here.bert))


async def turns(here: Harness, number: int) -> None:
    """Play some turns of Night Watch."""
    for _ in range(number):
        await here.go_on(here.anna)


async def test_an_absence_is_told_in_each_campaign_in_which_one_plays(here: Harness) -> None:
    """Bert says it elsewhere; what he was asked can be answered for so much longer."""
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage end")
    session = await here.campaign()
    before = session.campaign.requests[0].until
    court = here.server.channel("court")
    await here.bert.slash(court, "me away", {"until": day_in(here, 5)})
    after = session.campaign.requests[0].until
    assert before is not None
    assert after is not None
    assert timedelta(days=4) < after - before <= timedelta(days=5)
    await here.settle(after=timedelta(minutes=1))
    assert f"<@{here.bert.id}> is away until" in text(here.newest(here.anna))
    await here.anna.slash(here.marne, "campaign status")
    assert f"<@{here.bert.id}> is away until" in text(here.private(here.anna)[-1])
    await here.settle(after=after - here.server.clock.now() + timedelta(minutes=1))
    said = "\n".join(map(text, here.anna.messages(here.marne)))
    assert "Any player can go on without them." in said, "the deadline is told where it has moved to"


async def test_an_untold_campaign_is_named(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await here.found_small("night-watch", "North", "South")
    court, bert = here.server.channel("court"), int(here.bert.id)
    service = here.bot.client.service
    untold = f"[Night Watch]({session.place}) could not be told. Say it again later."

    async def full(*_: object) -> None:
        raise StoreFault("The disk is full")

    async def said(say: Callable[[], Awaitable[object]]) -> str:
        await say()
        return text(here.private(here.bert, court)[-1])

    async def away() -> None:
        await here.bert.slash(court, "me away", {"until": day_in(here, 5)})

    async def back() -> None:
        await choose(here.bert, court, "me more back")

    for say, is_away in ((away, True), (back, False)):
        with monkeypatch.context() as broken:
            broken.setattr(service._store, "append", full)
            assert untold in await said(say)
        assert (session.campaign.away_until(bert) is None) is is_away
        assert untold not in await said(say)
        assert (session.campaign.away_until(bert) is not None) is is_away
    assert "You are not away." in await said(back)


async def test_a_return_is_told_in_every_campaign(here: Harness) -> None:
    """Bert says it elsewhere; what he was asked is due again when it was at first."""
    session = await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage end")
    before = session.campaign.requests[0].until
    court = here.server.channel("court")
    await here.bert.slash(court, "me away", {"until": day_in(here, 5)})
    await here.settle(after=timedelta(minutes=1))
    assert session.campaign.away_until(int(here.bert.id)) is not None
    await choose(here.bert, court, "me more back")
    await here.settle(after=timedelta(minutes=1))
    assert f"<@{here.bert.id}> is back." in text(here.newest(here.carla))
    assert session.campaign.away_until(int(here.bert.id)) is None
    after = session.campaign.requests[0].until
    assert before is not None
    assert after is not None
    assert timedelta() < after - before < timedelta(minutes=5), "as long as he was away"
