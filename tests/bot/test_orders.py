"""Sealed orders for combats through Discord: nobody else can tell them from none, and nothing that happens to a
campaign loses one.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from localdiscord import RequestRecord, User
from rules.campaign.questions.orders import Orders
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.kit.orders import Order
from tests.bot.harness import EPHEMERAL, Harness, harness, labels, text
from tests.bot.pairs import Looks, nameless, near
from tests.bot.test_canaries import Found

DEFEND = ("They attack", "Heroic Defense: +2 for you")
BY_HAND = ("They attack", "ask me: I decide by hand")
NOTHING = ("In any combat", "play nothing")
Given = tuple[tuple[tuple[str, str], str], ...]
"""When and do of each order, and its hex."""


async def give(here: Harness, order: tuple[str, str], hex_: str = "", *, lasts: bool = False) -> None:
    """Anna gives an order."""
    await here.anna.slash(here.marne, "act", {"offer": order[0]})
    filled = {"What do I do?": order[1], "In which hex?": hex_, "In every turn?": ["true"] * lasts}
    await here.anna.submit(filled)


async def to_the_german_combat(here: Harness) -> None:
    """Anna holds a Heroic Defense and a Heroic Assault as the Germans come to their combat."""
    await here.found()
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    await here.anna.slash(here.marne, "draw event")
    await here.anna.select(here.private(here.anna)[-1], "These stay (up to 3)", ["Heroic Assault", "Heroic Defense"])
    await here.anna.slash(here.marne, "turn phase", {"to": "German combat, operational sequence 1"})
    if "Go on" in labels(here.newest(here.anna)):
        await here.anna.press(here.newest(here.anna), "Go on")
    await here.bert.press(here.newest(here.bert), "Germans: Done, no offensive")
    assert (await here.campaign()).campaign.state.now.phase is Phase.GERMAN_COMBAT


async def declare(here: Harness, hex_: str) -> str:
    """Bert declares a combat; what the channel reads of it."""
    before = len(here.bert.messages(here.marne))
    await here.bert.slash(here.marne, "act", {"offer": "Declare a combat"})
    await here.bert.submit({"Which hex is attacked?": hex_})
    await here.settle()
    new = here.carla.messages(here.marne)
    return text(new[-1]) if len(here.bert.messages(here.marne)) >= before else ""


@asynccontextmanager
async def world(folder: Path, orders: Given, *, declared: tuple[str, ...]) -> AsyncIterator[dict[str, list[str]]]:
    """What two others get, by their names, and what the bot asks of Discord about the channel, where Anna has given
    some orders, and some combats are declared. Each deed takes its time, whatever was done unseen.
    """
    async with harness(folder) as here:
        await to_the_german_combat(here)
        start = here.server.clock.now()
        for order, hex_ in orders:
            await give(here, order, hex_)
        asked: list[str] = []

        def note(request: RequestRecord) -> None:
            body = request.body if isinstance(request.body, dict) else {}
            if request.path.startswith("/channels/") and not int(body.get("flags") or 0) & EPHEMERAL:
                at = here.server.clock.now()
                asked.append(f"{at} {request.method} {request.path} {json.dumps(body, default=str)}")

        here.server.watch(note)
        for number, hex_ in enumerate(declared, 1):
            here.server.clock.advance(start + number * timedelta(hours=1) - here.server.clock.now())
            await declare(here, hex_)
        found = Found()
        looks = Looks(here, found)
        for person in (here.bert, here.carla):
            await looks.look(person, person.messages(here.marne))
            await looks.everything(person)
        assert looks.tried > 100
        yield {"the channel": [*nameless(asked)]} | {who: [*nameless(said)] for who, said in found.by_person.items()}


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("one", "two", "declared"),
    [
        ((), ((DEFEND, "Reims"),), ("Soissons", "Fismes")),
        ((), ((DEFEND, "Reims"), (BY_HAND, "Laon"), (NOTHING, "")), ("Soissons", "Fismes")),
        (((DEFEND, "Soissons"),), ((BY_HAND, "Laon"), (DEFEND, "Soissons"), (DEFEND, "Reims")), ("Soissons", "Fismes")),
    ],
    ids=["one order or none", "three orders or none", "one that acts, with others or alone"],
)
async def test_orders_are_undetectable(tmp_path: Path, one: Given, two: Given, declared: tuple[str, ...]) -> None:
    told: list[dict[str, list[str]]] = []
    for number, orders in enumerate((one, two)):
        (at := tmp_path / str(number)).mkdir()
        async with world(at, orders, declared=declared) as each:
            told.append(each)
    assert told[0].keys() == told[1].keys()
    for who in told[0]:
        assert [near(*pair) for pair in zip(told[0][who], told[1][who], strict=True) if pair[0] != pair[1]] == []


async def agree(here: Harness, person: User) -> None:
    """Somebody agrees to what was asked last."""
    asked = here.newest(here.carla)
    await person.press(asked, next(label for label in labels(asked) if label.endswith("Agree")))


async def orders_of(here: Harness) -> list[Order]:
    """The orders that the Allies have given."""
    return [*(await here.campaign()).campaign.of(Orders).by_seat.get(ALLIES, ())]


async def test_an_order_survives_a_restart_and_acts_after_it(here: Harness) -> None:
    await to_the_german_combat(here)
    await give(here, DEFEND, "Soissons")
    await here.restart()
    assert [each.where for each in await orders_of(here)] == ["Soissons"]
    await here.anna.slash(here.marne, "hand")
    assert "Order 1: They attack (Soissons) → Heroic Defense: +2 for you" in text(here.newest(here.anna))
    assert "The Allies play **Heroic Defense**" in await declare(here, "Soissons")


async def test_an_undone_combat_is_redeclared_and_answered(here: Harness) -> None:
    await to_the_german_combat(here)
    await give(here, DEFEND)
    await declare(here, "Soissons")
    await here.bert.slash(here.marne, "campaign undo")
    await agree(here, here.anna)
    assert len(await orders_of(here)) == 1
    assert "Heroic Defense" in await declare(here, "Fismes")


async def test_only_its_side_takes_an_order_back_and_unseen(here: Harness) -> None:
    await to_the_german_combat(here)
    await give(here, DEFEND)
    before = len(here.carla.messages(here.marne))
    await here.anna.slash(here.marne, "hand")
    await here.anna.press(here.private(here.anna)[-1], "My orders…")
    assert "1. They attack → Heroic Defense: +2 for you" in text(here.newest(here.anna))
    await here.anna.press(here.newest(here.anna), "Withdraw")
    assert await orders_of(here) == []
    assert len(here.carla.messages(here.marne)) == before
    assert "Heroic Defense" not in await declare(here, "Soissons")


async def test_a_rewind_leaves_orders_as_they_are(here: Harness) -> None:
    await to_the_german_combat(here)
    await give(here, DEFEND, "Soissons")
    at = (await here.campaign()).campaign
    await declare(here, "Fismes")
    await give(here, BY_HAND, "Reims")
    await here.bert.slash(here.marne, "record rewind", {"to": str(at.number)})
    await here.bert.press(here.newest(here.bert), "Ask the others")
    await agree(here, here.anna)
    assert (await here.campaign()).campaign.state.combats == 0
    assert [each.where for each in await orders_of(here)] == ["Soissons", "Reims"]
    assert "Heroic Defense" in await declare(here, "Soissons")


async def test_orders_belong_to_their_player(here: Harness) -> None:
    await to_the_german_combat(here)
    await give(here, BY_HAND)
    await here.carla.slash(here.marne, "campaign join", {"seat": "Allies"})
    await agree(here, here.anna)
    await here.carla.slash(here.marne, "hand")
    assert "Order 1: They attack → ask me" in text(here.newest(here.carla))
