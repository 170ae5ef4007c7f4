"""What the founding, the status and the list of campaigns read like."""

from collections.abc import Iterable
from datetime import timedelta

import pytest

from bot.engine.founding import Wish
from bot.log.chain import Written
from bot.messages.campaign_texts import arrived, bar, founding, panel_lines, recorded, rulings_of, status, waiting
from rules.campaign.decider.waiting import waits
from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.away import BeAway
from rules.notice import Public
from rules.seat import REFEREE
from tests.bot.desk import ANNA, THREAD, Desk
from tests.games import all_games, founded
from tests.rules.campaign.helpers import BERT, CARLA, high_card, night_watch


def test_going_on_without_answers_is_told_once() -> None:
    play = night_watch((BERT, "draw"), (ANNA, "next_phase"))
    play.wait(days=5)
    said = [str(line) for line in status(play.campaign.when(play.clock)) if "did not answer" in str(line)]
    assert said == [
        "The table waits for anyone to go on: <@1> wants to end the phase, and <@2> (South) did not answer in time."
    ]


def test_the_status_says_whether_an_ended_campaign_can_go_on() -> None:
    for command, can_go_on in ((End(), True), (End(for_good=True), False)):
        play = high_card()
        play.do(ANNA, command)
        said = "\n".join(str(line) for line in status(play.campaign))
        assert "The campaign has ended." in said
        assert ("/campaign manage what:reopen" in said) is can_go_on


def read(notices: Iterable[Public]) -> list[str]:
    """Notices with the head under which they stand."""
    return [f"{each.section}: {each.line}" if each.section else str(each.line) for each in notices]


WITHOUT = (
    "Without this bot: "
    "Open `verify.html` in a browser and drop `campaign.json` on it, or use `adjutant verify campaign.json`."
)
PATROL, WAITS = "Turn 1, Patrol.", "The table waits for <@2> (South): Answer the call."


def test_panel_and_status_say_what_is_waited_for() -> None:
    play = night_watch((ANNA, "call"))
    assert read(panel_lines(play.campaign)) == [WAITS, PATROL]
    assert read(status(play.campaign)) == [
        "Campaign: **The long war**", WAITS, PATROL, "Seats: North: held by <@1>", "Seats: South: held by <@2>",
        "Seats: Referee: held by <@1>", "Dice: Sealed dice and draws so far: 0",
    ]  # fmt: skip
    play.do(ANNA, End())
    request, until = play.campaign.requests[0], play.campaign.requests[0].until
    assert (request.seq, until is not None) == (play.campaign.seq, True)
    by = f"<t:{int(until.timestamp() if until else 0)}:R>"
    asked = f"The table waits for <@2> (South), until {by}, to answer: <@1> wants to end the campaign."
    assert read(panel_lines(play.campaign)) == [asked, WAITS, PATROL]
    later = play.campaign.when(play.clock + timedelta(days=4))
    assert read(panel_lines(later)) == [
        WAITS, PATROL, "Waiting: <@2> (South) did not answer: <@1> wants to end the campaign.",
        "Waiting: Any player can go on without them.",
        "Waiting: <@2> (South) did not answer. Any player can go on without them.",
    ]  # fmt: skip
    play.do(BERT, Agree(to=request.seq))
    assert play.campaign.is_ended
    assert not [each for each in read(status(play.campaign)) if "waits" in each], "nothing is waited for"


@pytest.mark.parametrize(
    ("turns", "drawn"),
    [
        ((1, 1), {1: "▰"}),
        ((1, 4), {1: "▰▱▱▱", 2: "▰▰▱▱", 3: "▰▰▰▱", 4: "▰▰▰▰"}),
        ((5, 7), {5: "▰▱▱", 6: "▰▰▱", 7: "▰▰▰"}),
        ((1, 20), {1: "▰" + 19 * "▱", 19: 19 * "▰" + "▱", 20: 20 * "▰"}),
        ((1, 40), {1: "▰" + 19 * "▱", 2: "▰" + 19 * "▱", 3: "▰▰" + 18 * "▱", 38: 19 * "▰" + "▱", 39: 20 * "▰"}),
    ],
)
def test_the_turns_are_a_bar_of_at_most_twenty(turns: tuple[int, int], drawn: dict[int, str]) -> None:
    assert {turn: bar(turn, turns) for turn in drawn} == drawn


