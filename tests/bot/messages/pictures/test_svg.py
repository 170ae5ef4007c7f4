"""Any picture as SVG."""

from xml.etree import ElementTree

import pytest

from bot.messages.pictures.pen import PALETTES, Theme
from bot.messages.pictures.svg import DRAWN, draw
from rules.picture import Bar, Bars, Facts, Part, label, picture
from rules.secrets import plain
from tests.bot.messages.pictures.album import ALBUM, HOSTILE, PARTS
from tests.bot.messages.pictures.drawing import check, unsaid


async def test_an_album_of_all_parts_holds() -> None:
    await check(ALBUM)


def test_every_kind_of_part_can_be_drawn() -> None:
    assert {type(part) for part in PARTS} == set(DRAWN) == set(Part.__args__)


@pytest.mark.parametrize("theme", PALETTES)
def test_typed_text_is_never_markup(theme: Theme) -> None:
    typed = plain(HOSTILE)
    hostile = picture(typed, Facts((typed,)), Bars(typed, (Bar(typed, 1, typed, typed),)))
    svg = draw(hostile, theme)
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()}
    assert tags <= {"svg", "defs", "pattern", "rect", "circle", "path", "text"}
    assert "\u202e" not in svg + hostile.words


def test_nothing_is_written_smaller_than_can_be_read() -> None:
    for element in ElementTree.fromstring(draw(ALBUM)).iter():
        assert float(element.get("font-size", 12)) >= 11


def test_a_number_that_the_words_do_not_say_is_found() -> None:
    assert unsaid(picture(label("Turn {turn}", turn=5)), draw(picture(label("Turn {turn}", turn=6)))) == {"6"}
