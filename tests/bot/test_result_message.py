"""What the channel reads of results: the words of each, and what is left of them later."""

from datetime import timedelta

from bot.embeds import Colour, compose
from bot.result_message import is_told
from tests.bot.harness import Harness, Message, labels, text, until

SET_UP = {"total": 33, "hexes": "A05 B05 C06", "air": "2", "artillery": "3", "turn": 8}


async def at_war(here: Harness) -> None:
    """A solo campaign of Fields of Despair in turn 8, at the step that spends the economic points."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await here.anna.slash(here.marne, "cp setup", SET_UP)
    await here.anna.slash(here.marne, "turn next")


def public(here: Harness) -> list[Message]:
    """The messages that everybody reads."""
    return here.carla.messages(here.marne)


async def test_what_was_changed_twice_is_set_once_on_the_board(here: Harness) -> None:
    await at_war(here)
    for total in ("40", "41"):
        await here.anna.slash(here.marne, "cp adjust", {"what": "total", "value": total, "reason": "manpower"})
    told = text(public(here)[-1])
    assert "changed from 33 to **40**" in told
    assert "changed from 40 to **41**" in told
    assert "Track to 40" not in told
    assert "Track to 41" in told


async def test_what_to_do_next_is_gone_once_it_is_done(here: Harness) -> None:
    await at_war(here)
    begun = public(here)[-1]
    assert "Use `/cp economy`" in text(begun)
    await here.anna.slash(here.marne, "cp economy", {"eps": 3})
    done = public(here)[-1]
    assert done["id"] == begun["id"]
    assert "Use `/cp economy`" not in text(done)
    await here.anna.slash(here.marne, "turn next")
    await until(lambda: labels(public(here)[-2]) == ["Why?"])
    assert "Central Powers action phase" in text(public(here)[-1])


async def test_a_step_in_which_nothing_happened_leaves_no_message(here: Harness) -> None:
    await at_war(here)
    await here.anna.slash(here.marne, "cp economy", {"eps": 3})
    await here.anna.slash(here.marne, "turn next")
    await here.anna.slash(here.marne, "turn skip", {"reason": "they wait"})
    await here.anna.press(here.private(here.anna)[-1], "Go on")
    before = len(public(here))
    for _ in range(2):
        await here.anna.slash(here.marne, "turn next")
    assert len(public(here)) == before + 1
    assert "Allied combat" in public(here)[-1]["embeds"][0]["title"]


async def test_the_last_line_says_which_entries_a_message_tells() -> None:
    two = compose("Title", [], Colour.ACTION, "Allies · entries 5–7")
    assert [seq for seq in range(10) if is_told(two, seq)] == [5, 6, 7]
    one = compose("Title", [], Colour.ACTION, "entry 5")
    assert [seq for seq in range(60) if is_told(one, seq)] == [5]
    assert not is_told(compose("Title", [], Colour.ACTION, "Marne 1918"), 1)


async def test_after_half_a_day_a_result_is_news_again(here: Harness) -> None:
    """Who looks for what is new looks at the bottom of the channel."""
    await at_war(here)
    before = len(public(here))
    here.server.clock.advance(timedelta(hours=13))
    await here.anna.slash(here.marne, "cp economy", {"eps": 3})
    assert len(public(here)) == before + 1
