"""A tour: a script that was played before anybody came, on a clock of its own, for people to look through."""

import sys
from dataclasses import dataclass
from pathlib import Path

from localdiscord.script.player import START, Player
from localdiscord.script.syntax import read_lines
from localdiscord.server import LocalDiscord, StartBot
from localdiscord.state.clock import Clock


@dataclass(frozen=True, slots=True)
class Tour:
    """A ``script``, the ``thread`` in which it is played, and how its bot is started: with dice that are known."""

    script: Path
    thread: str
    start_bot: StartBot


def past() -> Clock:
    """The clock on which a tour is played: it stands still at the moment at which every script begins."""
    return Clock(START)


async def play_tour(server: LocalDiscord, tour: Tour, database: Path) -> None:
    """Plays a script on a server that has begun on the clock of the past. Then it is the present, and whoever comes
    has read all of it. A script that fails is told, and what was played of it stays.
    """
    player = Player(server, database, tour.start_bot, as_json=False, expect_timeout=2.0, is_silent=True)
    try:
        if await player.play(read_lines(tour.script)):
            sys.stderr.write("The tour ends here.\n")
    finally:
        await server.table.stop()
        server.clock.run()
    state = server.hub.state
    for channel in state.channels.by_id.values():
        for user in state.first.human_users():
            if state.channels.can_view(user["id"], channel["id"]):
                state.reads.mark(user["id"], channel["id"])
