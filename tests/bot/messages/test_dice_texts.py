"""What players read of sealed dice."""

from collections.abc import Iterable
from dataclasses import replace

from bot.messages.dice_texts import keys_of, sealed
from rules.campaign.time.redo import Redone
from rules.dice import key, seal
from rules.notice import Public
from tests.bot.desk import Desk
from tests.games import SEED


def read(notices: Iterable[Public]) -> list[str]:
    """Notices with the head under which they stand."""
    return [f"{each.section}: {each.line}" if each.section else str(each.line) for each in notices]


async def test_the_seal_says_what_it_proves(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    head = [
        f"The keys of this campaign's dice were sealed before the first roll: `{seal(SEED)}`.",
        "Each die comes from its key and from the number that Discord gives to the press that asks for it.",
        "*Why?* below a roll tells both. *Check the dice* gives a file with which anybody can check them.",
        "Secret draws can be checked once the campaign has ended and nobody can reopen it.",
    ]
    last = (
        "What this does not prove: "
        "Whoever runs a changed bot could drop presses, or write down other numbers than Discord's. "
        "Any other bot can compare those of open rolls."
    )
    await desk.act(1, {"type": "roll_dice", "number": 1, "sides": 6})
    assert read(sealed(session)) == [*head, last]


async def test_a_roll_tells_its_key_and_its_press(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    result = await desk.act(1, {"type": "roll_dice", "number": 3, "sides": 6, "reason": "weather"})
    (roll,) = result.entry.rolls
    assert roll.press == result.entry.interaction
    assert read(keys_of(session, result.entry)) == [
        f"The dice: Rolled: {roll}",
        f"The dice: Key of die 2: `{key(SEED, 2).hex()}`",
        f"The dice: Press: `{roll.press}`",
        "The dice: *Check the dice* (`/record more what:verify`) gives the file that checks them.",
    ]


async def test_a_secret_draw_tells_nothing(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    result = await desk.act(1, {"type": "draw"})
    assert result.entry.rolls
    assert read(keys_of(session, result.entry)) == []


async def test_a_roll_over_two_chains_tells_the_last_key_of_each(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    for _ in range(51):
        result = await desk.act(1, {"type": "roll_dice", "number": 20, "sides": 6, "reason": "hail"})
    assert result.campaign.next_die == 1020
    result = await desk.act(1, {"type": "roll_dice", "number": 8, "sides": 6, "reason": "hail"})
    keys = [each for each in read(keys_of(session, result.entry)) if "Key of die" in each]
    assert keys == [f"The dice: Key of die {die}: `{key(SEED, die).hex()}`" for die in (1023, 1027)]
    (roll,) = result.entry.rolls
    rolls = tuple(roll.model_copy(update={"first": first, "faces": (3,)}) for first in (1000, 1025))
    several = [each for each in read(keys_of(session, replace(result.entry, rolls=rolls))) if "Key of die" in each]
    assert several == [f"The dice: Key of die {die}: `{key(SEED, die).hex()}`" for die in (1000, 1025)]


async def test_dice_that_fell_before_are_checked_where_they_fell(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    result = await desk.act(1, {"type": "roll_dice", "number": 3, "sides": 6, "reason": "weather"})
    again = Redone(first=1, last=1, back=(result.entry.seq,), over=1, titles=(result.entry.title,))
    assert read(keys_of(session, replace(result.entry, events=(*result.entry.events, again)))) == []
