"""Fields of Despair through the real discord.py: the phase's questions, Why?, data, odds, two players at once."""

import re
from typing import Any

import pytest

from bot.messages.forms import offer_form
from localdiscord import Permission, User
from localdiscord.state.components import walk
from localdiscord.users.labels import labelled_fields
from tests.bot.chat.answering.test_menus import there
from tests.bot.chat.commands.conftest import HEXES, go_on
from tests.bot.harness import EPHEMERAL, Harness, Message, as_it_stands, choose, labels, offered, text

BOARD = {"total": 96, "hexes": HEXES, "air": "4 3", "artillery": "5 4"}

BEGIN = "CP phase: 7 hexes, CP hex in France"


async def begin(here: Harness, verdun: Message) -> Message:
    """The offensives were counted; the first waits for its target."""
    await here.anna.press(here.newest(here.carla, verdun), BEGIN)
    return here.newest(here.carla, verdun)


def menu(message: Message) -> str:
    return next(label for label in labels(message) if "which hex?" in label)


async def test_why_has_room_for_the_largest_tables(here: Harness) -> None:
    """Artillery and the SPs in the hex in one answer; nothing is cut off."""
    verdun = here.server.channel("somme")
    await here.anna.slash(verdun, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await as_it_stands(here.anna, verdun, "9", BOARD)
    await go_on(here, verdun, 2)
    await choose(here.anna, verdun, "enter combat", {"attacks": "A05 12+80"})
    await here.carla.press(here.newest(here.carla, verdun), "Why?")
    why = text(here.newest(here.carla, verdun))
    assert why.count("```") == 8
    assert len([line for line in why.splitlines() if "[" in line]) == 4
    assert "…" not in why


async def test_a_form_that_was_overtaken_is_refused(here: Harness, verdun: Message) -> None:
    result = await begin(here, verdun)
    await here.anna.press(result, "With Allied reserves…")
    await here.bert.select(result, menu(result), ["C06"])
    before = (await here.campaign(verdun)).campaign
    await here.anna.submit({"hex": "C06", "sps": "3"})
    assert "cannot be done now" in text(here.newest(here.anna, verdun))
    assert (await here.campaign(verdun)).campaign == before


@pytest.mark.parametrize("answer", ["six", "-1", "6", "401"])
async def test_a_wrong_answer_is_one_sentence(here: Harness, verdun: Message, answer: str) -> None:
    result = await begin(here, verdun)
    before = (await here.campaign(verdun)).campaign
    await here.anna.press(result, "With Allied reserves…")
    await here.anna.submit({"hex": "C06", "sps": answer})
    said = here.newest(here.anna, verdun)
    assert said["flags"] & EPHEMERAL
    assert said["embeds"][0]["description"].endswith((".", ")."))
    assert (await here.campaign(verdun)).campaign == before


async def test_odds_are_for_the_asker_and_leave_no_trace(here: Harness, verdun: Message) -> None:
    before = await here.campaign(verdun)
    state, seq = before.campaign.state, before.campaign.seq
    await here.carla.slash(verdun, "odds")
    answer = here.newest(here.carla, verdun)
    assert answer["flags"] & EPHEMERAL
    assert "One Major Offensive" in str(answer["embeds"])
    after = (await here.campaign(verdun)).campaign
    assert (after.state, after.seq) == (state, seq)


async def test_odds_of_an_attack_without_blocks_are_refused(here: Harness, verdun: Message) -> None:
    await here.carla.slash(verdun, "odds", {"attack": "M12 4+18"})
    answer = here.newest(here.carla, verdun)
    assert answer["flags"] & EPHEMERAL
    assert "There is no CP block in M12." in text(answer)


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("cp-offensive", {}, "for Fields of Despair"),
        ("enter front", {}, "does not use this command"),
        ("enter reset", {}, "does not use this command"),
        ("enter recon", {"hex": "A05", "air": 2}, "does not use this command"),
        ("table", {"title": "x"}, "does not use this command"),
        ("table", {"title": "Major Offensive SPs"}, "does not use this command"),
        ("odds", {}, "for Fields of Despair"),
    ],
)
async def test_in_a_campaign_of_another_game(here: Harness, command: str, options: dict[str, Any], said: str) -> None:
    await here.found()
    await choose(here.anna, here.marne, command, options)
    assert said in text(here.newest(here.anna))


