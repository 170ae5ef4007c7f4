"""What holds for every picture, wherever it comes from."""

import re
from html import unescape

from bot.engine.service import CampaignService
from bot.messages.pictures.gallery import render
from bot.messages.pictures.pen import PALETTES
from bot.messages.pictures.svg import draw
from rules.campaign.chronicle.retelling import past_of
from rules.errors import NotThere
from rules.picture import LONGEST_WORDS, Picture

MOST_BYTES = 250 * 1024
"""A whole map of 60 hexes takes 210 KiB; every other picture less than 150."""
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
STRETCH = re.compile(r"\b([A-Z])(?:-([A-Z]) )?(\d\d)(?:-(\d\d))?\b")


def written(svg: str) -> list[str]:
    """The texts on a picture."""
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def stretched(words: str) -> set[str]:
    """The hexes of the stretches in a text: A-B 04-05 is four of them."""
    return {
        f"{chr(column)}{row:02}"
        for first, last, top, bottom in STRETCH.findall(words)
        for column in range(ord(first), ord(last or first) + 1)
        for row in range(int(top), int(bottom or top) + 1)
    }


def unsaid(picture: Picture, svg: str) -> set[str]:
    """The hexes and other numbers on a picture that its words do not say. A text that was shortened can end in part of
    a number.
    """
    words = str(picture.words)
    said = {*NUMBER.findall(words), *stretched(words)}
    return {
        number
        for text in written(svg)
        for number in ([text] if STRETCH.fullmatch(text) else NUMBER.findall(re.sub(r"[\d.,]+…$", "", text)))
        if number not in said
    }  # fmt: skip


async def check(picture: Picture) -> None:
    """Its words fit and say every number; it is small in both themes, and the same each time."""
    assert 0 < len(picture.words) <= LONGEST_WORDS
    for theme in PALETTES:
        svg = draw(picture, theme)
        assert svg == draw(picture, theme)
        assert unsaid(picture, svg) == set()
        png = await render(svg)
        assert png.startswith(b"\x89PNG")
        assert len(png) <= MOST_BYTES, len(png)


async def check_all(service: CampaignService) -> int:
    """Draw the picture of every campaign of a database; how many campaigns there were."""
    id_ = 1
    while True:
        try:
            session = await service.session(id_)
        except NotThere:
            return id_ - 1
        campaign = session.campaign
        past = past_of(campaign.as_founded(), await service.entries(session))
        picture = campaign.game.picture(campaign.state, past)
        if picture is not None:
            await check(picture)
        id_ += 1
