"""What a player looks at in private."""

from datetime import timedelta

import pytest

from bot.chat.answering import private_views
from bot.chat.answering.private_views import MOST_MISSED
from bot.messages import hand_message
from localdiscord import Permission
from rules.notice import board_changes, tell_all, tell_board
from rules.secrets import Shown, Tally
from tests.bot.chat.commands.test_record import act, played
from tests.bot.harness import EPHEMERAL, Harness, Message, choose, labels, text
from tests.bot.marne import decide_all
from tests.patience import until


async def test_a_returning_player_reads_what_happened(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.bert)
    await here.bert.slash(here.marne, "dice roll", {"reason": "mine"})
    for reason in ("first", "second"):
        await here.anna.slash(here.marne, "dice roll", {"reason": reason})
    await here.bert.press(panel, "Catch me up")
    missed = here.newest(here.bert)
    assert missed["flags"] & EPHEMERAL
    lines = [line for line in text(missed).splitlines() if "d6 →" in line]
    assert [line.rpartition(": ")[2] for line in lines] == ["first", "second"]
    await here.anna.press(panel, "Catch me up")
    assert "Nothing has happened since you last acted." in text(here.newest(here.anna))


async def test_after_a_long_time_it_points_to_the_log(here: Harness) -> None:
    """Not before there is more than it lists."""
    await here.found()
    await here.bert.slash(here.marne, "dice roll", {"reason": "mine"})
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.bert)
    for missed in range(1, MOST_MISSED + 3):
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
        if missed < MOST_MISSED:
            continue
        await here.bert.press(panel, "Catch me up")
        said = text(here.newest(here.bert))
        assert said.count("d6 →") == MOST_MISSED, said
        assert ("`/record find` shows them all." in said) == (missed > MOST_MISSED)


async def test_after_a_long_time_the_newest_things_are_listed(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.bert)
    await here.bert.slash(here.marne, "dice roll", {"reason": "mine"})
    for number in range(MOST_MISSED + 2):
        await here.anna.slash(here.marne, "dice roll", {"reason": f"rain {number}"})
    await here.bert.press(panel, "Catch me up")
    lines = [line for line in text(here.newest(here.bert)).splitlines() if "d6 →" in line]
    assert [line.rpartition(": ")[2] for line in lines] == [f"rain {each}" for each in range(2, MOST_MISSED + 2)]


def test_a_marker_set_often_is_told_as_it_stands() -> None:
    def marker(value: int) -> str:
        return f"Set the marker to {value}."

    told = [
        tell_board("Set the marker to {value}.", value=Tally("3")),
        tell_board("Place a block in {hex}.", hex=Shown("A05")),
        tell_all("Nothing for the board."),
        tell_board("Place a block in {hex}.", hex=Shown("B05")),
        tell_board("Set the marker to {value}.", value=Tally("5")),
    ]
    assert [str(line) for line in board_changes(told)] == ["Place a block in A05.", "Place a block in B05.", marker(5)]


