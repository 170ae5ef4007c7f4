"""Forms: what an offer asks for, and dice from the players' table."""

from datetime import timedelta
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import Field

from bot.engine.request import Caller, TakeOffer
from bot.messages.forms import LONGEST_LINE, FilledForm, dice_form, offer_form, read_form
from bot.messages.interaction import form_id
from localdiscord.state.components import walk
from rules.command import Command, Offer
from rules.errors import DiceWanted, NotNow
from rules.games.marne_1918.hand import Sort
from tests.bot.chat.commands.test_fields_of_despair import physical
from tests.bot.harness import EPHEMERAL, Harness, choose, labels, text


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("10", "“Points” must be at most 9 (you typed “10”)."),
        ("-1", "“Points” must be at least 0 (you typed “-1”)."),
        ("many", "“Points” must be a whole number (you typed “many”)."),
        ("9" * 200, f"“Points” must be at most 9 (you typed “{'9' * 39}…”)."),
    ],
)
async def test_bad_input_gets_one_sentence(here: Harness, points: str, said: str) -> None:
    await here.found_high_card()
    await here.anna.press(here.newest(here.anna), "Bid")
    await here.anna.submit({"points": points, "blind": "No"})
    (embed,) = here.newest(here.anna)["embeds"]
    assert embed["description"] == said.replace("-1”", "\\-1”")
    assert (await here.campaign()).campaign.seq == 1


async def test_a_refused_form_is_opened_again_as_it_was_filled_in(here: Harness) -> None:
    """Also after a restart: the refusal itself holds what was typed."""
    await here.found_high_card()
    await here.anna.press(here.newest(here.anna), "Bid")
    await here.anna.submit({"points": "70", "blind": "Yes"})
    refusal = here.newest(here.anna)
    assert refusal["flags"] & EPHEMERAL
    assert "Points: 70" in text(refusal)
    await here.restart()
    await here.anna.press(refusal, "Fix it")
    form = here.anna.modal
    assert form is not None
    boxes = {label["component"]["custom_id"]: label["component"] for label in form.body["components"]}
    assert boxes["points"]["value"] == "70"
    assert [option["value"] for option in boxes["blind"]["options"] if option.get("default")] == ["true"]
    await here.anna.submit({"points": "7"})
    assert "Red bids 7." in text(here.newest(here.carla))


async def test_a_form_whose_moment_has_passed_is_not_opened_again(here: Harness) -> None:
    await here.found_high_card()
    await here.anna.press(here.newest(here.anna), "Bid")
    await here.anna.submit({"points": "70"})
    refusal = here.newest(here.anna)
    await here.anna.press(refusal, "Fix it")
    await here.bert.slash(here.marne, "act", {"offer": "Take a number"})
    await here.anna.submit({"points": "7"})
    late = here.newest(here.anna)
    assert text(late).startswith("Nothing was done\nThat cannot be done now")
    assert ("Points: 7" in text(late), labels(late)) == (True, [])
    await here.anna.press(refusal, "Fix it")
    assert "cannot be done now" in text(here.newest(here.anna))


