"""From an interaction to its response: what the channel reads, what one player reads, and each once."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.chat.answering.responder import Responder
from localdiscord import Permission
from tests.bot.chat.answering.test_private_views import score
from tests.bot.chat.commands.test_record import act
from tests.bot.harness import Harness, choose, labels, text
from tests.bot.history import told_in
from tests.bot.marne import decide_all, drawn
from tests.patience import a_moment, until


async def test_no_user_text_pings_or_acts(here: Harness) -> None:
    await here.found(name="@everyone <@1> **x** \u202e")
    await here.anna.slash(here.marne, "dice roll", {"reason": "@here `x`\n# big"})
    for message in here.carla.messages(here.marne):
        assert message["mention_everyone"] is False
        assert message["mentions"] == []
    assert "\\@everyone \\<\\@1\\> \\*\\*x\\*\\*" in text(here.carla.messages(here.marne)[0])
    assert "For: \\@here \\`x\\` \\# big" in text(here.newest(here.carla))


async def test_a_result_from_the_hand_is_the_newest_message(here: Harness) -> None:
    """The message before it keeps what was done, and only the newest has what can be done next."""
    await here.found_high_card()
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    before = here.newest(here.carla)
    await here.anna.slash(here.marne, "hand")
    await here.settle(after=timedelta(hours=13))
    hand = here.private(here.anna)[-1]
    await here.anna.press(hand, "Show")
    after = here.private(here.anna)[-1]
    assert (after["id"], "Show" in labels(after)) == (hand["id"], False), "the hand itself shows what is left"
    shown = here.newest(here.carla)
    assert shown["id"] != before["id"]
    assert "Bid" in "".join(labels(shown))

    def left() -> list[str]:
        return labels(next(each for each in here.carla.messages(here.marne) if each["id"] == before["id"]))

    await until(lambda: not left())
    assert text(here.private(here.anna)[-1]).startswith("### For your eyes only")


async def test_a_joined_message_tells_all_its_entries(here: Harness) -> None:
    await drawn(here)
    await decide_all(here)
    seq = (await here.campaign()).campaign.seq
    assert seq >= 3
    assert told_in(here.newest(here.carla)) == [*range(2, seq + 1)]


async def test_news_for_a_seat_that_did_not_act_is_kept_for_it(here: Harness) -> None:
    """@ markers lapse when the other side ends the turn and nobody answers: the channel points to /hand."""
    for _ in range(12):  # until Cantigny is among what was drawn
        where = here.server.thread(f"try {_}", here.marne)
        await here.found(where)
        ruling = {"ruling": "must_occur", "choice": "when_played"}
        await choose(here.anna, where, "campaign manage rulings", ruling)
        await here.bert.press(here.newest(here.bert, where), "Germans: Agree")
        await here.anna.slash(where, "dice roll", {"reason": "rain", "number": _ + 1})
        await here.anna.slash(where, "draw event")
        if "Cantigny" in text(here.private(here.anna, where)[-1]):
            break
    if "Return what I drew" in labels(hand := here.private(here.anna, where)[-1]):
        await here.anna.press(hand, "Return what I drew")
    await here.bert.slash(where, "turn next")
    here.server.clock.advance(timedelta(days=4))
    await here.bert.press(here.newest(here.bert, where), "Allies: Done")
    told = text(here.newest(here.carla, where))
    assert "Allies: see `/hand`." in told
    assert "**Cantigny**" not in told


async def test_an_interaction_delivered_twice_is_done_once(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The second delivery is left alone: nothing is done twice, and Discord refuses no second answer."""
    await here.found()
    founding = here.newest(here.anna)
    dispatch = here.server.gateway.dispatch

    def twice(event: str, data: dict[str, Any], **how: Any) -> None:
        dispatch(event, data, **how)
        if event == "INTERACTION_CREATE":
            dispatch(event, data, **how)

    monkeypatch.setattr(here.server.gateway, "dispatch", twice)
    seen = len(here.carla.messages(here.marne))
    await here.anna.press(founding, "Allies: Draw 3 events")
    await here.anna.press(here.private(here.anna)[-1], "Return what I drew")
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await a_moment()
    assert len(here.carla.messages(here.marne)) == seen + 2, "what she returns joins what she drew"
    assert (await here.campaign()).campaign.seq == 4
    assert here.server.rejected == []
    assert not any("bug" in record.getMessage() for record in caplog.records)


