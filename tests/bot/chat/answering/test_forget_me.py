"""What somebody reads before they are forgotten, and the button."""

from bot.chat.answering.forget_me import tell_traces
from bot.engine.forget_player import Traces
from tests.bot.desk import Desk
from tests.bot.harness import Harness, Message, choose, labels, text
from tests.patience import until

WHAT_GOES = (
    "Forget me\n"
    "I erase your settings and reminders. Logs that name you: {logs}. There you become “Former player” and a"
    " number, and what you wrote cannot be read any more.\n"
)
SEATS = "You give up your seats in running campaigns, and cannot take one there again. Campaigns: {count}. {names}\n"
WHAT_STAYS = (
    "What happened in the games stays.\n"
    "Messages on Discord, files that others have saved, and backups of the host are not mine to change. Ask the"
    " server's administrators, or whoever runs this bot.\n"
    "Nobody can undo this. To keep your campaigns, first take a journal and an export of each (`/record`)."
)


async def asked(here: Harness) -> Message:
    await choose(here.anna, here.marne, "me more forget")
    return here.newest(here.anna)


async def test_seats_of_running_campaigns_alone_are_named(here: Harness) -> None:
    """Bert plays one, has left one, and one has ended."""
    await here.found(name="Running *war*")
    left, ended = here.server.channel("left"), here.server.channel("ended")
    await here.found(left, name="Left")
    await here.found(ended, name="Ended")
    await choose(here.anna, ended, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert, ended), "Germans: Agree")
    assert (await here.campaign(ended)).campaign.is_ended
    await choose(here.bert, left, "campaign manage leave", {"seat": "Germans"})
    await choose(here.bert, here.marne, "me more forget")
    said = text(here.newest(here.bert))
    assert said == (WHAT_GOES.format(logs=3) + SEATS.format(count=1, names="Running \\*war\\*") + WHAT_STAYS)


async def test_without_a_seat_none_is_given_up(here: Harness) -> None:
    await choose(here.carla, here.marne, "me more forget")
    assert text(here.newest(here.carla)) == WHAT_GOES.format(logs=0) + WHAT_STAYS


async def test_logs_are_counted_for_former_players_too(desk: Desk) -> None:
    """And of many campaigns the first ten are named."""
    sessions = tuple([await desk.found("night-watch", "North", channel=channel) for channel in range(1, 13)])
    for seats in ((), sessions[:10], sessions[:11]):
        told = "\n".join(map(str, tell_traces(Traces(sessions, seats))))
        assert "Logs that name you: 12." in told
        assert ("You give up your seats" in told) is bool(seats)
        if seats:
            assert f"Campaigns: {len(seats)}. " in told
            assert told.count("The long war") == 10


async def test_the_button_forgets_only_its_presser(here: Harness) -> None:
    await here.found()
    question = await asked(here)
    await here.restart()
    await here.anna.press(question, "Forget me")
    answer = here.newest(here.anna)
    assert (text(answer), labels(answer)) == ("Forgotten\nYou are forgotten. Thank you for having played.", [])
    roster = (await here.campaign()).campaign.roster
    assert [len(players) for seat, players in roster.items() if seat != "Referee"] == [0, 1]
    told = "A player asked to be forgotten."
    await until(lambda: any(told in text(each) for each in here.carla.messages(here.marne)))  # at once, by itself
