"""A position as a file, through the real bot: written, changed, and given back."""

import aiohttp
import pytest

from bot.journal.position import _written
from localdiscord import User
from tests.bot.engine.test_campaign_data import upload
from tests.bot.harness import Harness, choose, text


async def written(here: Harness, person: User) -> str:
    """The file as somebody gets it."""
    await choose(person, here.marne, "record more position")
    (attachment,) = here.newest(person)["attachments"]
    async with aiohttp.ClientSession() as web, web.get(attachment["url"]) as answer:
        return await answer.text()


async def given(here: Harness, person: User, contents: str | bytes, **more: bool) -> str:
    """What somebody reads who gives a file."""
    await choose(person, here.marne, "record more table", {"file": upload(contents), **more})
    return text(here.newest(person))


def test_names_with_a_comma_are_told_apart() -> None:
    assert _written(("Ours, of old", "Spies")) == '"Ours, of old; Spies"'


async def test_what_is_changed_in_the_file_is_taken_over(here: Harness) -> None:
    await here.found()
    file = await written(here, here.carla)
    assert '# "German victory points" =' in file, "what nobody has entered is not known"
    changed = file.replace('"Turn" = 1', '"Turn" = 9')
    differs = "Turn: 1 → **9**."
    assert differs in await given(here, here.anna, changed, only_look=True)
    assert '"Turn" = 1' in await written(here, here.anna), "who looks changes nothing"
    assert differs in await given(here, here.anna, changed)
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    assert await written(here, here.bert) == changed
    assert "stands like that already" in await given(here, here.anna, changed)


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"\xff\xfe", "no text file"),
        ("Turn: 7", "cannot be read"),
        ("", "is empty"),
        ('"Turn" = {a = 1}', "is not a number"),
        ('"Turn" = 7\n' + "# \n" * 50_000, "too large"),
        ("\n".join(f'"HQ under {number}" = "I"' for number in range(401)), "more than 400 lines: leave out"),
    ],
)
async def test_what_is_no_position_is_refused_in_a_sentence(here: Harness, contents: str | bytes, said: str) -> None:
    await here.found()
    assert said in await given(here, here.anna, contents)
    assert '"Turn" = 1' in await written(here, here.anna)
