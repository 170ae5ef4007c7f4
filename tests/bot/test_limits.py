"""Discord's limits, each at its edge and one past it: what the bot makes is sent to a Discord that refuses too much.

At the edge all of it must arrive; one past it the rest is cut, and the message arrives all the same. A message that is
refused would leave a player without an answer, and a table without its result.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.chat.answering.responder import refuse
from bot.messages.autocomplete import choices
from bot.messages.buttons import OfferButton, public_view
from bot.messages.embeds import Colour, compose
from bot.messages.forms import dice_form, offer_form
from bot.messages.hand_message import Shelf, hand_layout
from bot.messages.interaction import Buttons
from localdiscord import InvalidAction, LocalDiscord, User, run_client
from localdiscord.state.components import walk
from rules.campaign import Campaign
from rules.command import Offer
from rules.errors import DiceWanted
from rules.line import Line
from rules.notice import Kind, Public
from tests.bot.harness import Harness, choose, text
from tests.bot.messages.test_forms import Order
from tests.games import all_games, founded
from tests.high_card import Bid
from tests.localdiscord.little_bot import LittleBot, Received

Message = dict[str, Any]
Handler = Callable[[Received], Awaitable[Any]]


class Road:
    """From discord.py to a Discord that refuses what is too much, and to the one who reads it."""

    def __init__(self, server: LocalDiscord, bot: LittleBot) -> None:
        self.server = server
        self.bot = bot
        self.anna: User = server.user("anna")
        self.place = server.channel("general")

    async def answer(self, handler: Handler) -> None:
        """What a handler answers to a command; nothing of it may be refused."""
        self.bot.handler = handler
        await self.anna.slash(self.place, "do")
        assert self.server.rejected == []

    async def send(self, **message: Any) -> Message:
        """A message as it arrives."""

        async def handler(interaction: Received) -> None:
            await interaction.response.send_message(**message)

        await self.answer(handler)
        return self.anna.messages(self.place)[-1]

    async def embed(self, title: str, *notices: Public, footer: str = "") -> Message:
        """The embed of some notices as it arrives."""
        message = await self.send(embed=compose(title, notices, Colour.ACTION, footer))
        embed: Message = message["embeds"][0]
        return embed

    async def form(self, modal: discord.ui.Modal) -> Message:
        """A form as it opens."""
        await self.answer(lambda interaction: interaction.response.send_modal(modal))
        assert self.anna.modal is not None
        return self.anna.modal.body


@pytest.fixture
async def road() -> AsyncIterator[Road]:
    async with LocalDiscord() as server, run_client(server, bot := LittleBot()):
        yield Road(server, bot)


def said(number: int, section: str | None = None) -> Public:
    """A notice of so many characters."""
    return Public(Line("x" * number, {}), Kind.SECTION if section else Kind.RESULT, section)


def size(embed: Message) -> int:
    """The characters that Discord counts together."""
    fields = sum(len(field["name"]) + len(field["value"]) for field in embed.get("fields", ()))
    footer = embed.get("footer", {}).get("text", "")
    return len(embed.get("title", "")) + len(embed.get("description", "")) + len(footer) + fields


EDGES: list[tuple[str, int, Callable[[int], tuple[str, list[Public], str]], Callable[[Message], str]]] = [
    ("title", 256, lambda n: ("x" * n, [said(1)], ""), lambda e: str(e["title"])),
    ("description", 4096, lambda n: ("t", [said(n)], ""), lambda e: str(e["description"])),
    ("footer", 2048, lambda n: ("t", [said(1)], "x" * n), lambda e: str(e["footer"]["text"])),
    ("field", 1024, lambda n: ("t", [said(n, "s")], ""), lambda e: str(e["fields"][0]["value"])),
]


@pytest.mark.parametrize(("most", "made", "read"), [edge[1:] for edge in EDGES], ids=[edge[0] for edge in EDGES])
async def test_an_embeds_parts_are_cut_past_their_limits(
    road: Road, most: int, made: Callable[[int], tuple[str, list[Public], str]], read: Callable[[Message], str]
) -> None:
    for number, end in ((most, "x"), (most + 1, "…")):
        title, notices, footer = made(number)
        arrived = read(await road.embed(title, *notices, footer=footer))
        assert (len(arrived), arrived[-1]) == (most, end)


async def test_an_embed_has_25_fields_and_never_26(road: Road) -> None:
    for number in (25, 26):
        embed = await road.embed("t", *(said(1, f"section {each}") for each in range(number)))
        assert len(embed["fields"]) == 25


@pytest.mark.parametrize("footer", [0, 2048])
@pytest.mark.parametrize("description", [0, 4096])
@pytest.mark.parametrize("title", [1, 256])
async def test_an_embed_has_6000_characters(road: Road, title: int, description: int, footer: int) -> None:
    """Whatever takes the room: names and values of fields are counted with the rest."""
    fields = [said(1000, f"section {number}") for number in range(9)]
    text = [said(description)] if description else []
    embed = await road.embed("t" * title, *text, *fields, footer="f" * footer)
    assert 5990 <= size(embed) <= 6000


async def test_6000_characters_fit_to_the_last(road: Road) -> None:
    """One past it the last section is cut, and says so."""
    whole = [said(995, f"s{number:04}") for number in range(5)]
    for more, end in ((0, "x"), (1, "…")):
        rest = 6000 - 5 * 1000 - len("t") - len("last")
        embed = await road.embed("t", *whole, said(rest + more, "last"))
        assert (size(embed), embed["fields"][-1]["value"][-1]) == (6000, end)


async def test_a_refusal_has_2000_characters_and_never_2001(road: Road) -> None:
    for number, end in ((2000, "x"), (2001, "…")):

        async def handler(interaction: Received, number: int = number) -> None:
            await refuse(interaction, "x" * number)

        await road.answer(handler)
        content = road.anna.messages(road.place)[-1]["content"]
        assert (len(content), content[-1]) == (2000, end)


# ---- buttons and menus ----


def offers(number: int, label: str = "Do", **more: Any) -> list[Offer]:
    """Different offers."""
    return [Offer(Bid(points=each % 10), f"{label} {each}", version=each, **more) for each in range(number)]


def parts(message: Message) -> list[Message]:
    return [part for row in message["components"] for part in row["components"]]


@pytest.mark.parametrize("number", [3, 4, 5, 30])
async def test_a_result_has_its_buttons_the_hand_and_the_reasons(road: Road, number: int) -> None:
    """Three offers are enough for any reader; beside them the hand gives way, and the reasons do not."""
    every = offers(number)
    view = public_view(1, every, main=every[0].key, with_hand=True, why=4)
    labels = [part["label"] for part in parts(await road.send(content="x", view=view))]
    assert labels == [*(f"Do {each}" for each in range(3)), "Why?"]


@pytest.mark.parametrize("number", [25, 26])
async def test_a_hand_has_menus_of_25_things(road: Road, number: int) -> None:
    about = [Offer(Bid(), "Keep", version=each, subject=f"Marker {each}", secret=True) for each in range(30)]
    shelf = Shelf([*about, *offers(number)], None, 0, tells_more=False, has_orders=True)
    shown = [*walk((await road.send(view=hand_layout(1, ["Yours"], [], [], shelf)))["components"])]
    menus = [len(each["options"]) for each in shown if "options" in each]
    assert menus == [25, *([number - 25] if number > 25 else []), 25]
    assert shown[-1]["label"] == "My orders…"


@pytest.mark.parametrize("number", [80, 81])
async def test_a_button_has_80_characters(road: Road, number: int) -> None:
    (part,) = parts(await road.send(content="x", view=Buttons(OfferButton(1, "key", "x" * number))))
    assert part["label"] == "x" * 80


# ---- forms ----


def order(label: str = "Give the order", **more: Any) -> Offer:
    """An offer that asks for something."""
    return Offer(Order(hex_name="A05"), label, version=1, inputs=("reason",), **more)


@pytest.mark.parametrize("number", [45, 46])
async def test_a_form_has_a_title_of_45_characters(road: Road, number: int) -> None:
    form = await road.form(offer_form(1, order("Give " + "x" * (number - 5)), with_dice=False))
    assert form["title"] == "Give " + "x" * 40


@pytest.mark.parametrize("number", [45, 46])
async def test_a_field_has_a_label_of_45_characters(road: Road, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language that needs more words than English."""
    monkeypatch.setattr("bot.messages.forms.say_plain", lambda _: "x" * number)
    form = await road.form(offer_form(1, order(), with_dice=False))
    assert form["components"][0]["label"] == "x" * 45


