"""The pictures of campaigns, ready to be sent. A picture that cannot be drawn is missing, and nothing else is.

Each is drawn with the font that comes with the bot and no other: it is the same on every machine.
"""

import asyncio
import io
import logging
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import discord

from bot.base.deeds import second_step
from bot.base.language import say
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.embeds import cut
from bot.messages.interaction import Interaction, answer_privately, tell_privately
from bot.messages.pictures.pen import FONT, Theme
from bot.messages.pictures.svg import draw
from rules.campaign import Campaign
from rules.campaign.chronicle.retelling import past_of
from rules.errors import NotNow, NotThere
from rules.game import AnyPast
from rules.notice import tell_all
from rules.picture import LONGEST_WORDS, Picture
from rules.secrets import quote

log = logging.getLogger(__name__)

T = TypeVar("T")
SOON = 1.5
"""The seconds that a first answer waits for its picture; Discord waits for three."""
MOST_KEPT = 200
"""So many campaigns whose past is kept, so that only what is new is followed."""
FONT_FILE = Path(__file__).parents[3] / "data" / "fonts" / "DejaVuSansCondensed.ttf"
PROGRAM = Path(__file__).with_name("to_png.py")
ZOOM = 2.0
"""Twice as many dots as the picture is wide, for sharp screens."""
LONGEST_SECONDS = 4.0
MOST_AT_ONCE = 2

_threads = ThreadPoolExecutor(MOST_AT_ONCE, "picture")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture as SVG, and what it shows in words. ``digest`` tells it from others."""

    svg: str
    words: str
    digest: str

    @classmethod
    def of(cls, picture: Picture, theme: Theme = "dark") -> "Sketch":
        """Return the sketch of a picture that was decided."""
        svg = draw(picture, theme)
        return cls(svg, cut(say(picture.words), LONGEST_WORDS), sha256(svg.encode()).hexdigest())


class Gallery:
    """Draws the pictures of campaigns."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service
        self._pasts: OrderedDict[int, tuple[Campaign, AnyPast]] = OrderedDict()

    async def sketch(self, session: Session, theme: Theme = "dark", *, small: bool = False) -> Sketch | None:
        """Return a picture of a campaign, or None if it has none or a bug prevents the drawing."""
        if not session.campaign.terms.pictures:
            return None
        with second_step("a picture cannot be drawn"):
            campaign, past = await self._past(session)
            picture = campaign.game.picture(campaign.state, past)
            return Sketch.of(picture.small if small else picture, theme) if picture else None
        return None

    async def chart(self, session: Session, decide: Callable[[], Picture]) -> discord.File | None:
        """Return a picture for an answer about a campaign, ready to attach, or None as in ``sketch``."""
        if not session.campaign.terms.pictures:
            return None
        with second_step("a picture cannot be drawn"):
            return await self.file(Sketch.of(decide()))
        return None

    async def file(self, sketch: Sketch | None) -> discord.File | None:
        """Return a picture with its words as description, ready to attach, or None as in ``sketch``."""
        if sketch is None:
            return None
        with second_step("a picture cannot be drawn"):
            return discord.File(io.BytesIO(await render(sketch.svg)), "picture.png", description=sketch.words)
        return None

    async def show(self, interaction: Interaction, session: Session, theme: Theme) -> None:
        """Answer in private with a picture, or with its words if the bot may not attach files."""
        session.check_playable()
        if not session.campaign.terms.pictures:
            raise NotNow("This campaign has no pictures. `/campaign manage what:pictures` switches them on.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        sketch = await self.sketch(session, theme)
        if sketch is None:
            raise NotThere("There is no picture of that now. `/campaign status` says where the campaign stands.")
        file = await self.file(sketch) if interaction.app_permissions.attach_files else None
        if file is not None:
            await answer_privately(interaction, file=file)
        else:
            words = tell_all("In words: {words}", words=quote(sketch.words, len(sketch.words)))
            await tell_privately(interaction, "Picture", [words])

    async def soon(self, drawing: Awaitable[T | None]) -> T | None:
        """Return what is drawn in time for the first answer to an interaction, or None if it takes too long."""
        try:
            async with asyncio.timeout(SOON):
                return await drawing
        except TimeoutError:
            log.warning("a picture took too long, so an answer goes without it")
            return None

    async def _past(self, session: Session) -> tuple[Campaign, AnyPast]:
        """Return the campaign as it stands and its past, without following again what was followed before."""
        now = session.campaign
        seen, past = self._pasts.get(session.id, (now.as_founded(), None))
        new = (await self._service.newest(session, now.seq - seen.seq, now.seq + 1))[::-1] if now.seq > seen.seq else []
        if past is not None and any(each.undoes is not None and each.undoes <= seen.seq for each in new):
            seen, past = now.as_founded(), None
            new = (await self._service.newest(session, now.seq, now.seq + 1))[::-1]
        followed = await asyncio.to_thread(past_of, seen, new, past)
        self._pasts[session.id] = now, followed
        self._pasts.move_to_end(session.id)
        if len(self._pasts) > MOST_KEPT:
            self._pasts.popitem(last=False)
        return now, followed


async def render(svg: str) -> bytes:
    """Return the picture as PNG, worked out in a process of its own. Raises ``SubprocessError`` if it cannot be."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _run, svg)


def _run(svg: str) -> bytes:
    command = [sys.executable, "-I", str(PROGRAM), str(FONT_FILE), FONT, str(ZOOM)]
    done = subprocess.run(  # noqa: S603 (our own program, and the SVG is its input)
        command, input=svg.encode(), capture_output=True, timeout=LONGEST_SECONDS, check=True
    )
    return done.stdout