async def test_before_the_board_is_told(here: Harness) -> None:
    channel = here.server.channel("somme")
    await here.anna.slash(channel, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    for command in ("cp-offensive", "odds", "turn next"):
        await choose(here.anna, channel, command)
        assert "/enter what:setup" in text(here.newest(here.anna, channel))


async def test_out_of_step(here: Harness, verdun: Message) -> None:
    for command, options in (
        ("enter recon", {"hex": "A05", "air": 2}),
        ("enter dogfight", {"hexes": "A05 2"}),
        ("enter combat", {"attacks": "A05 0+2"}),
        ("enter combat", {}),
    ):
        await choose(here.anna, verdun, command, options)
        assert "Not now: you are at “Central Powers action phase”" in text(here.newest(here.anna, verdun))
    for person, said in ((here.anna, "You cannot do that yet"), (here.carla, "You hold no seat")):
        await choose(person, verdun, "enter reset")
        assert said in text(here.newest(person, verdun))


async def test_every_offer_with_a_question_has_room_for_its_form(here: Harness, verdun: Message) -> None:
    people: tuple[User, ...] = (here.anna, here.bert)
    await begin(here, verdun)
    for person in people:
        for offer in (await here.campaign(verdun)).campaign.offers(int(person.id)):
            assert len(offer_form(10**9, offer, with_dice=True).to_dict()["custom_id"]) <= 100


async def physical(here: Harness) -> Message:
    """A campaign of turn 8 with dice rolled on the table, at the Central Powers' action phase."""
    channel = here.server.channel("table")
    await here.anna.slash(channel, "campaign new", {"game": "fields-of-despair", "seat": "Allies", "dice": "physical"})
    await as_it_stands(here.anna, channel, "8", BOARD)
    await go_on(here, channel, 1)
    return channel


async def test_given_dice_fill_the_form(here: Harness) -> None:
    channel = await physical(here)
    await here.anna.press(here.newest(here.carla, channel), BEGIN)
    await here.anna.submit({"dice": "1 1 1"})
    assert "Offensives: **1 Major, 0 Minor**." in text(here.newest(here.carla, channel))
    await here.anna.slash(channel, "act", {"offer": "Major 1 of 1: which hex?"})
    await here.anna.submit({"hex": "C06", "dice": "1 1 1"})
    for options, dice in (({}, None), ({"dice": "4"}, "4")):
        await here.anna.slash(channel, "cp-offensive", options)
        assert here.anna.modal is not None
        fields = {each["custom_id"]: each for _, each in labelled_fields(here.anna.modal.body["components"])}
        assert {*fields} == {"band", "dice"}
        assert fields["dice"].get("value") == dice
        if dice is None:
            here.anna.cancel_modal()
    await here.anna.submit({"band": fields["band"]["options"][0]["label"]})
    assert "C06: **no** CP artillery." in text(here.newest(here.carla, channel))
    await here.anna.slash(channel, "cp-offensive", {"dice": "4"})
    assert "These dice do not match any one step." in text(here.newest(here.anna, channel))


async def test_sealed_dice_take_no_faces(here: Harness, verdun: Message) -> None:
    await here.anna.slash(verdun, "cp-offensive", {"dice": "1 1 1"})
    assert "This campaign rolls sealed dice" in text(here.newest(here.anna, verdun))


async def test_a_target_must_be_chosen(here: Harness, verdun: Message) -> None:
    """The menu has no default, so a hasty player attacks nothing."""
    await begin(here, verdun)
    offer = (await here.campaign(verdun)).campaign.offers(int(here.anna.id))[0]
    form = offer_form(1, offer, with_dice=False).to_dict()
    (menu,) = (label["component"] for label in form["components"])
    assert menu["required"]
    assert not any(option.get("default") for option in menu["options"])


async def test_the_front_is_private_and_corrected_in_the_open(here: Harness, verdun: Message) -> None:
    await choose(here.anna, verdun, "enter hex", {"hex": "f 7", "owner": "Central Powers", "sps": "4+18"})
    assert "**Central Powers**" in text(here.newest(here.carla, verdun))
    await choose(here.bert, verdun, "enter front")
    answer = here.newest(here.bert, verdun)
    assert answer["flags"] & EPHEMERAL
    assert "SPs in F07: artillery 4, blocks 18" in text(answer)
    await choose(here.bert, verdun, "enter hex", {"hex": "F07", "owner": "Allies"})
    assert "Give a reason" in text(here.newest(here.bert, verdun))


async def test_a_correction_can_leave_the_value_empty(here: Harness, verdun: Message) -> None:
    await choose(here.anna, verdun, "enter adjust", {"what": "air", "reason": "shot down"})
    assert "air counters: 4, 3 → **–**" in text(here.newest(here.carla, verdun))
    await choose(here.anna, verdun, "enter adjust", {"what": "add hex", "value": "h-8"})
    assert "One new CP block face down in: H08." in text(here.newest(here.carla, verdun))


async def test_the_odds_come_with_a_chart_that_says_the_same(here: Harness, verdun: Message) -> None:
    await here.carla.slash(verdun, "odds")
    answer = here.newest(here.carla, verdun)
    (chart,) = answer["attachments"]
    first = re.search(r"All offensives of the phase[\s\S]*?(\d+ or more): ([\d.]+%)", text(answer))
    assert first is not None
    assert f"{first[1]} {first[2]}" in chart["description"]


async def test_without_the_right_to_attach_the_odds_are_told_in_words(here: Harness, verdun: Message) -> None:
    here.server.deny(verdun, Permission.ATTACH_FILES)
    await here.carla.slash(verdun, "odds")
    answer = here.newest(here.carla, verdun)
    assert "All offensives of the phase" in text(answer)
    assert answer["attachments"] == []


async def test_entries_complete_as_listed(here: Harness, verdun: Message) -> None:
    listed = await there(here.anna, verdun, "enter")
    completed = await here.anna.autocomplete(verdun, "enter", focused="what")
    assert {each["value"] for each in completed} <= {*listed}
    assert completed


async def test_a_difficulty_is_chosen_as_a_campaign_starts_or_later(here: Harness) -> None:
    arras = here.server.channel("arras")
    await here.anna.slash(arras, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    started = here.newest(here.anna, arras)
    assert "Difficulty: **as printed**. Others: kind, hard." in text(started)
    await here.anna.select(started, "Choose the difficulty", ["hard"])
    assert "chooses the difficulty: **hard**" in text(here.newest(here.anna, arras))
    await as_it_stands(here.anna, arras, "9", BOARD)
    await choose(here.anna, arras, "campaign manage rulings", {})
    rulings = here.newest(here.anna, arras)
    assert rulings["flags"] & EPHEMERAL
    assert "Difficulty: **hard**. Others: as printed, kind." in text(rulings)
    (options,) = (each["options"] for each in walk(rulings["components"]) if "options" in each)
    assert {each["value"]: each["label"] for each in options} == {
        "as_printed": "as printed", "kind": "kind", "hard": "hard"
    }  # fmt: skip
    ruling = next(iter((await here.campaign(arras)).campaign.game.data.rulings.by_name))
    await choose(here.anna, arras, "campaign manage rulings", {"ruling": ruling})
    assert "Choose the difficulty" not in labels(here.newest(here.anna, arras)), "it is one question's answers"
    await here.anna.select(rulings, "Choose the difficulty", ["kind"])
    assert (await here.campaign(arras)).campaign.game.data.difficulty == "kind"


async def test_named_hexes_are_chosen_and_numbers_typed(here: Harness, verdun: Message) -> None:
    """No map is traced: what was named in the campaign is all that the bot can know."""
    assert (await here.campaign(verdun)).campaign.game.data.map is None
    await choose(here.anna, verdun, "enter adjust", {"what": "add hex", "value": "A07"})
    with_blocks = sorted((await here.campaign(verdun)).campaign.state.hexes)
    assert with_blocks.index("A07") == 1
    assert await offered(here.anna, verdun, "enter recon", "hex") == with_blocks


async def test_without_a_move_dice_are_refused(here: Harness, verdun: Message) -> None:
    asked = list[str]()
    for options in ({}, {"dice": "1 1 1"}):
        await here.carla.slash(verdun, "cp-offensive", options)
        asked.append(text(here.newest(here.carla, verdun)))
        assert labels(here.newest(here.carla, verdun)) == []
    assert asked[0] == asked[1]
    assert asked[0].startswith("The Central Powers' action phase\n")