@pytest.mark.parametrize("number", [100, 101])
async def test_a_question_below_a_field_has_100_characters(road: Road, number: int) -> None:
    form = await road.form(offer_form(1, order(questions={"reason": "x" * number}), with_dice=False))
    assert form["components"][0]["description"] == ("x" * 100 if number == 100 else "x" * 99 + "…")


@pytest.mark.parametrize("number", [24, 25, 26])
async def test_more_than_25_choices_are_typed(road: Road, number: int) -> None:
    names = tuple(f"{each:02} {'x' * 97}" for each in range(number))
    form = await road.form(offer_form(1, order(choices={"reason": names}), with_dice=False))
    box = form["components"][0]["component"]
    assert len(box.get("options", ())) == (number if number <= 25 else 0)
    assert ("options" in box) is (number <= 25)


async def test_the_dice_of_a_field_have_room_in_its_label(road: Road) -> None:
    """An action that wants many throws: the label is cut, the form opens."""
    form = await road.form(offer_form(1, order(dice=", ".join(["3d6"] * 12)), with_dice=True))
    assert len(form["components"][1]["label"]) == 45


def rolled(campaign: Campaign, more: int) -> discord.ui.Modal | None:
    """The form for the dice of a command, whose id is so long."""
    shortest = len('adj:form:1:ask:{"type":"roll_dice","reason":""}')
    request = {"type": "roll_dice", "reason": "x" * (95 - shortest + more)}
    return dice_form(1, campaign, 1, request, DiceWanted(("1d6",), 0))


