"""``/draw``, ``/event``, ``/hand``, ``/pool`` and ``/turn``."""

import pytest

from bot.messages.embeds import Colour
from tests.bot.harness import Harness, choose, text
from tests.bot.marne import DRAWN, decide_all, drawn


async def test_completion_offers_only_legal_moves(here: Harness) -> None:
    hand = await drawn(here)
    await here.anna.select(hand, "These stay (up to 3)", ["Heroic Assault", "Heroic Defense"])
    campaign = (await here.campaign()).campaign
    for do in ("play", "return", "remove"):
        asked = await here.anna.autocomplete(here.marne, f"event {do}", focused="marker")
        legal = {offer.subject for offer in campaign.offers(int(here.anna.id)) if offer.command.type == do}
        assert bool(legal) is (do == "return")
        assert {choice["name"] for choice in asked} == legal
        for other in (here.bert, here.carla):
            assert await other.autocomplete(here.marne, f"event {do}", focused="marker") == []
            offered = await other.autocomplete(here.marne, "act", focused="offer")
            assert not any(name in choice["name"] for choice in offered for name in DRAWN)


async def test_the_choices_of_a_marker_are_offered_and_one_is_played(here: Harness) -> None:
    """Anna keeps what she drew, and the phases go on until she can play it."""
    await drawn(here)
    await here.anna.select(here.private(here.anna)[-1], "These stay (up to 3)", ["Heroic Assault", "Heroic Defense"])
    names: list[str] = []
    for _ in range(20):
        names = [each["value"] for each in await here.anna.autocomplete(here.marne, "event play", focused="marker")]
        if names:
            break
        await here.go_on(here.bert, "turn phase")
    (marker, *_) = names
    options = {"marker": marker}
    asked = await here.anna.autocomplete(here.marne, "event play", focused="choice", options=options)
    assert len({each["value"] for each in asked}) > 1
    other = await here.anna.autocomplete(here.marne, "event play", focused="choice", options={"marker": "Spies"})
    assert other == [], "the choices are those of the marker that was typed"
    choice = {"choice": asked[0]["value"]}
    await here.anna.slash(here.marne, "event play", {**options, **choice})
    if here.anna.modal is not None:
        await here.anna.submit({"Which hex is attacked?": "Reims"})
    assert f"**{marker}**" in text(here.newest(here.carla))


async def test_the_pool_shows_what_everybody_knows_of_it(here: Harness) -> None:
    await here.found()
    await here.carla.slash(here.marne, "pool")
    shown = here.private(here.carla)[-1]
    assert (shown["embeds"][0]["title"], shown["embeds"][0]["color"]) == ("The pool", Colour.ANSWER), "it is no secret"
    assert "Heroic Assault" in text(shown)


async def test_the_phases_to_come_are_offered_and_gone_to(here: Harness) -> None:
    await drawn(here)
    await decide_all(here)
    phases = [each["value"] for each in await here.bert.autocomplete(here.marne, "turn phase", focused="to")]
    assert len(phases) > 3
    await here.bert.slash(here.marne, "turn phase", {"to": phases[2]})
    assert (await here.campaign()).campaign.state.now.phase.startswith(phases[2].split(":")[0])
    left = [each["value"] for each in await here.bert.autocomplete(here.marne, "turn phase", focused="to")]
    assert left == phases[3:]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("draw event", {}), ("event remove", {"marker": "x"}), ("pool", {}),
        ("turn next", {}), ("turn phase", {}), ("turn phase", {"skip": "played before"}),
    ],
)  # fmt: skip
async def test_a_game_without_it_says_so(here: Harness, command: str, options: dict[str, str]) -> None:
    await here.found_high_card()
    await choose(here.anna, here.marne, command, options)
    assert text(here.newest(here.anna)) == "High Card does not use this command."


async def test_a_marker_is_found_in_either_language(here: Harness) -> None:
    """Also while it cannot be played, when no list proposes it."""
    hand = await drawn(here)
    here.anna.speak("fr")
    for name in ("Assaut héroïque", "heroic assault"):
        await here.anna.slash(here.marne, "event play", {"marker": name})
        assert "Assaut héroïque ne se joue pas maintenant" in text(here.private(here.anna)[-1])
    await here.anna.select(hand, "These stay (up to 3)", ["Heroic Assault", "Heroic Defense"])
    (own, *_) = await here.anna.autocomplete(here.marne, "event return", focused="marker")
    typed = f" {own['name'].upper()} "
    await here.anna.slash(here.marne, "event return", {"marker": typed})
    assert own["name"] not in DRAWN, "it is French"
    assert f"**{own['name']}**" in text(here.private(here.anna)[-1])
    await here.bert.slash(here.marne, "event play", {"marker": "Heroic Assault"})
    assert "I hold no event markers for you: draw" in text(here.private(here.bert)[-1]), "whatever the Allies hold"
