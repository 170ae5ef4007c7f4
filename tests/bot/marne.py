"""Turn 1 of a Marne 1918 campaign: Anna plays the Allies, Bert the Germans, Carla watches."""

from typing import Any

from tests.bot.harness import Harness, labels

DRAWN = ("Heroic Assault", "Heroic Defense", "Cantigny", "All quiet", "Immediate Counterattack")


async def drawn(here: Harness) -> dict[str, Any]:
    """Anna has drawn turn 1; her private message."""
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    return here.private(here.anna)[-1]


async def decide_all(here: Harness) -> None:
    """Anna returns every marker that she must decide about."""
    if "Return what I drew" in labels(hand := here.private(here.anna)[-1]):
        await here.anna.press(hand, "Return what I drew")