async def test_missing_dice_are_asked_for_in_a_form(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    assert here.anna.modal is not None
    await here.anna.submit({"dice": "4 3"})
    assert "Your number is 7." in text(here.private(here.anna)[-1])
    session = await here.campaign()
    (roll,) = (await here.bot.client.service.entries(session))[-1].rolls
    assert roll.by_hand


async def test_a_form_for_the_dice_of_an_offer_remembers_the_hand(here: Harness) -> None:
    await here.found_high_card("physical")
    session, anna = await here.campaign(), int(here.anna.id)
    (offer,) = (offer for offer in session.campaign.offers(anna) if offer.command.type == "take")
    form = dice_form(session.id, session.campaign, anna, TakeOffer(offer.key), DiceWanted(("2d6",), 0), in_hand=True)
    assert form is not None
    assert form.custom_id == f"adj:form:{session.id}:own:{offer.key}"


async def test_an_offers_form_can_ask_for_unexpected_dice(here: Harness) -> None:
    await here.found_high_card("physical")
    session, anna = await here.campaign(), int(here.anna.id)
    (offer,) = (offer for offer in session.campaign.offers(anna) if offer.command.type == "bid")
    assert not offer.dice
    form = dice_form(session.id, session.campaign, anna, TakeOffer(offer.key), DiceWanted(("2d6",), 0))
    assert form is not None
    assert form.to_dict()["components"][-1]["label"] == "Your dice: 2d6"


async def test_an_offer_with_several_rolls_asks_for_all_dice(here: Harness) -> None:
    """And not for the roll alone that was found to be missing."""
    channel = await physical(here)
    session, anna = await here.campaign(channel), int(here.anna.id)
    offer = next(each for each in session.campaign.offers(anna) if each.dice)
    form = dice_form(session.id, session.campaign, anna, TakeOffer(offer.key), DiceWanted(("9d9",), 0))
    assert form is not None
    assert form.to_dict()["components"][-1]["label"] == f"Your dice: {offer.dice}"


async def test_dice_are_asked_for_once_where_the_form_has_room(here: Harness) -> None:
    """A form's id has 100 characters; what does not fit is refused with the number of dice."""
    session = await here.found_high_card("physical")
    play, anna, wanted = session.campaign, int(here.anna.id), DiceWanted(("3d6",), 0)

    def form(reason: str, dice: DiceWanted = wanted) -> dict[str, Any] | None:
        asked = dice_form(7, play, anna, {"type": "roll_dice", "number": 3, "reason": reason}, dice)
        return None if asked is None else asked.to_dict()

    shown = form("")
    assert shown is not None
    assert (shown["title"], form_id(shown["custom_id"])) == (
        "Roll on your table", 'adj:form:7:ask:{"type":"roll_dice","number":3}',
    )  # fmt: skip
    (part,) = shown["components"]
    assert (part["label"], part["component"]["required"]) == ("Your dice: 3d6", True)
    room = 95 - len('adj:form:7:ask:{"type":"roll_dice","number":3,"reason":""}')
    assert form("x" * room) is not None
    assert form("x" * (room + 1)) is None
    assert form("", DiceWanted(("3d6",), 2)) is None, "some were given already"


@pytest.mark.parametrize(
    ("dice", "said"),
    [("4", "you gave 1"), ("4 3 1", "Number of dice entered: 3"), ("4 7", "cannot show 7"), ("x", "faces")],
)
async def test_wrong_dice_in_the_form_are_refused(here: Harness, dice: str, said: str) -> None:
    await here.found_high_card("physical")
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    await here.anna.submit({"dice": dice})
    assert said in text(here.newest(here.anna))
    assert (await here.campaign()).campaign.seq == 1


async def test_a_form_outlives_a_restart(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.anna.press(here.newest(here.anna), "Take a number")
    await here.restart()
    await here.anna.submit({"dice": "1 1"})
    assert "Your number is 2." in text(here.private(here.anna)[-1])


class TestReadingAForm:
    def fields(self, **answers: str) -> dict[str, Any]:
        return {"components": [{"component": {"custom_id": name, "value": text}} for name, text in answers.items()]}

    def test_of_an_offer(self) -> None:
        filled = read_form("adj:form:7:key:bid:False:3", self.fields(points="4"))
        assert filled == FilledForm(7, TakeOffer("bid:False:3", {"points": "4"}), None)

    def test_of_an_offer_in_a_hand_with_dice(self) -> None:
        filled = read_form("adj:form:7:own:take:3", self.fields(dice="4 3"))
        assert filled == FilledForm(7, TakeOffer("take:3", {}), "4 3", in_hand=True)

    def test_of_a_command(self) -> None:
        filled = read_form('adj:form:7:ask:{"type":"roll_dice","number":2}', self.fields(dice="4 3"))
        assert filled == FilledForm(7, {"type": "roll_dice", "number": 2}, "4 3")

    def test_a_choice_is_read_too(self) -> None:
        chosen = {"components": [{"components": [{"custom_id": "side", "values": ["left"]}]}]}
        assert read_form("adj:form:7:key:x", chosen).request == TakeOffer("x", {"side": ("left",)})

    def test_an_emptied_field_is_empty(self) -> None:
        filled = read_form("adj:form:7:key:x", self.fields(reason="", points="4"))
        assert filled.request == TakeOffer("x", {"reason": "", "points": "4"})

    @pytest.mark.parametrize("custom_id", [
        "adj:form:", "adj:form:7", "adj:form:x:key:y", "adj:form:7:ask:{", "adj:form:7:ask:null", "adj:form:7:ask:[1]",
        f"adj:form:{9 * 10**18}:key:y", "adj:form:٣:key:y",
    ])  # fmt: skip
    def test_one_of_another_version_is_refused(self, custom_id: str) -> None:
        with pytest.raises(NotNow, match="This form is from another version"):
            read_form(custom_id, {})


class Order(Command):
    """A command with a field of every kind that a form can ask for."""

    title: ClassVar[str] = "Order " * 20
    hex_name: Annotated[str, Field(max_length=4)]
    reason: str = ""
    blocks: Annotated[int, Field(title="Blocks", description="How many stand there")] = 2
    is_major: bool = True
    side: Literal["left", "right"] = "left"


class Tell(Command):
    """A command with a choice that can be left open, and with a text of many words."""

    title: ClassVar[str] = "Tell"
    is_late: bool | None = None
    story: Annotated[str, Field(max_length=LONGEST_LINE + 1)] = ""
    line: Annotated[str, Field(max_length=LONGEST_LINE)] = ""


class TestTheFormOfAnOffer:
    def parts(self, *, with_dice: bool = False, with_choices: bool = False, **more: Any) -> dict[str, Any]:
        inputs = ("hex_name", "reason", "blocks", *(("is_major", "side") if not with_dice else ()))
        choices = {"reason": ("Rain", "Mud")} if with_choices else {}
        offer = Offer(
            Order(hex_name="A05"), "Order " * 20, version=1, inputs=inputs, choices=choices, dice="3d6", **more
        )
        form = offer_form(7, offer, with_dice=with_dice).to_dict()
        self.title, self.custom_id = form["title"], form_id(form["custom_id"])
        return {part["component"]["custom_id"]: part for part in form["components"]}

    async def test_it_carries_the_campaign_and_the_key(self) -> None:
        self.parts()
        assert self.custom_id == "adj:form:7:key:order:1"
        assert 40 < len(self.title) <= 45

    async def test_a_text_field_has_its_proposal_and_limit(self) -> None:
        parts = self.parts()
        assert parts["hex_name"]["label"] == "Hex name"
        box = parts["hex_name"]["component"]
        assert (box["value"], box["max_length"], box["required"]) == ("A05", 4, True)
        assert parts["reason"]["component"]["required"] is False
        assert "value" not in parts["reason"]["component"]
        assert (parts["blocks"]["label"], parts["blocks"]["description"]) == ("Blocks", "How many stand there")

    async def test_a_choice_shows_its_proposal(self) -> None:
        parts = self.parts(with_choices=True)

        def chosen(name: str) -> list[tuple[str, bool]]:
            return [(option["label"], option["default"]) for option in parts[name]["component"]["options"]]

        assert chosen("is_major") == [("Yes", True), ("No", False)]
        assert chosen("side") == [("left", True), ("right", False)]
        assert chosen("reason") == [("Rain", False), ("Mud", False)]

    async def test_a_number_of_nought_is_proposed_like_any_other(self) -> None:
        offer = Offer(Order(hex_name="A05", blocks=0, is_major=False), "Order", inputs=("blocks", "is_major"))
        blocks, is_major = (part["component"] for part in offer_form(7, offer, with_dice=False).to_dict()["components"])
        assert (blocks["value"], blocks["max_length"]) == ("0", 200)
        assert [option["default"] for option in is_major["options"]] == [False, True]

    async def test_typed_values_replace_proposals(self) -> None:
        offer = Offer(Order(hex_name="A05"), "Order", inputs=("hex_name", "side"), dice="3d6")
        typed = {"hex_name": "Z99", "side": "right", "dice": "1 2 3"}
        form = offer_form(7, offer, with_dice=True, in_hand=True, typed=typed).to_dict()
        assert form["custom_id"].startswith("adj:form:7:own:order:")
        hex_name, side, dice = (part["component"] for part in form["components"])
        assert (hex_name["value"], dice["value"], dice["required"]) == ("Z99", "1 2 3", False)
        assert [option["default"] for option in side["options"]] == [False, True]
        emptied = offer_form(7, offer, with_dice=True, typed={"hex_name": "", "dice": ""}).to_dict()
        assert ["value" in part["component"] for part in emptied["components"][::2]] == [False, False]

    async def test_several_choices_are_limited_and_proposed(self) -> None:
        """Up to ten are boxes to tick, up to two dozen a menu, and more are written."""
        for count, most, kind, chosen in ((10, 0, 22, 10), (11, 3, 3, 3), (25, 0, 3, 25), (26, 0, 4, None)):
            choices = {"keep": tuple(map(str, range(count)))}
            offer = Offer(Sort(keep=("1", "2")), "Keep these", inputs=("keep",), choices=choices, most=most)
            (part,) = offer_form(7, offer, with_dice=False).to_dict()["components"]
            box = part["component"]
            assert (box["type"], box.get("max_values")) == (kind, chosen)
            if chosen is not None:
                assert [each["value"] for each in box["options"] if each["default"]] == ["1", "2"]
            else:
                assert box["value"] == "1 2"

    async def test_the_title_names_the_subject_its_button_omits(self) -> None:
        for label, title in (("Order", "Order hill 5"), ("Order more…", "Order more")):
            offer = Offer(Order(hex_name="A05"), label, inputs=("reason",), subject="hill 5")
            assert offer_form(7, offer, with_dice=False).title == title

    async def test_a_question_stands_below_its_field(self) -> None:
        asked = {"reason": "Why?", "blocks": "How many are left?"}
        assert {name: self.parts(questions=asked)[name]["description"] for name in asked} == asked

    async def test_dice_beside_other_fields_can_be_left_out(self) -> None:
        dice = self.parts(with_dice=True)["dice"]
        assert (dice["label"], dice["component"]["required"]) == ("Your dice: 3d6", False)
        assert "dice" not in self.parts()
        alone = offer_form(7, Offer(Order(hex_name="A05"), "Order", dice="3d6"), with_dice=True).to_dict()
        assert [part["component"]["required"] for part in alone["components"]] == [True]

    async def test_a_field_is_of_the_kind_of_its_value(self) -> None:
        """A choice also where it can be left open; a text that can be long has room for lines."""
        offer = Offer(Tell(), "Tell", inputs=("is_late", "story", "line"))
        form = offer_form(7, offer, with_dice=False).to_dict()
        late, story, line = (part["component"] for part in form["components"])
        assert [each["label"] for each in late["options"]] == ["Yes", "No"]
        assert (story["style"], line["style"]) == (2, 1)


async def test_going_on_without_an_answer_can_ask_for_dice(here: Harness) -> None:
    """The form is opened at a time when the deadline has passed."""
    await here.found_small("night-watch", "North", "South", "physical")
    await here.bert.slash(here.marne, "act", {"offer": "Draw a token", "dice": "4"})
    await choose(here.bert, here.marne, "campaign manage hand-over", {"seat": "South", "to": here.carla.id})
    service, session = here.bot.client.service, await here.campaign()
    call = Caller(7, here.server.clock.now(), session.guild, session.channel, int(here.carla.id))
    await service.execute(call, session, {"type": "swap"})
    here.server.clock.advance(timedelta(days=20))
    await here.carla.slash(here.marne, "act", {"offer": "Go on without North"})
    assert here.carla.modal is not None
    await here.carla.submit({"dice": "9"})
    await here.carla.press(here.newest(here.carla), "Fix it")
    form: Any = here.carla.modal
    assert [(each["label"], each["component"]["value"]) for each in form.body["components"]] == [("Your dice", "9")]
    here.carla.speak("fr")  # the dice are kept in the question, in whatever language it is
    await here.carla.submit({"dice": "6"})
    await here.carla.press(question := here.newest(here.carla), labels(question)[0])
    assert 6 in (await here.campaign()).campaign.state.tokens.values()


async def test_needed_dice_reopen_the_form(here: Harness) -> None:
    """A form cannot open another one: the refusal names the dice, and the form opens again with a field for them."""
    table = await physical(here)
    await here.anna.press(here.newest(here.carla, table), "Begin with other hexes…")
    await here.anna.submit({"in_france": "Yes"})
    refusal = here.newest(here.anna, table)
    assert "This needs 3d6 rolled on your table" in text(refusal)
    await here.anna.press(refusal, "Fix it")
    await here.anna.submit({"dice": "1 1 1"})
    assert "Offensives: **1 Major, 0 Minor**." in text(here.newest(here.carla, table))


async def test_a_form_from_the_hand_is_reopened_in_the_hand(here: Harness) -> None:
    """The button below the refusal leads to the form of the hand, and its result is a private message."""
    await here.found_high_card("physical")
    await here.anna.slash(here.marne, "act", {"offer": "Take a number", "dice": "4 3"})
    await here.anna.slash(here.marne, "hand")
    (session, anna) = await here.campaign(), int(here.anna.id)
    (bid,) = (offer for offer in session.campaign.offers(anna) if offer.command.type == "bid")
    hand = here.newest(here.anna)
    show = next(each for each in walk(hand["components"]) if each.get("label") == "Show")
    show["custom_id"] = f"adj:own:{session.id}:{bid.key}"
    await here.anna.press(hand, "Show")
    await here.anna.submit({"points": "70"})
    refusal = here.newest(here.anna)
    assert refusal["components"][0]["components"][0]["custom_id"] == f"adj:fix:own:{session.id}:{bid.key}"
    await here.anna.press(refusal, "Fix it")
    form = here.anna.modal
    assert form is not None
    assert form_id(form.body["custom_id"]) == f"adj:form:{session.id}:own:{bid.key}"
    await here.anna.submit({"points": "7"})
    assert "Red bids 7." in text(here.newest(here.carla))
    assert text(here.private(here.anna)[-1]).startswith("### For your eyes only"), "the refusal became the hand"


async def test_an_unknown_number_is_an_empty_field(here: Harness) -> None:
    """Nobody has to delete a 0 before the total of the Central Powers is typed."""
    await here.found_small("fields-of-despair", "Allies", "Referee")
    (offer,) = (
        each for each in (await here.campaign()).campaign.offers(int(here.anna.id)) if each.command.type == "set_up"
    )
    fields = {
        part["component"]["custom_id"]: part["component"]
        for part in offer_form(1, offer, with_dice=False).to_dict()["components"]
    }
    assert "value" not in fields["total"]
    assert fields["eps"]["value"] == "0"
    again = offer_form(1, offer, with_dice=False, typed={"total": "0"}).to_dict()["components"]
    assert again[0]["component"]["value"] == "0", "what was typed stays"
