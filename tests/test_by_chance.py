"""Tables by chance: hundreds of lines that nobody wrote, with troubles between them. Of what is read a digest is kept.

``UPDATE_GOLDEN=1`` writes the digests anew; what differs is told as it reads now.
"""

import contextlib
import io
import random
import re
from functools import partial
from pathlib import Path

import pytest

from bot.cli.command_line import start_local_bot
from localdiscord import Fault, LocalDiscord
from localdiscord.errors import InvalidAction, NoResponse
from localdiscord.script.player import START, Player
from localdiscord.script.syntax import ScriptError, ScriptLine
from localdiscord.state.clock import Clock
from tests.clicks import OWN, TABLES, Chance, Temper
from tests.games import SEED
from tests.goldens import check_texts
from tests.patience import PATIENCE
from tests.same_play import digest
from tests.scripts import GOLDEN
from tests.test_golden import SORRY

LINES, TOGETHER, TROUBLED = 140, 10, 20
"""So many lines; so many share a digest, and bring a trouble."""
PLACES = {**TABLES, "own": OWN}
TEMPERS = {
    "busy": (Temper(), ()),
    "typing": (Temper(presses=20), ()),
    "curious": (Temper(presses=70, is_curious=True), ()),
    "by_post": (
        Temper(waits=30, deaths=3, presses=35, reads_dms=True),
        ("@anna", '/campaign manage what:"deadline"', "fill Answer:2", "@bert", '/me settings reach:"DM" quiet:"22-7"'),
    ),
}
SEND, EDIT = "/channels/{channel}/messages", "/channels/{channel}/messages/{message}"
TROUBLES = (
    lambda: Fault("POST", "/users/@me/channels", 403, 50007),
    lambda: Fault("POST", SEND, 403, 50013, times=3),
    lambda: Fault("POST", SEND, 404, 10003),
    lambda: Fault("PATCH", EDIT, 404, 10008),
    lambda: Fault("PATCH", EDIT, 403, 50013, times=2),
)
"""What goes wrong, until the next trouble."""
OTHER = re.compile(r'(?<=127\.0\.0\.1):\d+|~[-\w]{4}(?=")|"(?:file|nonce)": "[^"]*"')
"""What is another each time: a port, a form's own mark, a nonce, where the tests lie."""


def of_this_table(line: str) -> bool:
    """Whether a line begins no other campaign: two post in any order."""
    return not re.match(r'click "(?:Try|Essayer|Start a|Commencer une)|select "(?:Which game|Quel jeu)', line)


async def lived(place: str, temper: str, folder: Path) -> list[str]:
    """What became of each line at a table."""
    table, (leaning, more) = PLACES[place], TEMPERS[temper]
    known, blocks, chance = (*table.founding, *more), list[str](), random.Random(f"{place} {temper}")
    file = str(GOLDEN / "by_chance.script")
    async with LocalDiscord(clock=Clock(START), ack_timeout=PATIENCE) as server:
        start = partial(start_local_bot, seed=SEED.hex())
        player = Player(server, folder / "bot.db", start, as_json=False, expect_timeout=PATIENCE)
        people = Chance(server, player, table, chance.randrange(1000), leaning)
        player.record = []
        with contextlib.redirect_stdout(io.StringIO()) as said:
            await player.start()
            try:
                for number in range(LINES):
                    if number > len(known) and not number % TROUBLED:
                        server.calm()
                        server.inject(chance.choice(TROUBLES)())
                    lines = iter(partial(people.next_line, is_late=False), "")
                    line = known[number] if number < len(known) else next(filter(of_this_table, lines))
                    begun = said.tell()
                    try:
                        await player.play_line(ScriptLine(file, number, line))
                    except (InvalidAction, NoResponse, ScriptError) as refusal:
                        said.write(f"{type(refusal).__name__}: {refusal}\n")
                        server.rejected.clear()
                    await server.table.settle()  # what is posted must not depend on how fast this machine is
                    blocks.append(OTHER.sub("", said.getvalue()[begun:] + "\n".join([*player.record, ""])))
                    player.record = []
            finally:
                await player.end()
    return blocks


@pytest.mark.by_day(10)
@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("place", PLACES)
async def test_a_table_by_chance_reads_as_it_did(place: str, temper: str, tmp_path: Path) -> None:
    blocks = await lived(place, temper, tmp_path)
    wrong = (*SORRY, " 400 ")  # what Discord refuses whoever asks, and as often as one asks
    assert not [each for each in wrong if each in "".join(blocks)], "the bot itself failed"
    together = ["".join(blocks[at : at + TOGETHER]) for at in range(0, len(blocks), TOGETHER)]
    digests = "".join(f"{digest(each)}\n" for each in together)

    def first(before: str, after: str) -> list[str]:
        """Return what reads otherwise first, as it reads now: what follows from it does too."""
        pairs = zip(before.splitlines(), after.splitlines(), together, strict=False)
        return [block for was, now, block in pairs if was != now][:1]

    check_texts({GOLDEN / "by_chance" / f"{place}_{temper}.txt": digests}, first)
