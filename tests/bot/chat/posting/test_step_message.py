"""Results of a step stand in one message; only the newest has live buttons, and its tables stay readable."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.chat.posting.step_message import Posted, _is_move
from localdiscord import Fault, Permission, RequestRecord
from rules.campaign.decider.waiting import waits
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree
from tests.bot.chat.onboarding.test_start_campaign import tries
from tests.bot.engine.test_called_players import watch
from tests.bot.harness import Harness, Message, choose, labels, text
from tests.bot.history import told_in
from tests.bot.messages.test_result_message import result
from tests.bot.test_reminding_several import three
from tests.night_watch import NextTurn
from tests.patience import until
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def results(here: Harness) -> list[list[str]]:
    """The buttons below each message of the channel."""
    return [labels(message) for message in here.carla.messages(here.marne) if message["embeds"]]


async def test_the_newest_result_takes_the_buttons_of_the_one_before(here: Harness) -> None:
    await here.found()
    await here.anna.press(here.newest(here.anna), "Allies: Draw 3 events")
    await until(lambda: results(here)[:2] == [[], []])
    assert "My hand" in results(here)[2]


async def test_the_tables_of_a_result_stay_readable(here: Harness) -> None:
    await here.found_small("bridges", "West", "East")
    await here.anna.slash(here.marne, "act", {"offer": "Attack"})
    await here.bert.slash(here.marne, "act", {"offer": "Defend"})
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await until(lambda: results(here)[-2] == ["Why?"])


async def test_a_result_that_was_deleted_is_no_matter(here: Harness) -> None:
    await here.found()
    messages = here.server.hub.state.messages
    newest = messages.find(here.newest(here.anna)["id"])
    assert newest is not None
    messages.delete(newest)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "1d6 →" in str(here.newest(here.carla)["embeds"])
    await until(lambda: [refusal.code for refusal in here.server.rejected] == [10008])
    here.server.rejected.clear()


async def test_where_the_bot_cannot_see_the_channel_it_does_not_try(here: Harness) -> None:
    """Interactions are answered all the same; a refused request would be counted."""
    await here.found()
    here.server.deny(here.marne, Permission.VIEW_CHANNEL)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "1d6 →" in str(here.newest(here.carla)["embeds"])


async def test_what_is_asked_for_stands_out_and_not_to_wait(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.bert.slash(here.marne, "act", {"offer": "Draw a token"})
    await here.anna.slash(here.marne, "turn phase")
    asked = here.newest(here.carla)
    styles = {part["label"]: part["style"] for row in asked["components"] for part in row["components"]}
    assert {label: style for label, style in styles.items() if label.startswith("South")} == {
        "South: Done": 1, "South: Wait": 2
    }  # fmt: skip


async def at_war(here: Harness) -> Message:
    """A solo campaign of Fields of Despair whose newest message is that of a step."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await choose(here.anna, here.marne, "enter setup", {"total": 33, "hexes": "A05 B05", "air": "2", "artillery": "3"})
    await here.anna.slash(here.marne, "turn next")
    return here.newest(here.carla)


async def adjust(here: Harness, total: int) -> None:
    await choose(here.anna, here.marne, "enter adjust", {"what": "total", "value": str(total), "reason": "manpower"})


async def test_results_of_a_step_stand_in_one_message(here: Harness) -> None:
    """Who gave the command elsewhere is told where the result stands."""
    step = await at_war(here)
    await adjust(here, 40)
    grown = here.newest(here.carla)
    assert grown["id"] == step["id"]
    assert "CP track: 33 → **40**" in text(grown)
    assert told_in(grown) == [2, 3]
    told = here.private(here.anna)[-1]
    assert f"/{step['id']})" in text(told)
    assert labels(grown) == ["Spend economic points…"]