async def test_every_reason_of_a_message_can_be_reached(here: Harness) -> None:
    """Its button shows the newest; *Earlier* leads through those before."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    board = {"total": 96, "hexes": "A05 B05 C06", "air": "4 3 1", "artillery": "5 4"}
    await choose(here.anna, here.marne, "enter setup", board)
    for _ in range(2):
        await here.anna.slash(here.marne, "turn next")
        if "Spend Economic Points" in text(here.newest(here.anna)):
            await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    await choose(here.anna, here.marne, "enter dogfight", {"hexes": "A05 4, C06 6"})
    for hex_ in ("A05", "C06"):
        await choose(here.anna, here.marne, "enter recon", {"hex": hex_, "air": 1})
    shared = here.newest(here.carla)
    await here.carla.press(shared, "Why?")
    newest = here.private(here.carla)[-1]
    await here.carla.press(newest, "Earlier")
    second = here.private(here.carla)[-1]
    await here.carla.press(second, "Earlier")
    before = here.private(here.carla)[-1]
    assert [text(each).count("Reconnaissance") > 0 for each in (newest, second, before)] == [True, True, False]
    assert text(newest) != text(second)
    assert "Allied air: 6" in text(before)
    await here.carla.context("Why?", shared)
    assert text(here.private(here.carla)[-1]) == text(newest), "the Apps menu begins with the newest, too"
    while "Earlier" in labels(here.private(here.carla)[-1]):
        await here.carla.press(here.private(here.carla)[-1], "Earlier")
    assert "Earlier" not in labels(here.private(here.carla)[-1])


async def test_reasons_belong_to_their_result(here: Harness) -> None:
    """Everybody counts what everybody sees: a button that counted more would tell of it, or show another entry."""
    await here.found_small("night-watch", "North", "South")
    rolled = list[Message]()
    for die in range(2):
        for _ in range(2):
            await act(here, here.bert, "note")
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
        rolled.append(here.newest(here.carla))
        await here.carla.press(rolled[-1], "Why?")
        assert f"Key of die {die}" in text(here.private(here.carla)[-1])
        assert labels(here.private(here.carla)[-1]) == [], "there is nothing after it to be undone"
        await choose(here.bert, here.marne, "campaign manage deadline", {"answer": 5 + die})

    def left() -> Message:
        """What is left of the first result, below which others stand."""
        return next(each for each in here.carla.messages(here.marne) if each["id"] == rolled[0]["id"])

    await until(lambda: labels(left()) == ["Why?"])
    await here.carla.press(left(), "Why?")
    assert "Key of die 0" in text(here.private(here.carla)[-1])
    await here.carla.context("Why?", left())
    assert "Key of die 0" in text(here.private(here.carla)[-1])


async def test_an_earlier_campaigns_results_are_explained(here: Harness) -> None:
    """Although the channel's newest has not come so far."""
    await here.found_small("night-watch", "North", "South")
    for _ in range(3):
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    rolled = here.newest(here.carla)
    await choose(here.anna, here.marne, "campaign manage end")
    await here.bert.press(here.newest(here.carla), "South: Agree")
    await here.found_small("night-watch", "North", "South", number=2)
    await here.carla.context("Why?", rolled)
    assert "Key of die 2" in text(here.private(here.carla)[-1])


async def test_a_rewind_is_told_as_the_board_now_lies(here: Harness) -> None:
    """What was done and undone meanwhile does not touch their board."""
    await played(here)
    await choose(here.anna, here.marne, "campaign manage panel")
    await here.anna.slash(here.marne, "record rewind", {"to": "2"})
    await here.anna.press(here.newest(here.anna), "Ask the others")
    await here.bert.press(here.newest(here.carla), "South: Agree")
    panel = next(each for each in here.carla.messages(here.marne) if "Catch me up" in labels(each))
    await here.carla.press(panel, "Catch me up")
    said = text(here.newest(here.carla))
    assert "On your board: Put on the board: North: token: face down" in said
    assert "South: token" not in said
    await act(here, here.anna, "call")
    await here.anna.slash(here.marne, "campaign undo")
    await here.bert.press(panel, "Catch me up")
    assert "On your board" not in text(here.newest(here.bert))
    await act(here, here.bert, "draw")
    await act(here, here.bert, "call")
    await here.bert.slash(here.marne, "campaign undo")
    await here.anna.press(panel, "Catch me up")
    said = text(here.newest(here.anna))
    assert "South: token: face down" in said, "the first thing that she missed stands"


async def score(here: Harness, points: int) -> None:
    """Anna enters the score of Night Watch."""
    await here.anna.slash(here.marne, "act", {"offer": "Enter the score…"})
    await here.anna.submit({"score": str(points), "reason": "We counted"})


async def test_only_the_last_board_state_is_told(here: Harness) -> None:
    """One action after the other, and nothing of what was undone in between."""
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    for points in (5, 6, 7):
        await score(here, points)
    await here.bert.press(panel, "Catch me up")
    said = text(here.newest(here.bert))
    assert said.endswith("On your board: Set the score to 7.")
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await score(here, 8)
    await here.anna.slash(here.marne, "campaign undo")
    await here.anna.slash(here.marne, "dice roll", {"reason": "fog"})
    await here.bert.press(panel, "Catch me up")
    said = text(here.newest(here.bert))
    assert "For: fog" in said
    assert not [each for each in ("On your board", "~~", "Undone") if each in said]


