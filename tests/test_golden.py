"""Scripts as people play them, and what each of them reads.

``UPDATE_GOLDEN=1`` writes the transcripts anew; look at the difference before you commit it.
"""

import asyncio
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import pytest
from discord import ButtonStyle

from bot.engine.service import CampaignService
from bot.storage import SqliteStore
from localdiscord.state.components import ComponentType, walk
from tests.bot.messages.pictures.drawing import check_all
from tests.games import catalog
from tests.goldens import check
from tests.scripts import GOLDEN, SCRIPTS, database_of, played

DIGEST = re.compile(r"[0-9a-f]{64}|[0-9a-f]{32}")
"""A hash or a seal: another one with each letter of the games' data. What it is of, other tests work out."""
INDENT = re.compile(r"^ +")
TOLD, LONG = " " * 8, 3
"""How what is told begins, and of how many lines it can be told again in full."""
ONLY = " · only "
LINK = re.compile(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)")
SORRY = ("Sorry, the bot hit an error", "This button is from another version")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_reads_as_it_did(script: Path) -> None:
    told = played(script)
    assert told.code == 0, told.wrong
    assert not [sorry for sorry in SORRY if sorry in told.said], "the bot itself failed"
    check(script.with_suffix(".txt"), "\n".join([*condensed(told.said), *standing_out(told.record)]))


def condensed(said: str) -> Iterator[str]:
    """A transcript, narrow enough for a telephone: a link says when its channel and its message began, and what
    somebody alone read the last time, word for word, is not written out again.
    """
    heading, read = "", dict[tuple[str, str], list[str]]()
    for is_told, block in groupby(DIGEST.sub("(digest)", said).split("\n"), lambda line: line.startswith(TOLD)):
        lines = [*block]
        if is_told:
            about = heading.removesuffix(" (edited)"), lines[0]
            if len(lines) > LONG and ONLY in heading and read.get(about) == lines:
                lines = [lines[0], f"{TOLD}… as before, {len(lines)} lines"]
            else:
                read[about] = lines
        else:
            heading = lines[-1]
        for line in lines:
            told = LINK.sub(linked, line)
            yield INDENT.sub(lambda found: " " * (len(found[0]) // 2 + 1), told) if is_told else told


def standing_out(record: Iterable[str]) -> Iterator[str]:
    """The buttons that do not look like most: as what, and which."""
    labels: dict[ButtonStyle, dict[str, None]] = {}
    for part in (part for each in record for part in walk(json.loads(each)["payload"].get("components") or ())):
        if part["type"] == ComponentType.BUTTON and part.get("style") != ButtonStyle.secondary.value:
            labels.setdefault(ButtonStyle(part["style"]), {})[str(part.get("label"))] = None
    for style, each in sorted(labels.items()):
        yield f"# As {style.name}: {' | '.join(each)}"


def linked(found: re.Match[str]) -> str:
    """A link by the milliseconds that its channel and its message are younger than the server, as their ids say."""
    server, *others = map(int, found.groups())
    ages = (divmod(each - server, 1 << 22) for each in others)
    return "message " + "/".join(f"{age}" if not rest else f"{age}+{rest}" for age, rest in ages)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
async def test_a_scripts_database_can_be_kept_and_drawn(script: Path, tmp_path: Path) -> None:
    await asyncio.to_thread(played, script)
    database = shutil.copy(database_of(script), tmp_path)
    store = await SqliteStore.open(Path(database))
    assert await check_all(CampaignService(store, catalog())) > 0, "every campaign has its pictures"
    await store.close()


def test_there_is_a_script_to_every_transcript() -> None:
    assert {golden.stem for golden in GOLDEN.glob("*.txt")} == {script.stem for script in SCRIPTS}


def test_what_a_reader_reads_again_is_not_written_out() -> None:
    panel = ["        **My orders**", "        One", "        Two", "        Three"]
    link = "        [here](https://discord.com/channels/1457705189376000001/1457705193570304001/1457705243901952002)"
    said = ["/hand", "    #marne · only bert", *panel, "/hand", "    #marne · only bert", *panel]
    said += ["/hand", "    #marne · only anna", *panel, "/hand", "    #marne · only bert", *panel[:3], link]
    said += ["/status", "    #marne · all", *panel, "/status", "    #marne · all", *panel]
    read = ["     **My orders**", "     One", "     Two", "     Three"]
    assert [*condensed("\n".join(said))] == [
        "/hand", "    #marne · only bert", *read,
        "/hand", "    #marne · only bert", "     **My orders**", "     … as before, 4 lines",
        "/hand", "    #marne · only anna", *read,
        "/hand", "    #marne · only bert", *read[:3], "     [here](message 1000/13000+1)",
        "/status", "    #marne · all", *read, "/status", "    #marne · all", *read,
    ]  # fmt: skip