async def test_a_form_carries_a_command_of_100_characters(road: Road) -> None:
    """Without the form the player is asked to add the dice to the command; with a longer id nothing would open."""
    game = all_games()["high-card"]
    campaign = founded(game, dice="physical")
    at_the_edge = rolled(campaign, 0)
    assert at_the_edge is not None
    form = await road.form(at_the_edge)
    assert len(form["custom_id"]) == 100
    assert rolled(campaign, 1) is None


async def test_dice_for_a_long_command_are_asked_for_in_a_sentence(here: Harness) -> None:
    await here.found_high_card("physical")
    reason = "x" * 100
    await here.bert.slash(here.marne, "dice roll", {"number": 1, "reason": reason})
    assert here.bert.modal is None
    assert "dice" in text(here.private(here.bert)[-1])
    await here.bert.slash(here.marne, "dice roll", {"number": 1, "reason": reason, "dice": "4"})
    assert "**4** (rolled on the table)" in text(here.newest(here.carla))


# ---- autocompletion ----


def test_25_things_are_offered_and_never_26() -> None:
    for number in (24, 25, 26):
        assert len(choices(map(str, range(number)), "")) == min(number, 25)
    for number in (100, 101):
        (choice,) = choices(["x" * number], "")
        assert (choice.name, choice.value) == ("x" * 100, "x" * 100)


async def test_of_a_long_log_25_entries_are_offered_to_go_back_to(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    for _ in range(27):
        await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    offered = await here.bert.autocomplete(here.marne, "record rewind", focused="to", value="")
    assert len(offered) == 25


# ---- names ----


async def test_the_longest_name_of_a_campaign_goes_everywhere(here: Harness) -> None:
    """Into the panel, the status, a file and lists; Discord lets nobody type one more."""
    with pytest.raises(InvalidAction):
        await here.found(name="Ⅷ" * 81)
    await here.found(name="Ⅷ" * 80)
    await here.anna.slash(here.marne, "campaign status")
    await choose(here.anna, here.marne, "campaign manage list")
    await choose(here.anna, here.marne, "me more campaigns")
    await here.anna.slash(here.marne, "record journal")
    (file,) = here.newest(here.anna)["attachments"]
    assert file["filename"] == "Ⅷ" * 60 + ".html"
    await here.anna.slash(here.marne, "draw event")