async def test_a_duty_is_said_once_and_to_others_as_a_wait(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await act(here, here.anna, "call")
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    for person, said in ((here.bert, "Your move: Answer the call."), (here.carla, "The table waits for")):
        await here.settle(after=timedelta(minutes=1))
        await person.press(panel, "Catch me up")
        read = text(here.newest(person)).replace("**", "")
        assert said in read
        assert read.count("Answer the call.") == 1


async def shared(here: Harness) -> None:
    """Bert and Carla share the South."""
    await here.found_small("night-watch", "North", "South")
    await here.carla.slash(here.marne, "campaign join", {"seat": "South"})
    await here.bert.press(here.newest(here.bert), "South: Agree")


async def test_the_hand_has_no_news_of_what_was_undone(here: Harness) -> None:
    """Nor of what a player did who shares the seat, once they have acted themselves."""
    await shared(here)
    await here.bert.slash(here.marne, "act", {"offer": "Note something"})
    await here.carla.slash(here.marne, "hand")
    assert "**New for you**\nYou note a lantern on the wall." in text(here.private(here.carla)[-1])
    await here.bert.slash(here.marne, "campaign undo")
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.carla.slash(here.marne, "hand")
    assert "New for you" not in text(here.private(here.carla)[-1])
    await here.bert.slash(here.marne, "act", {"offer": "Note something"})
    await here.carla.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.carla.slash(here.marne, "hand")
    assert "New for you" not in text(here.private(here.carla)[-1])


async def test_the_pages_of_a_hand_lead_on_and_back(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_message, "MOST_LETTERS", 300)
    monkeypatch.setattr(hand_message, "LONGEST_ROW", 120)
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    await here.anna.select(here.private(here.anna)[-1], "These stay (up to 3)", ["Heroic Assault", "Heroic Defense"])
    await here.anna.slash(here.marne, "hand")
    shown = [text(here.private(here.anna)[-1])]
    for turns in ({"Next page", "More…"}, {"Previous page"}):
        while turn := turns.intersection(labels(here.private(here.anna)[-1])):
            await here.anna.press(here.private(here.anna)[-1], turn.pop())
            shown.append(text(here.private(here.anna)[-1]))
    assert len(shown) > 2
    assert shown == shown[::-1]
    assert len({*shown}) == len(shown) // 2 + 1


async def test_a_former_player_sees_no_hand_or_journal(here: Harness) -> None:
    """The button of the message that they have kept leads nowhere."""
    await here.found_small("night-watch", "North", "South")
    await here.bert.slash(here.marne, "act", {"offer": "Draw a token"})
    await here.bert.slash(here.marne, "hand")
    kept = here.private(here.bert)[-1]
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "South"})
    await here.bert.press(kept, "My orders…")
    assert text(here.private(here.bert)[-1]).startswith("You hold no seat in this campaign.")
    await here.bert.slash(here.marne, "hand")
    assert text(here.private(here.bert)[-1]).startswith("You hold no seat in this campaign.")


async def test_the_report_comes_with_the_journal(here: Harness) -> None:
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.bert), "Blue: Agree")
    ended = here.newest(here.carla)
    for may, files in ((True, [[], ["High-Card.html"]]), (False, [[]])):
        if not may:
            here.server.deny(here.marne, Permission.ATTACH_FILES)
        before = len(here.private(here.carla))
        await here.carla.press(ended, "Report")
        answers = here.private(here.carla)[before:]
        assert [[file["filename"] for file in each["attachments"]] for each in answers] == files
        assert text(answers[0]).startswith("Report")


async def test_why_cites_the_ruling_that_was_in_force(here: Harness) -> None:
    """However the rulings change afterwards, and after a restart too."""

    async def drawn() -> str:
        await here.anna.slash(here.marne, "draw event")
        await here.settle()
        told = next(each for each in reversed(here.carla.messages(here.marne)) if "The Allies draw" in text(each))
        return str(told["id"])

    async def ruled(choice: int) -> None:
        await choose(
            here.anna, here.marne, "campaign manage rulings", {"ruling": "draws_a_turn", "choice": str(choice)}
        )
        await here.bert.press(here.newest(here.bert), "Germans: Agree")

    async def why(id_: str) -> str:
        message = next(each for each in here.carla.messages(here.marne) if each["id"] == id_)
        await here.carla.context("Why?", message)
        while asked not in text(told := here.private(here.carla)[-1]):
            await here.carla.press(told, "Earlier")
        return text(told)

    asked = "How many event markers does a side draw in the Events phase?"
    await here.found()
    first = await drawn()
    assert f"{asked} **3**" in await why(first)
    await ruled(4)
    assert f"{asked} **3**" in await why(first)
    await decide_all(here)
    await here.go_on(here.anna, "turn next")
    second = await drawn()
    for choice in (3, 4):
        assert f"{asked} **3**" in await why(first)
        assert f"{asked} **4**" in await why(second)
        await ruled(choice)
        await here.restart()
    assert f"{asked} **3**" in await why(first)