@pytest.mark.parametrize("how", [{"loses_response": True}, {"loses_request": True}, {"status": 503}])
async def test_a_result_whose_edit_was_lost_stands_there_once(here: Harness, how: dict[str, Any]) -> None:
    """Nobody knows whether the edit was made, so the outbox looks."""
    await at_war(here)
    here.server.inject(Fault("PATCH", "/channels/{channel}/messages/{message}", **how))
    await adjust(here, 40)
    said = text(here.private(here.anna)[-1])
    assert said == "Discord lost part of the bot's answer. What you did is in the log, and its result is posted here."
    await here.settle(after=timedelta(minutes=1))
    assert len(tellings(here)) == 1
    if "loses_response" not in how:  # the outbox has edited it, so the bot knows what stands there
        await adjust(here, 41)
        grown = here.newest(here.carla)
        assert told_in(grown) == [2, 3, 4], "the next one joins them"
        assert "CP track: 33 → **40**" in text(grown)
    here.server.rejected.clear()


async def test_a_late_edit_is_waited_for(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.posting.step_message.EDIT_SECONDS", 0.05)
    step = await at_war(here)
    here.server.inject(Fault("PATCH", "/channels/{channel}/messages/{message}", 200, delay=0.4))
    await adjust(here, 40)
    await here.settle()
    assert tellings(here) == [], "it is not posted at once"
    await until(lambda: bool(tellings(here)))
    await here.settle(after=timedelta(minutes=1))
    assert tellings(here) == [step["id"]]


def tellings(here: Harness) -> list[str]:
    """The messages that tell what was adjusted."""
    return [each["id"] for each in here.carla.messages(here.marne) if "33 → **40**" in text(each)]


async def test_after_half_a_day_a_result_stands_alone(here: Harness) -> None:
    """However short the pauses between them were, and whoever gave it."""
    await here.found()
    counts = []
    for points, person in ((3, here.anna), (4, here.bert), (5, here.anna)):
        await person.slash(here.marne, "act", {"offer": "Enter victory points"})
        reason = {} if points == 3 else {"reason": "counted again"}
        await person.submit({"vp": str(points), **reason})
        counts.append(len(results(here)))
        await here.settle(after=timedelta(hours=7))
    assert [later - counts[0] for later in counts] == [0, 0, 1]


async def test_a_result_whose_message_is_gone_has_one_of_its_own(here: Harness) -> None:
    step = await at_war(here)
    messages = here.server.hub.state.messages
    there = messages.find(step["id"])
    assert there is not None
    messages.delete(there)
    await adjust(here, 40)
    assert "CP track: 33 → **40**" in text(here.newest(here.carla))
    assert told_in(here.newest(here.carla)) == [3]
    here.server.rejected.clear()


async def test_an_unmarked_result_is_found_where_it_joined(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_war(here)
    await here.settle(after=timedelta(minutes=1))
    monkeypatch.setattr("bot.engine.outbox.FLUSH_SECONDS", 60.0)
    await adjust(here, 40)
    before = [text(each) for each in here.carla.messages(here.marne)]
    await here.restart()
    monkeypatch.undo()
    await here.settle(after=timedelta(minutes=1))
    assert [text(each) for each in here.carla.messages(here.marne)] == before


async def test_an_unmarked_result_hides_nothing(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    step = await at_war(here)
    await here.settle(after=timedelta(minutes=1))
    monkeypatch.setattr("bot.engine.outbox.FLUSH_SECONDS", 60.0)
    await adjust(here, 40)
    await here.restart()
    monkeypatch.undo()
    await adjust(here, 41)
    await here.bot.client.work.finished()
    assert "CP track: 33 → **40**" in text(message_of(here, step))
    await here.settle(after=timedelta(minutes=1))
    said = [text(each) for each in here.carla.messages(here.marne)]
    assert sum("CP track: 33 → **40**" in each for each in said) == 1
    assert sum("CP track: 40 → **41**" in each for each in said) == 1


async def test_a_result_that_calls_somebody_has_a_message_of_its_own(here: Harness) -> None:
    """An edit reaches nobody."""
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "act", {"offer": "Draw a token"})
    await here.bert.slash(here.marne, "act", {"offer": "Draw a token"})
    before = len(here.carla.messages(here.marne))
    await here.anna.slash(here.marne, "turn phase")
    said = here.carla.messages(here.marne)
    assert len(said) == before + 1
    assert said[-1]["content"]


async def test_a_silent_entry_parts_no_message(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart too, a message is known with all that it tells, however much was done unseen between."""
    monkeypatch.setattr("bot.chat.posting.step_message.MOST_TOLD", 2)
    await here.found()
    await here.anna.press(here.newest(here.anna), "Allies: Draw 3 events")
    shared = here.newest(here.carla)
    await here.anna.press(here.private(here.anna)[-1], "Return what I drew")
    told = here.newest(here.carla)
    assert told["id"] == shared["id"]
    await here.settle(after=timedelta(minutes=1))
    await here.restart()
    results = here.bot.client.responder.results
    posted = await results.newest(1)
    assert posted is not None
    first, last = told_in(told)
    assert [entry.number for entry in posted.entries] == [first, last]
    assert last == first + 1, "what was kept in private has no number"


async def test_an_edit_that_ends_late_does_not_hide_a_newer_message(here: Harness) -> None:
    """The message with the live buttons is the newest, in whatever order answers arrive."""
    await at_war(here)
    results = here.bot.client.responder.results
    posted = await results.newest(1)
    assert posted is not None
    newer = replace(posted, message=posted.message + 1)
    results.note(1, newer)
    results.note(1, posted)
    assert await results.newest(1) == newer


async def test_the_next_step_stands_in_the_newest_message(here: Harness) -> None:
    thread = await tries(here, here.bert)
    await here.bert.press(here.newest(here.bert, thread), "Draw 3 events")
    after = "Next: Below is a message that only you can see: your events. Choose there what stays."
    assert text(here.newest(here.carla, thread)).endswith(after)
    await here.bert.slash(thread, "dice roll", {"reason": "rain"})
    await here.bot.client.work.finished()
    assert [after in text(each) for each in here.carla.messages(thread)] == [False, False, True]


async def test_a_message_is_joined_as_long_as_it_has_room(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    step = await at_war(here)
    await adjust(here, 40)
    (embed,) = message_of(here, step)["embeds"]
    monkeypatch.setattr("bot.chat.posting.step_message.LONGEST_TOLD", len(discord.Embed.from_dict(embed)))
    await adjust(here, 41)
    assert [told_in(each) for each in said(here)][-2:] == [[2, 3], [4]]
    monkeypatch.setattr("bot.chat.posting.step_message.LONGEST_TOLD", 3000)
    await adjust(here, 42)
    assert [told_in(each) for each in said(here)][-2:] == [[2, 3], [4, 5]]


async def test_a_full_one_stays(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    step = await at_war(here)
    monkeypatch.setattr("bot.chat.posting.step_message.MOST_TOLD", 2)
    told = []
    for total in (40, 41, 42):
        await adjust(here, total)
        newest = here.newest(here.carla)
        told.append((newest["id"] == step["id"], told_in(newest)))
    assert told == [(True, [2, 3]), (False, [4]), (False, [4, 5])]


@pytest.mark.parametrize(("most", "struck"), [(1, [[4]]), (2, [[3], [4]]), (5, [[2], [3], [4]])])
async def test_of_many_messages_that_were_undone_the_newest_are_struck(
    here: Harness, monkeypatch: pytest.MonkeyPatch, most: int, struck: list[list[int]]
) -> None:
    """The older ones stand far above, and each costs Discord a request."""
    await here.found_small("night-watch", "North", "South")
    for person, offer in ((here.anna, "Draw a token"), (here.bert, "Draw a token"), (here.anna, "Call out")):
        await person.slash(here.marne, "act", {"offer": offer})
        here.server.clock.advance(timedelta(hours=13))
    monkeypatch.setattr("bot.chat.posting.step_message.MOST_STRUCK", most)
    await here.anna.slash(here.marne, "record rewind", {"to": "1"})
    await here.anna.press(here.newest(here.anna), "Ask the others")
    await here.bert.press(here.newest(here.carla), "South: Agree")
    await until(lambda: sum("~~" in text(each) for each in said(here)) >= len(struck))
    assert [told_in(each) for each in said(here) if "~~" in text(each)] == struck


def said(here: Harness) -> list[Message]:
    """The messages of the channel."""
    return here.carla.messages(here.marne)


async def test_a_move_after_something_else_stands_alone(here: Harness) -> None:
    """What is no move of the game joins nothing but what it answers, and nothing joins it."""
    await at_war(here)
    before = len(said(here))
    for command, options in (
        ("enter adjust", {"what": "total", "value": "40", "reason": "manpower"}),
        ("dice roll", {"reason": "rain"}),
        ("dice roll", {"reason": "rain"}),
        ("enter adjust", {"what": "total", "value": "41", "reason": "manpower"}),
        ("enter adjust", {"what": "total", "value": "42", "reason": "manpower"}),
    ):
        await choose(here.anna, here.marne, command, options)
    assert [told_in(each) for each in said(here)[before - 1 :] if told_in(each)] == [[2, 3], [4], [5], [6, 7]]


async def test_an_answer_joins_its_question(here: Harness) -> None:
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 4})
    await here.bert.press(here.newest(here.carla), "Blue: Agree")
    done = here.newest(here.carla)
    assert done["content"] == "**Settings changed** · Red"
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 5})
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.bert.press(here.newest(here.carla), "Blue: Agree")
    assert [told_in(each) for each in said(here)][-4:] == [[2, 3], [4], [5], [6]]


async def test_the_end_of_a_game_joins_nothing(here: Harness) -> None:
    """However soon after the request it comes."""
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    asked = here.newest(here.carla)
    await here.bert.press(asked, "Blue: Agree")
    end = here.newest(here.carla)
    assert end["id"] != asked["id"]
    assert told_in(end) == [3]
    assert f"<@{here.anna.id}>: the game is over." in end["content"]
    assert [user["username"] for user in end["mentions"]] == ["anna"]


async def test_a_late_answer_is_a_message_of_its_own(here: Harness) -> None:
    await here.found_high_card()
    for minutes, told in ((4, [2, 3]), (6, [4])):
        await choose(here.anna, here.marne, "campaign manage deadline", {"answer": minutes})
        here.server.clock.advance(timedelta(minutes=minutes))
        await here.bert.press(here.newest(here.carla), "Blue: Agree")
        assert told in [told_in(each) for each in said(here)]
    assert told_in(here.newest(here.carla)) == [5]


async def test_a_call_goes_away_with_the_buttons_once_it_is_answered(here: Harness) -> None:
    await watch(here)
    call = here.newest(here.carla)
    assert "your move" in call["content"]
    here.server.clock.advance(timedelta(hours=13))
    edits: list[RequestRecord] = []
    here.server.watch(lambda seen: edits.append(seen) if is_edit(seen, call) else None)
    await answer(here)
    await until(lambda: labels(message_of(here, call)) == [])
    assert message_of(here, call)["content"] == "**Call** · North"
    assert len(edits) == 1, "one edit takes both away"


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("restarts", ["never", "before another message", "after it"])
async def test_a_call_stands_until_it_is_answered(here: Harness, restarts: str, *, joined: bool) -> None:
    """What somebody else does meanwhile takes the buttons of its message alone, whatever has joined the call there."""
    await watch(here)
    if joined:
        await here.anna.slash(here.marne, "act", {"offer": "Draw a token"})
    call = here.newest(here.carla)
    assert (len(told_in(call)), "your move" in call["content"]) == (1 + joined, True)
    here.server.clock.advance(timedelta(hours=13))
    if restarts == "before another message":
        await here.settle()
        await here.restart()
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await until(lambda: labels(message_of(here, call)) == [])
    assert message_of(here, call)["content"] == call["content"]
    if restarts == "after it":
        await here.settle()
        await here.restart()
    before = len(here.carla.messages(here.marne))
    await answer(here)
    await until(lambda: message_of(here, call)["content"] == "**Call** · North")
    assert len(here.carla.messages(here.marne)) == before + 1, "the answer, and no other"


def test_a_message_knows_its_reasons_and_calls() -> None:
    play, posted = night_watch(), Posted(9)
    for user, ask in ((ANNA, "roll_dice"), (BERT, "roll_dice"), (ANNA, "call")):
        play.do(user, ask)
        given = result(play)
        posted = posted.joined_by(replace(given, waits=frozenset()) if not posted.entries else given)
        assert posted.called_for == (waits(play.campaign) if len(posted.entries) > 1 else frozenset())
    one, two, call = posted.entries
    assert (posted.message, posted.why, posted.through, posted.told_to) == (9, two.seq, call.seq, call.seq)
    assert posted.before(call) == (one, two), "it is delivered again"
    assert posted.before(one) == (one, two, call)
    assert posted.joined_by(given).entries == (one, two, call)
    assert replace(posted, through=99).told_to == call.seq, "what was done unseen since is not told"


async def test_the_arrival_loses_its_buttons(here: Harness) -> None:
    """It is no founding, whose seats and dice stay below it."""
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    other = here.server.channel("verdun")
    await choose(here.anna, here.marne, "campaign manage move", {"to": other["id"]})
    await here.settle(after=timedelta(minutes=1))
    (arrival,) = (each for each in here.carla.messages(other) if "The campaign is here now" in text(each))
    assert "Draw 3 events" in labels(arrival)
    await here.anna.slash(other, "dice roll", {"reason": "rain"})
    await until(lambda: not labels(next(each for each in here.carla.messages(other) if each["id"] == arrival["id"])))


@pytest.mark.parametrize("restarts", [True, False])
async def test_a_first_result_leaves_the_old_channel_alone(here: Harness, *, restarts: bool) -> None:
    """Also before it has arrived, when its newest message still stands there."""
    await at_war(here)
    other = here.server.channel("verdun")
    await choose(here.anna, here.marne, "campaign manage move", {"to": other["id"]})
    if restarts:
        await here.restart()
    before = [(text(each), labels(each)) for each in said(here)]
    await choose(here.anna, other, "enter adjust", {"what": "total", "value": "40", "reason": "manpower"})
    assert [told_in(each) for each in here.carla.messages(other) if told_in(each)] == [[4]]
    assert [(text(each), labels(each)) for each in said(here)] == before


async def test_only_the_newest_calls_are_updated(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.posting.step_message.MOST_CALLING", 2)
    await here.found_high_card()
    calls = []
    for entry, fields in (("deadline", {"answer": 30}), ("pictures", {"on": False})):
        await choose(here.anna, here.marne, f"campaign manage {entry}", fields)
        calls.append(here.newest(here.carla))
        here.server.clock.advance(timedelta(hours=13))
    for reason in ("rain", "fog"):
        await here.anna.slash(here.marne, "dice roll", {"reason": reason})
    for _ in calls:
        newest = here.newest(here.carla)
        await here.bert.press(newest, next(each for each in labels(newest) if "Agree" in each))
    await until(lambda: "<@" not in message_of(here, calls[1])["content"])
    assert f"<@{here.bert.id}>" in message_of(here, calls[0])["content"], "that one stands far above"


async def test_an_unanswered_player_stays_called(here: Harness) -> None:
    await three(here, answer=30)
    call = here.newest(here.carla)
    here.server.clock.advance(timedelta(hours=13))
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    newest = here.newest(here.bert)
    await here.bert.press(newest, next(each for each in labels(newest) if "Agree" in each))
    await until(lambda: f"<@{here.bert.id}>" not in message_of(here, call)["content"])
    await here.anna.slash(here.marne, "dice roll", {"reason": "fog"})
    await here.settle()
    assert f"<@{here.carla.id}>" in message_of(here, call)["content"]


@pytest.mark.parametrize("restarts", [True, False])
async def test_a_message_that_called_nobody_calls_nobody_later_either(here: Harness, *, restarts: bool) -> None:
    """Who is still waited for after one of two has answered reads that where both were called, and nowhere else."""
    await three(here, answer=30)
    call = here.newest(here.carla)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    between = here.newest(here.carla)
    await here.settle()
    if restarts:
        await here.restart()
    else:
        await here.anna.slash(here.marne, "dice roll", {"reason": "fog"})
        await until(lambda: labels(message_of(here, between)) == ["Why?"])
        between, asked = message_of(here, between), here.newest(here.carla)
    here.server.clock.advance(timedelta(hours=13))
    await here.bert.press(between if restarts else asked, "Agree")
    await until(lambda: f"<@{here.bert.id}>" not in message_of(here, call)["content"])
    await until(lambda: labels(message_of(here, between)) == ["Why?"])
    assert f"<@{here.carla.id}>" in message_of(here, call)["content"]
    assert message_of(here, between)["content"] == between["content"]
    live = next(each for each in reversed(said(here)) if any("Agree" in label for label in labels(each)))
    await here.carla.press(live, next(each for each in labels(live) if "Agree" in each))
    await until(lambda: "<@" not in message_of(here, call)["content"])
    assert message_of(here, between)["content"] == between["content"]


def message_of(here: Harness, message: Message) -> Message:
    """A message as it reads now."""
    return next(each for each in here.carla.messages(here.marne) if each["id"] == message["id"])


def is_edit(seen: RequestRecord, message: Message) -> bool:
    """Whether the bot has edited a message."""
    return seen.method == "PATCH" and isinstance(seen.response, dict) and seen.response.get("id") == message["id"]


async def answer(here: Harness) -> None:
    """Bert answers the call."""
    choices = await here.bert.autocomplete(here.marne, "act", focused="offer", value="Answer")
    await here.bert.slash(here.marne, "act", {"offer": choices[0]["value"]})


async def test_the_founding_stays_once_done(here: Harness) -> None:
    """It is no result, and its line calls nobody."""
    await here.found()
    founding = next(each for each in here.carla.messages(here.marne) if "Campaign started" in text(each))
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.settle()
    await here.restart()
    await here.anna.press(here.newest(here.anna), "Allies: Draw 3 events")
    await here.anna.press(here.private(here.anna)[-1], "Return what I drew")
    await here.settle(after=timedelta(minutes=1))
    assert message_of(here, founding)["content"] == "**Campaign started**"


async def test_the_last_answer_is_a_message_of_its_own(here: Harness) -> None:
    """Who asked has been away since before the first."""
    await three(here, answer=30)
    (asked,) = told_in(here.newest(here.carla))
    for person, minutes in ((here.bert, 4), (here.carla, 2)):
        here.server.clock.advance(timedelta(minutes=minutes))
        newest = next(each for each in reversed(said(here)) if any("Agree" in label for label in labels(each)))
        await person.press(newest, next(each for each in labels(newest) if "Agree" in each))
    assert [told_in(each) for each in said(here) if told_in(each)][-2:] == [[asked, asked + 1], [asked + 2]]


async def test_a_roll_in_company_stands_alone(here: Harness) -> None:
    """So any other bot can compare it."""
    await here.found_small("bridges", "West", "East")
    await here.anna.slash(here.marne, "act", {"offer": "Attack"})
    await here.bert.slash(here.marne, "act", {"offer": "Defend"})
    session = await here.campaign()
    *_, last = await here.bot.client.service.entries(session)
    message = here.newest(here.carla)
    assert "turns up its order" in text(message)
    assert int(message["interaction_metadata"]["id"]) == last.interaction == last.rolls[0].press


def test_the_last_consent_is_a_move_where_it_moves_the_game() -> None:
    play = night_watch((ANNA, "draw"), (BERT, "draw"))
    for command in (NextTurn(), ChangeSettings(pictures=False)):
        play.do(ANNA, command)
        play.do(BERT, Agree(to=play.campaign.requests[-1].number))
    assert [_is_move(each) for each in play.log[-4:]] == [True, True, False, False]