async def test_a_founding_reads_the_same_whenever_it_is_written(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    difficulty = "Settle first: Difficulty: **bright**. Others: dark."
    lines = ["**The long war**: <@1> plays North.", difficulty]
    assert read(founding(session)) == lines
    await desk.act(2, {"type": "join", "seat": "South"})
    assert read(founding(session)) == lines
    other = await desk.service.found(desk.call(channel=THREAD), Wish("bridges", "The *war*", REFEREE, "physical"))
    assert read(founding(other)) == [
        "**The \\*war\\***: <@1> is the referee.", "Dice: Roll your own, and enter the faces.",
    ]  # fmt: skip
    assert read(status(other.campaign))[-4:] == [
        "Seats: West: free", "Seats: East: free", "Seats: Referee: held by <@1>",
        "Dice: You roll on your own table. Blind draws so far: 0",
    ]  # fmt: skip


async def test_where_a_campaign_has_come_it_is_said_from_where(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    named = "**The long war** is played here now."
    await desk.act(1, {"type": "move_house", "channel": THREAD})
    moved = [named, "What happened before is in <#50>.", PATROL]
    assert read(arrived(session)) == moved
    await desk.act(1, {"type": "end"}, channel=THREAD)
    assert read(arrived(session)) == moved, "whatever has come of it until that is posted"


def test_who_is_away_is_told_of_every_side_until_the_end() -> None:
    play = night_watch(all_agree=True)
    for user in (ANNA, BERT):
        play.do(user, BeAway(until=play.clock + timedelta(days=9)))
    told = "is away until"
    assert [each[:13] for each in read(status(play.campaign)) if told in each] == ["Waiting: <@1>", "Waiting: <@2>"]
    play.do(ANNA, End())
    assert told not in "".join(read(status(play.campaign)))


def test_where_one_player_plays_alone_no_seats_are_listed() -> None:
    assert "Seats" not in "".join(read(status(founded(all_games()["fields-of-despair"]))))


def test_a_told_wait_is_not_repeated() -> None:
    play = night_watch((ANNA, "call"), (ANNA, End()))
    (request,) = play.campaign.requests
    until = f"<t:{int(request.until.timestamp() if request.until else 0)}:R>"
    answer = f"The table waits for <@2> (South), until {until}, to answer: <@1> wants to end the campaign."
    assert read(waiting(play.campaign)) == [answer, WAITS]
    both = waits(play.campaign)
    (move,) = (each for each in both if each.request is None)
    assert read(waiting(play.campaign, {move})) == [answer]
    assert read(waiting(play.campaign, both - {move})) == [WAITS]
    assert read(waiting(play.campaign, both)) == []


def test_the_answers_to_open_questions_are_read_whole() -> None:
    """All of them with the difficulty, or one with its reasons."""
    play = night_watch()
    question = "Does a lantern count for the score?"
    assert read(rulings_of(play.campaign, None)) == ["Difficulty: **bright**. Others: dark.", f"{question} **yes**"]
    reasons = ["Choices: One of: yes, no", "Why the default: a game of the tests"]
    assert read(rulings_of(play.campaign, "lanterns")) == [f"{question} **yes**", *reasons]
    play.do(ANNA, "set_ruling", name="lanterns", choice="no")
    play.do(BERT, Agree(to=play.campaign.seq))
    changed = f"{question} **no** (the referee's answer)"
    assert read(rulings_of(play.campaign, None)) == ["Difficulty: **dark**. Others: bright.", changed]
    assert read(rulings_of(play.campaign, "lanterns")) == [changed, *reasons]


def test_a_record_says_whether_it_is_open() -> None:
    first = "Entries: 3. Hash of the log: `ab`."
    assert read(recorded(Written(b"", "ab", 3, is_open=True))) == [
        first, "The game is over, so the file holds everything, with the seed of the dice.",
        WITHOUT,
    ]  # fmt: skip
    assert read(recorded(Written(b"", "ab", 3, is_open=False))) == [
        first, "It holds every open die with its key.",
        "Its entries stay closed, and so does the seed, until the game is over.",
        "Keep the file, or the hash: they prove later that the log was not changed.", WITHOUT,
    ]  # fmt: skip


def test_a_lapsed_request_is_not_told() -> None:
    play = night_watch((ANNA, ChangeSettings(pictures=False)))
    play.do(CARLA, "join", seat="South")
    later = play.campaign.when(play.clock + timedelta(days=9))
    late = [each for each in read(panel_lines(later)) if each.startswith("Waiting: ")]
    assert late == [
        "Waiting: <@2> (South) did not answer: <@1> wants to switch the pictures off.",
        "Waiting: Any player can go on without them.",
    ]


def test_each_request_waits_for_its_own_seats_until_its_own_time() -> None:
    """What was not answered in time hides none of those that still can be."""
    play = night_watch((ANNA, ChangeSettings(pictures=False)))
    play.wait(days=2)
    play.do(BERT, End())
    first, second = (f"<t:{int(each.until.timestamp())}:R>" for each in play.campaign.requests if each.until)
    asked = [
        f"The table waits for <@2> (South), until {first}, to answer: <@1> wants to switch the pictures off.",
        f"The table waits for <@1> (North), until {second}, to answer: <@2> wants to end the campaign.",
    ]
    keep = "The table waits for <@1> (North) and <@2> (South): Keep the watch."
    for days, standing in ((0, asked), (2, asked[1:]), (9, [])):
        later = play.campaign.when(play.clock + timedelta(days=days))
        assert read(waiting(later)) == [*standing, keep]


def test_the_bar_counts_turns_as_the_game_does() -> None:
    assert read(panel_lines(founded(all_games()["fields-of-despair"])))[0] == "▰▱▱ turn 7 of 9"