async def test_a_table_is_explained_by_the_ruling_that_was_in_force(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    board = {"total": 96, "hexes": "A05 B05 C06", "air": "4 3 1", "artillery": "5 4 2"}
    await choose(here.anna, here.marne, "enter setup", board)
    while (now := (await here.campaign()).campaign).state.position(now.game.data).step.id != "combat":
        await here.anna.slash(here.marne, "turn phase", {"skip": "not in this test"})
        if "Go on" in labels(asked := here.newest(here.anna)):
            await here.anna.press(asked, "Go on")
        assert (await here.campaign()).campaign.seq > now.seq
    await choose(here.anna, here.marne, "enter combat", {"attacks": "A05 0+20"})
    await choose(here.anna, here.marne, "enter combat")
    result = here.newest(here.carla)
    await here.carla.context("Why?", result)
    before = text(here.private(here.carla)[-1])
    assert "**+2** (`allied_sps_20`)" in before
    await choose(here.anna, here.marne, "campaign manage rulings", {"ruling": "allied_sps_20", "choice": "+1"})
    assert "**+1**" in text(here.newest(here.carla))
    await here.carla.context("Why?", result)
    assert text(here.private(here.carla)[-1]) == before


async def test_the_hand_has_news_however_long_ago_one_was_there(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a co-player drew stays news, whatever many things the others do after it."""
    monkeypatch.setattr(private_views, "PAGE", 2)
    await shared(here)
    await here.carla.slash(here.marne, "act", {"offer": "Draw a token"})
    for _ in range(5):
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.bert.slash(here.marne, "hand")
    assert "New for you" in text(here.private(here.bert)[-1])
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.bert.slash(here.marne, "hand")
    assert "New for you" not in text(here.private(here.bert)[-1])


async def test_a_fallen_private_action_is_told_in_the_hand(here: Harness) -> None:
    """The channel points nobody to a hand: it would name who had done something unseen."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Russia"})
    await here.anna.slash(here.marne, "draw event")
    for _ in ("Economy", "Research"):
        await here.go_on(here.anna, "turn phase")
    await here.bert.slash(here.marne, "act", {"offer": "Record Russia's research"})
    await here.bert.submit({"Research project": "Russian rockets", "Steps from earlier turns (empty: no change)": "4"})
    await here.bert.slash(here.marne, "act", {"offer": "Assign Russia's research points"})
    await here.bert.submit({"Research project": "Russian armor", "Points": "2"})
    await here.anna.slash(here.marne, "campaign undo")
    await here.restart()
    undone = here.newest(here.carla)
    assert "Undone: “" in text(undone)
    assert "/hand" not in text(undone)
    await here.bert.slash(here.marne, "hand")
    told = text(here.private(here.bert)[-1])
    assert "What you did unseen after it is undone, too." in told
    assert "Russian armor" not in told
    session = await here.campaign()
    service = here.bot.client.service
    assert (await service.verify(session, await service.entries(session))).wrong == ()


async def test_duties_come_before_whole_entries(here: Harness) -> None:
    """What they can play is theirs alone; a request whose time is over is nobody's to answer any more."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany", "name": "Four"})
    for player, seat in ((here.bert, "Italy"), (here.carla, "Britain")):
        await player.slash(here.marne, "campaign join", {"seat": seat})
    await here.bert.slash(here.marne, "draw event")
    await here.carla.slash(here.marne, "turn phase")
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    await here.anna.press(panel, "Catch me up")
    said = text(here.private(here.anna)[-1])
    assert said.index("Your move") < said.index("You can play") < said.index("General event") < said.index("Economy")
    assert "Research: Atomic research is permitted. Doubled in" in said, "the whole entry"
    await here.bert.press(panel, "Catch me up")
    assert "A larger army" not in text(here.private(here.bert)[-1])


async def test_a_request_that_has_lapsed_is_not_waited_for(here: Harness) -> None:
    await here.found()
    await choose(here.bert, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    await here.bert.press(panel, "Catch me up")
    assert "Your answer" in text(here.private(here.bert)[-1])
    await here.settle(after=timedelta(days=4))
    for player in (here.bert, here.anna):
        await player.press(panel, "Catch me up")
        assert "Your answer" not in text(here.private(player)[-1])