async def test_a_redelivery_is_answered_the_same(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot ended between the log and the answer, and Discord gives it the interaction again."""
    await here.found()
    delivered: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
    dispatch = here.server.gateway.dispatch

    def kept(event: str, data: dict[str, Any], **how: Any) -> None:
        delivered.append((event, data, how))
        dispatch(event, data, **how)

    async def ends(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    async def is_drawn() -> bool:
        return (await here.campaign()).campaign.seq == 2

    monkeypatch.setattr(here.server.gateway, "dispatch", kept)
    with monkeypatch.context() as broken:
        broken.setattr(Responder, "_respond", ends)
        asked = asyncio.create_task(here.anna.slash(here.marne, "draw event"))
        await until(is_drawn)
    await here.restart()
    dispatch(*delivered[-1][:2], **delivered[-1][2])
    await asked
    assert "The Allies draw 3 markers." in text(here.newest(here.carla))
    assert "You draw" in text(here.private(here.anna)[-1])
    assert (await here.campaign()).campaign.seq == 2


async def test_two_players_at_once_come_in_one_order(here: Harness) -> None:
    await here.found_high_card()
    rolls = [
        person.slash(here.marne, "dice roll", {"reason": "rain", "number": 2}) for person in (here.anna, here.bert) * 8
    ]
    await asyncio.gather(*rolls)
    session = await here.campaign()
    assert session.campaign.seq == 17
    entries = await here.bot.client.service.entries(session)
    firsts = [roll.first for entry in entries for roll in entry.rolls]
    assert firsts == list(range(0, 32, 2))


async def test_threads_and_channels_have_campaigns_of_their_own(here: Harness) -> None:
    thread = here.server.thread("the long thread", here.marne)
    await here.found()
    await here.found(thread)
    await here.anna.slash(thread, "draw event")
    assert (await here.campaign()).campaign.seq == 1
    assert (await here.campaign(thread)).campaign.seq == 2
    await here.restart()
    await here.anna.slash(here.marne, "draw event")
    assert (await here.campaign()).campaign.seq == 2


async def test_a_thread_of_the_servers_channel_is_its_place_too(here: Harness) -> None:
    await here.anna.slash(here.marne, "server settings", {"channel": here.marne["id"]})
    other = here.server.channel("verdun")
    for parent, is_founded in ((here.marne, True), (other, False)):
        thread = here.server.thread("the long thread", parent)
        await here.anna.slash(thread, "campaign new", {"game": "marne-1918", "seat": "Allies"})
        assert bool(await here.bot.client.service.sessions_in(int(thread["id"]))) is is_founded


async def test_server_managers_may_start_campaigns(here: Harness) -> None:
    await here.anna.slash(here.marne, "server settings", {"founders": "managers"})
    everyone: dict[str, Any] = here.server.hub.state.guild["roles"][0]
    for is_manager in (False, True):
        if is_manager:
            everyone["permissions"] = str(int(everyone["permissions"]) | Permission.MANAGE_GUILD)
        await here.bert.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
        assert bool(await here.bot.client.service.sessions_in(int(here.marne["id"]))) is is_manager


REFUSALS = [
    ("bert", "draw event", {}, "I hold no event markers for you"),
    ("anna", "turn next", {}, "have not drawn their events for turn 1"),
    ("anna", "event play", {"marker": "Gouraud"}, "You have no “Gouraud” that this applies to."),
    ("carla", "draw event", {}, "You hold no seat"),
    ("carla", "campaign manage end", {"sure": True}, "You hold no seat"),
    ("bert", "campaign join", {"seat": "Referee"}, "has a referee"),
    ("bert", "campaign join", {"seat": "French"}, "There is no such seat. The seats are Allies, Germans, Referee."),
    ("anna", "campaign new", {"game": "marne-1918", "seat": "Allies"}, "already has a campaign"),
    ("anna", "campaign undo", {}, "nothing to undo"),
    ("anna", "act", {"offer": "win"}, "You cannot do that now"),
    ("anna", "dice roll", {"reason": "rain", "dice": "4 3 6"}, "leave `dice` empty"),
    ("anna", "dice roll", {"reason": "rain", "dice": "four"}, "Enter the faces of the dice"),
    ("bert", "campaign manage rulings", {"ruling": "draws_a_turn", "choice": "4"}, "Only the referee"),
]


@pytest.mark.parametrize(("who", "command", "options", "said"), REFUSALS)
async def test_a_refusal_is_private(here: Harness, who: str, command: str, options: dict[str, Any], said: str) -> None:
    await here.found()
    before = (await here.campaign()).campaign
    seen = {person.name: len(person.messages(here.marne)) for person in (here.anna, here.bert, here.carla)}
    person = here.server.user(who)
    await choose(person, here.marne, command, options)
    refusal = here.newest(person)
    said_so = refusal["content"] or refusal["embeds"][0]["description"]
    assert said in said_so
    assert refusal["flags"] & 64
    assert said_so.endswith(".")
    assert "\n" not in said_so
    assert (await here.campaign()).campaign is before
    for other in {"anna", "bert", "carla"} - {who}:
        assert len(here.server.user(other).messages(here.marne)) == seen[other]


async def test_a_channel_without_a_campaign_says_how_to_begin(here: Harness) -> None:
    for command in (
        "draw event",
        "hand",
        "pool",
        "campaign status",
        "record find",
        "record more seal",
        "record more verify",
    ):
        await choose(here.anna, here.marne, command)
        assert "`/campaign new` starts one" in here.newest(here.anna)["content"]
    assert await here.anna.autocomplete(here.marne, "event play", focused="marker") == []


async def test_questions_are_answered_to_the_asker_alone(here: Harness) -> None:
    await drawn(here)
    for command, said in {
        "campaign status": "Turn 1",
        "record find": "joins as the Germans",
        "campaign manage rulings": "How many event markers does a side draw in the Events phase? **3**",
        "pool": "Turn 16: Heroic Assault, Surprise Attack, Spies, 2 × Air unit",
        "record more seal": "were sealed before the first roll",
        "record more verify": "every die matches the log",
        "help": "You hold no seat",
    }.items():
        await choose(here.carla, here.marne, command)
        answer = here.newest(here.carla)
        assert said in text(answer)
        assert answer["flags"] & 64


async def test_why_of_an_entry_that_is_not_there_is_refused(here: Harness) -> None:
    await here.found()
    founding = here.newest(here.anna)
    founding["components"][0]["components"][0]["custom_id"] = "adj:why:1:99"
    await here.anna.press(founding, "Allies: Draw 3 events")
    assert text(here.private(here.anna)[-1]) == "That entry is not in the log."


@pytest.mark.parametrize(
    ("step", "undoes"),
    [
        ("bot.chat.posting.panel.Panels.touch", False), ("bot.chat.posting.step_message.Results.follow", False),
        ("bot.chat.posting.step_message.Results.strike", True), ("bot.engine.outbox.Outbox.try_again", False),
        ("bot.engine.people.People.untold", False),
    ],
)  # fmt: skip
async def test_a_failing_followup_leaves_the_answer(
    here: Harness, step: str, undoes: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await here.found()
    if undoes:
        await here.anna.slash(here.marne, "draw event")
        await here.anna.slash(here.marne, "campaign undo")
    before = (await here.campaign()).campaign.seq
    here.bot.outbox.forbidden.note(0)  # something was refused somewhere, so it is looked for

    def broken(*_: object) -> None:
        raise OverflowError("planted")

    with monkeypatch.context() as planted:
        planted.setattr(step, broken)
        if undoes:
            await here.bert.press(here.newest(here.carla), "Germans: Agree")
        else:
            await here.anna.slash(here.marne, "draw event")
    assert (await here.campaign()).campaign.seq == before + 1
    assert ("Undone: “" if undoes else "The Allies draw 3 markers.") in text(here.newest(here.carla))
    assert not any("error" in text(each) for each in here.private(here.anna))
    assert len([each for each in caplog.records if each.name == "bot.base.deeds"]) == 1


async def test_a_result_that_cannot_be_shown_is_said_to_be_done(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the number that everybody counts, which tells nothing of the other's private deeds."""
    await here.found_small("night-watch", "North", "South")
    before = (await here.campaign()).campaign.seq
    for _ in range(2):
        await act(here, here.bert, "note")

    def broken(*_: object) -> None:
        raise OverflowError("planted")

    with monkeypatch.context() as planted:
        planted.setattr("bot.chat.answering.responder.public_message", broken)
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert (await here.campaign()).campaign.seq == before + 3
    assert f"That is done and is entry {before + 1} of the log" in text(here.private(here.anna)[-1])
    await here.settle()
    assert "d6 →" in text(here.newest(here.carla))
    await here.carla.slash(here.marne, "record find")
    assert f"[`{before + 1}`]" in text(here.private(here.carla)[-1]).splitlines()[1]


async def test_a_free_seat_is_offered_of_what_is_played_now(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.carla.slash(here.marne, "draw event", {})
    assert labels(here.private(here.carla)[-1]) == ["Take a seat"]


async def test_ones_own_entry_is_taken_back_by_undo(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await score(here, 5)
    entered = here.newest(here.carla)
    await here.anna.press(entered, "That's wrong")
    assert text(here.private(here.anna)[-1]) == "You entered this. `/campaign undo` takes it back."
    await here.carla.press(entered, "That's wrong")
    assert text(here.private(here.carla)[-1]).startswith("You hold no seat in this campaign.")


async def test_who_entered_what_is_wrong_is_called(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await score(here, 5)
    await score(here, 7)
    await here.bert.press(here.newest(here.bert), "That's wrong")
    told = here.newest(here.carla)
    assert [each["id"] for each in told["mentions"]] == [here.anna.id]
    assert told["content"].endswith(f"<@{here.anna.id}>, look at it together.")
    assert text(told).count("look at it together") == 1
    assert "On your board: Score: 7 → 5" in text(told)
