"""The whole road through the real discord.py: commands, embeds, secrets, buttons, refusals, restarts."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.responder import Responder
from localdiscord import InvalidAction
from rules.command import Offer
from tests.bot.harness import Harness, harness, labels, text

DRAWN = ("Heroic Assault", "Heroic Defense", "Cantigny", "All quiet", "Immediate Counterattack")
SHOWN = "Returned to the pool at once ($): **All quiet on the Western Front**."


async def drawn(here: Harness) -> dict[str, Any]:
    """Anna has drawn turn 1; her private message."""
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    return here.private(here.anna)[-1]


async def decide_all(here: Harness) -> None:
    """Anna returns whatever waits for a word."""
    while "Keep" in labels(hand := here.private(here.anna)[-1]):
        await here.anna.press(hand, "Return")


class TestResults:
    async def test_a_result_has_a_title_what_happened_the_rule_the_board_and_buttons(self, here: Harness) -> None:
        await drawn(here)
        await decide_all(here)
        await here.bert.slash(here.marne, "turn next")
        result = here.newest(here.carla)
        (embed,) = result["embeds"]
        assert embed["title"] == "Turn ended"
        assert "Turn 2" in embed["description"]
        assert [field["name"] for field in embed["fields"]] == ["On your board", "Rule", "Ruling"]
        assert embed["footer"]["text"].startswith("Germans · Marne 1918 · entry")
        assert labels(result) == ["Draw 3 events", "My hand"]

    async def test_the_founding_shows_the_seal_and_the_first_moves(self, here: Harness) -> None:
        await here.found(name="The *long* war")
        founding = here.carla.messages(here.marne)[0]
        assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" in text(founding)
        assert "The \\*long\\* war" in text(founding)
        assert labels(founding) == ["Draw 3 events", "My hand"]

    async def test_no_user_text_pings_or_acts(self, here: Harness) -> None:
        await here.found(name="@everyone <@1> **x** \u202e")
        await here.anna.slash(here.marne, "dice roll", {"reason": "@here `x`\n# big"})
        for message in here.carla.messages(here.marne):
            assert message["mention_everyone"] is False
            assert message["mentions"] == []
        assert "\\@everyone \\<\\@1\\> \\*\\*x\\*\\*" in text(here.carla.messages(here.marne)[0])
        assert "For: \\@here \\`x\\` \\# big" in text(here.newest(here.carla))


class TestSecrets:
    async def test_what_is_drawn_only_its_player_reads(self, here: Harness) -> None:
        private = await drawn(here)
        assert "You draw" in text(private)
        assert any(name in text(private) for name in DRAWN)
        for other in (here.bert, here.carla):
            seen = "\n".join(map(text, other.messages(here.marne)))
            assert "The Allies draw 3 markers." in seen
            assert not any(name in seen.replace(SHOWN, "") for name in DRAWN)

    async def test_hand_shows_each_player_their_own(self, here: Harness) -> None:
        await drawn(here)
        await here.anna.slash(here.marne, "hand")
        assert "Markers kept: 0 of at most 3." in text(here.private(here.anna)[-1])
        await here.bert.slash(here.marne, "hand")
        assert text(here.private(here.bert)[-1]) == "For your eyes only\nYou hold nothing in secret."
        await here.carla.slash(here.marne, "hand")
        assert "You hold no seat" in text(here.private(here.carla)[-1])

    async def test_the_hand_button_answers_its_presser(self, here: Harness) -> None:
        await drawn(here)
        public = next(m for m in reversed(here.bert.messages(here.marne)) if "My hand" in labels(m))
        await here.bert.press(public, "My hand")
        assert "You hold nothing in secret." in text(here.private(here.bert)[-1])
        assert here.private(here.bert)[-1] not in here.anna.messages(here.marne)

    async def test_autocompletion_offers_exactly_what_is_legal_for_the_caller(self, here: Harness) -> None:
        await drawn(here)
        campaign = (await here.campaign()).campaign
        for do in ("play", "keep", "return", "remove"):
            asked = await here.anna.autocomplete(here.marne, f"event {do}", focused="marker")
            legal = {offer.subject for offer in campaign.offers(int(here.anna.id)) if offer.command.type == do}
            assert bool(legal) is (do in ("keep", "return"))
            assert {choice["name"] for choice in asked} == legal
            for other in (here.bert, here.carla):
                assert await other.autocomplete(here.marne, f"event {do}", focused="marker") == []
                offered = await other.autocomplete(here.marne, "act", focused="offer")
                assert not any(name in choice["name"] for choice in offered for name in DRAWN)

    async def test_autocompletion_narrows_by_what_is_typed(self, here: Harness) -> None:
        await drawn(here)
        asked = await here.anna.autocomplete(here.marne, "event return", focused="marker", value="dEFENSE")
        assert {choice["name"] for choice in asked} <= {"Heroic Defense"}

    async def test_news_for_a_seat_that_did_not_act_is_kept_for_it(self, here: Harness) -> None:
        """@ markers lapse when the other side ends the turn: the channel points to /hand."""
        for _ in range(12):  # until Cantigny is among what was drawn
            where = here.table.thread(f"try {_}", here.marne)
            await here.found(where)
            ruling = {"ruling": "must_occur", "choice": "when it is played"}
            await here.anna.slash(where, "campaign rulings", ruling)
            await here.anna.slash(where, "dice roll", {"number": _ + 1})
            await here.anna.slash(where, "draw event")
            if "Cantigny" in text(here.private(here.anna, where)[-1]):
                break
        while "Return" in labels(hand := here.private(here.anna, where)[-1]):
            await here.anna.press(hand, "Return")
        await here.bert.slash(where, "turn next")
        told = text(here.newest(here.carla, where))
        assert "Allies: you have a private message. `/hand` shows it." in told
        assert "Cantigny" not in told

    async def test_no_log_record_holds_the_token_or_a_marker(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        async with harness(tmp_path, token="tok-3n-of-the-table") as here:
            await drawn(here)
            await decide_all(here)
        assert caplog.records
        for record in caplog.records:
            said = record.getMessage() + (record.exc_text or "")
            assert "tok-3n" not in said
            assert not any(name in said for name in DRAWN)


class TestButtons:
    async def test_the_buttons_of_the_hand_keep_return_and_choose(self, here: Harness) -> None:
        hand = await drawn(here)
        menu = hand["components"][0]["components"][0]
        assert menu["placeholder"] == "Choose what to act on"
        other = menu["options"][-1]["label"]
        await here.anna.select(hand, "Choose what to act on", [other])
        hand = here.private(here.anna)[-1]
        assert f"The buttons are about {other}." in text(hand)
        assert hand["components"][0]["components"][0]["options"][-1]["default"] is True

    async def test_pressed_twice_it_is_done_once(self, here: Harness) -> None:
        await here.found()
        founding = here.anna.messages(here.marne)[0]
        await asyncio.gather(*(here.anna.press(founding, "Draw 3 events") for _ in range(4)))
        assert (await here.campaign()).campaign.seq == 2
        refusals = [text(m) for m in here.private(here.anna) if not m["embeds"]]
        assert refusals == ["That was already done, or its moment has passed. `/act` lists what you can do now."] * 3

    async def test_a_stale_button_answers_privately(self, here: Harness) -> None:
        await drawn(here)
        founding = here.anna.messages(here.marne)[0]
        before = len(here.carla.messages(here.marne))
        await here.anna.press(founding, "Draw 3 events")
        assert "its moment has passed" in text(here.private(here.anna)[-1])
        assert len(here.carla.messages(here.marne)) == before

    async def test_a_foreign_button_answers_privately_and_changes_nothing(self, here: Harness) -> None:
        await here.found()
        founding = here.anna.messages(here.marne)[0]
        await here.bert.press(founding, "Draw 3 events")
        assert text(here.private(here.bert)[-1]) == "Only another seat can do that."
        await here.carla.press(founding, "Draw 3 events")
        assert "You hold no seat in this campaign" in text(here.private(here.carla)[-1])
        assert (await here.campaign()).campaign.seq == 1

    async def test_a_button_of_another_version_answers_privately(self, here: Harness) -> None:
        await here.found()
        founding = here.anna.messages(here.marne)[0]
        founding["components"][0]["components"][0]["custom_id"] = "old:button"
        await here.anna.press(founding, "Draw 3 events")
        assert "another version of the bot" in text(here.private(here.anna)[-1])

    async def test_a_button_of_a_campaign_that_is_gone_answers_privately(self, here: Harness) -> None:
        await here.found()
        founding = here.anna.messages(here.marne)[0]
        founding["components"][0]["components"][0]["custom_id"] = "adj:do:99:draw:1"
        await here.anna.press(founding, "Draw 3 events")
        assert "not in this bot's database" in text(here.private(here.anna)[-1])

    async def test_buttons_of_an_ended_campaign_say_so(self, here: Harness) -> None:
        await here.found()
        await here.anna.slash(here.marne, "campaign end", {"sure": True})
        await here.anna.press(here.anna.messages(here.marne)[0], "Draw 3 events")
        assert text(here.private(here.anna)[-1]) == "This campaign has ended."

    async def test_a_restart_between_post_and_press(self, here: Harness) -> None:
        await here.found()
        founding = here.anna.messages(here.marne)[0]
        await here.restart()
        await here.anna.press(founding, "Draw 3 events")
        hand = here.private(here.anna)[-1]
        await here.restart()
        await here.anna.press(hand, "Return")
        assert "You return" in text(here.private(here.anna)[-1])
        assert (await here.campaign()).campaign.seq == 3


class TestDelivery:
    async def test_an_interaction_delivered_twice_is_done_once(
        self, here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Discord takes one answer: the second is refused there, nothing is done twice, and it is no bug."""
        await here.found()
        founding = here.anna.messages(here.marne)[0]
        dispatch = here.table.gateway.dispatch

        def twice(event: str, data: dict[str, Any], **how: Any) -> None:
            dispatch(event, data, **how)
            if event == "INTERACTION_CREATE":
                dispatch(event, data, **how)

        monkeypatch.setattr(here.table.gateway, "dispatch", twice)
        seen = len(here.carla.messages(here.marne))
        await here.anna.press(founding, "Draw 3 events")
        await here.anna.press(here.private(here.anna)[-1], "Return")
        await here.anna.slash(here.marne, "dice roll")
        await asyncio.sleep(0.1)
        assert len(here.carla.messages(here.marne)) == seen + 3
        assert (await here.campaign()).campaign.seq == 4
        assert {refusal.code for refusal in here.table.rejected} == {40060}
        assert not any("bug" in record.getMessage() for record in caplog.records)
        here.table.rejected.clear()

    async def test_delivered_again_after_a_restart_it_is_answered_the_same(
        self, here: Harness, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The bot ended between the log and the answer, and Discord gives it the interaction again."""
        await here.found()
        delivered: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        dispatch = here.table.gateway.dispatch

        def kept(event: str, data: dict[str, Any], **how: Any) -> None:
            delivered.append((event, data, how))
            dispatch(event, data, **how)

        async def ends(*_: object, **__: object) -> None:
            raise asyncio.CancelledError

        monkeypatch.setattr(here.table.gateway, "dispatch", kept)
        with monkeypatch.context() as broken:
            broken.setattr(Responder, "_respond", ends)
            asked = asyncio.create_task(here.anna.slash(here.marne, "draw event"))
            while (await here.campaign()).campaign.seq == 1:  # noqa: ASYNC110 (the bot tells nobody)
                await asyncio.sleep(0.01)
        await here.restart()
        dispatch(*delivered[-1][:2], **delivered[-1][2])
        await asked
        assert "The Allies draw 3 markers." in text(here.newest(here.carla))
        assert "You draw" in text(here.private(here.anna)[-1])
        assert (await here.campaign()).campaign.seq == 2

    async def test_two_players_at_once_come_in_one_order(self, here: Harness) -> None:
        await here.found_high_card()
        actions = [person.slash(here.marne, "dice roll", {"number": 2}) for person in (here.anna, here.bert) * 8]
        await asyncio.gather(*actions)
        table = await here.campaign()
        assert table.campaign.seq == 17
        entries = await here.bot.client.service.entries(table)
        firsts = [roll.first for entry in entries for roll in entry.rolls]
        assert firsts == list(range(0, 32, 2))

    async def test_two_who_go_on_at_once_go_on_by_one_phase(self, here: Harness) -> None:
        await drawn(here)
        await decide_all(here)
        await asyncio.gather(*(person.slash(here.marne, "turn phase") for person in (here.anna, here.bert)))
        assert (await here.campaign()).campaign.state.now.phase == "Offensives Declaration"
        refused = [text(m) for person in (here.anna, here.bert) for m in here.private(person) if not m["embeds"]]
        assert refused == ["That was already done, or its moment has passed. `/act` lists what you can do now."]

    async def test_threads_and_channels_have_campaigns_of_their_own(self, here: Harness) -> None:
        thread = here.table.thread("the long thread", here.marne)
        await here.found()
        await here.found(thread)
        await here.anna.slash(thread, "draw event")
        assert (await here.campaign()).campaign.seq == 1
        assert (await here.campaign(thread)).campaign.seq == 2
        await here.restart()
        await here.anna.slash(here.marne, "draw event")
        assert (await here.campaign()).campaign.seq == 2


REFUSALS = [
    ("bert", "draw event", {}, "The Germans have no event markers"),
    ("anna", "turn next", {}, "have not drawn their events for turn 1"),
    ("anna", "event play", {"marker": "Gouraud"}, "You have no “Gouraud” that this applies to."),
    ("carla", "draw event", {}, "You hold no seat"),
    ("carla", "campaign end", {"sure": True}, "Only the referee"),
    ("anna", "campaign end", {"sure": False}, "The campaign has not ended. Choose `sure: True` to end it."),
    ("bert", "campaign join", {"seat": "Referee"}, "has a referee"),
    ("bert", "campaign join", {"seat": "French"}, "There is no such seat. The seats are Allies, Germans, Referee."),
    (
        "anna",
        "campaign leave",
        {"seat": "Germans"},
        "You do not hold that seat. `/campaign status` shows who holds which.",
    ),
    ("anna", "campaign new", {"game": "marne-1918", "seat": "Allies"}, "already has a campaign"),
    ("anna", "campaign undo", {}, "nothing to undo"),
    ("anna", "act", {"offer": "win"}, "You cannot do that now"),
    ("anna", "dice roll", {"dice": "4 3 6"}, "leave `dice` empty"),
    ("anna", "dice roll", {"dice": "four"}, "Enter the faces of the dice"),
    ("bert", "campaign rulings", {"ruling": "draws_a_turn", "choice": "4"}, "Only the referee"),
    ("anna", "campaign rulings", {"ruling": "draws_a_turn", "choice": "9"}, "That is not one of the choices: 3, 4."),
]


@pytest.mark.parametrize(("who", "command", "options", "said"), REFUSALS)
async def test_every_refusal_is_one_private_sentence_and_changes_nothing(
    here: Harness, who: str, command: str, options: dict[str, Any], said: str
) -> None:
    await here.found()
    before = (await here.campaign()).campaign
    seen = {person.name: len(person.messages(here.marne)) for person in (here.anna, here.bert, here.carla)}
    person = here.table.user(who)
    await person.slash(here.marne, command, options)
    refusal = here.newest(person)
    assert said in refusal["content"]
    assert refusal["flags"] & 64
    assert refusal["content"].endswith(".")
    assert "\n" not in refusal["content"]
    assert (await here.campaign()).campaign is before
    for other in {"anna", "bert", "carla"} - {who}:
        assert len(here.table.user(other).messages(here.marne)) == seen[other]


async def test_a_channel_without_a_campaign_says_how_to_begin(here: Harness) -> None:
    for command in ("draw event", "hand", "pool", "campaign status", "campaign log", "dice seal", "dice verify"):
        await here.anna.slash(here.marne, command)
        assert "`/campaign new` starts one" in here.newest(here.anna)["content"]
    assert await here.anna.autocomplete(here.marne, "event play", focused="marker") == []


async def test_a_bug_gets_an_id_and_no_traceback_reaches_the_channel(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await here.found()

    def broken(*_: object) -> tuple[Offer, ...]:
        raise ZeroDivisionError("a secret of the machine")

    table = await here.campaign()
    monkeypatch.setattr(type(table.campaign.game), "decide", broken)
    await here.anna.slash(here.marne, "draw event")
    said = here.newest(here.anna)["content"]
    bug = said.split("(")[1].split(")")[0]
    assert "Sorry, the bot hit an error" in said
    assert "ZeroDivision" not in said
    assert "a secret" not in said
    assert any(bug in record.getMessage() and record.exc_info for record in caplog.records)
    await here.anna.press(here.anna.messages(here.marne)[0], "Draw 3 events")
    assert "Sorry, the bot hit an error" in here.newest(here.anna)["content"]
    assert here.carla.messages(here.marne)[-1] == here.bert.messages(here.marne)[-1]


class TestDiceOnTheTable:
    async def test_missing_dice_are_asked_for_in_a_form(self, here: Harness) -> None:
        await here.found_high_card("physical")
        await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
        assert here.anna.modal is not None
        await here.anna.submit({"dice": "4 3"})
        assert "Your number is 7." in text(here.private(here.anna)[-1])
        table = await here.campaign()
        (roll,) = (await here.bot.client.service.entries(table))[-1].rolls
        assert roll.by_hand

    @pytest.mark.parametrize(
        ("dice", "said"),
        [("4", "you gave 1"), ("4 3 1", "Number of dice entered: 3"), ("4 7", "cannot show 7"), ("x", "faces")],
    )
    async def test_wrong_dice_in_the_form_are_refused(self, here: Harness, dice: str, said: str) -> None:
        await here.found_high_card("physical")
        await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
        await here.anna.submit({"dice": dice})
        assert said in here.newest(here.anna)["content"]
        assert (await here.campaign()).campaign.seq == 1

    async def test_dice_given_with_the_command_need_no_form(self, here: Harness) -> None:
        await here.found_high_card("physical")
        await here.anna.slash(here.marne, "act", {"offer": "Take a number", "dice": "6 6"})
        assert "Your number is 12." in text(here.private(here.anna)[-1])

    async def test_a_form_outlives_a_restart(self, here: Harness) -> None:
        await here.found_high_card("physical")
        await here.anna.press(here.newest(here.anna), "Take a number")
        await here.restart()
        await here.anna.submit({"dice": "1 1"})
        assert "Your number is 2." in text(here.private(here.anna)[-1])

    async def test_a_roll_of_the_table_asks_for_its_dice(self, here: Harness) -> None:
        await here.found_high_card("physical")
        await here.bert.slash(here.marne, "dice roll", {"number": 3})
        await here.bert.submit({"dice": "4 3 6"})
        assert "3d6: 4 + 3 + 6 = 13 (rolled on the table)" in text(here.newest(here.carla))


class TestForms:
    async def test_an_offer_that_asks_is_filled_in_a_form(self, here: Harness) -> None:
        await here.found_high_card()
        await here.anna.press(here.newest(here.anna), "Bid")
        await here.anna.submit({"Points": "7", "blind": "Yes"})
        assert "Red bids 7." in text(here.newest(here.carla))

    @pytest.mark.parametrize(
        ("points", "said"),
        [
            ("10", "`points` is at most 9."),
            ("-1", "`points` is at least 0."),
            ("many", "`points` takes a whole number."),
            ("9" * 200, "`points` is at most 9."),
        ],
    )
    async def test_bad_input_gets_one_sentence(self, here: Harness, points: str, said: str) -> None:
        await here.found_high_card()
        await here.anna.press(here.newest(here.anna), "Bid")
        await here.anna.submit({"points": points, "blind": "No"})
        assert here.newest(here.anna)["content"] == said
        assert (await here.campaign()).campaign.seq == 1


class TestUndo:
    async def test_past_a_draw_the_other_seat_agrees_by_a_button(self, here: Harness) -> None:
        await drawn(here)
        await here.anna.slash(here.marne, "campaign undo")
        asked = here.newest(here.bert)
        assert "Germans or the referee must agree" in text(asked)
        await here.anna.press(asked, "Agree")
        assert "The answer belongs" in text(here.private(here.anna)[-1]) or "another seat" in text(
            here.private(here.anna)[-1]
        )
        await here.bert.press(asked, "Agree")
        assert "is undone" in text(here.newest(here.carla))
        await here.anna.slash(here.marne, "draw event")
        assert (await here.campaign()).campaign.next_die == 6

    async def test_the_log_strikes_out_what_was_taken_back(self, here: Harness) -> None:
        await drawn(here)
        await here.anna.slash(here.marne, "campaign undo")
        await here.bert.press(here.newest(here.bert), "Agree")
        await here.carla.slash(here.marne, "campaign log")
        log = text(here.newest(here.carla))
        assert "~~The Allies draw 3 markers.~~" in log
        assert "Entries in total: 4" in log


class TestQuestions:
    async def test_questions_are_answered_to_the_asker_alone(self, here: Harness) -> None:
        await drawn(here)
        for command, said in {
            "campaign status": "Turn 1",
            "campaign log": "takes the Germans seat",
            "campaign rulings": "`draws_a_turn`: **3**",
            "pool": "Turn 16: Heroic Assault, Surprise Attack, Spies, 2 × Air unit",
            "dice seal": "SHA-256",
            "dice verify": "every die matches the log",
            "help": "`/campaign new`",
        }.items():
            await here.carla.slash(here.marne, command)
            answer = here.newest(here.carla)
            assert said in text(answer)
            assert answer["flags"] & 64

    async def test_a_ruling_is_explained_and_changed(self, here: Harness) -> None:
        await here.found()
        await here.bert.slash(here.marne, "campaign rulings", {"ruling": "draws_a_turn"})
        assert "Choices: One of: 3, 4" in text(here.newest(here.bert))
        choices = await here.anna.autocomplete(
            here.marne, "campaign rulings", focused="choice", options={"ruling": "draws_a_turn"}
        )
        assert [choice["value"] for choice in choices] == ["3", "4"]
        await here.anna.slash(here.marne, "campaign rulings", {"ruling": "draws_a_turn", "choice": "4"})
        await here.anna.slash(here.marne, "draw event")
        assert "The Allies draw 4 markers." in "\n".join(map(text, here.carla.messages(here.marne)))

    async def test_words_for_the_dice_are_public(self, here: Harness) -> None:
        await here.found()
        await here.bert.slash(here.marne, "dice seal", {"words": "wir *kommen*"})
        assert "wir \\*kommen\\*" in text(here.newest(here.carla))
        await here.carla.slash(here.marne, "dice seal")
        assert "wir \\*kommen\\*" in text(here.newest(here.carla))

    async def test_after_the_end_the_seed_and_every_die_are_published(self, here: Harness) -> None:
        await drawn(here)
        await here.bert.slash(here.marne, "dice seal")
        await here.anna.slash(here.marne, "campaign end", {"sure": True})
        await here.bert.slash(here.marne, "dice verify")
        answer = here.newest(here.carla)
        assert bytes(range(32)).hex() in text(answer)
        assert [file["filename"] for file in answer["attachments"]] == ["dice.json"]

    async def test_help_names_every_command_within_the_limits(self, here: Harness) -> None:
        await here.anna.slash(here.marne, "help")
        said = text(here.newest(here.anna))
        for command in here.bot.client.tree.walk_commands():
            if not hasattr(command, "commands"):
                assert f"`/{command.qualified_name}`" in said
        assert "…" not in said


async def test_a_person_cannot_press_what_another_sees(here: Harness) -> None:
    hand = await drawn(here)
    with pytest.raises(InvalidAction):
        await here.bert.press(hand, "Return")
