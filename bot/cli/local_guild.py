"""The guild of ``adjutant local``: its people and channels, and the finished campaign to look through, by language."""

import os
import re
from pathlib import Path
from typing import NamedTuple

TOURS = Path(__file__).parents[2] / "data" / "tour"
TOUR_SEED = "7" * 64
USERS = ("anna", "bert", "carla")
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a machine says in which language it speaks, in the order of POSIX."""
GAMES = ("marne", "fields-of-despair", "gathering-storm")


class LocalGuild(NamedTuple):
    """A guild: its language as Discord names it, its name and channels, the script of its campaign, and the thread in
    which that was played.
    """

    locale: str
    name: str
    channels: tuple[str, ...]
    script: Path
    thread: str


GUILDS = {
    "en": LocalGuild(
        "en-US", "Adjutant's table", ("start-here", *GAMES), TOURS / "marne.script", "A fortnight on the Marne"
    ),
    "fr": LocalGuild(
        "fr", "La table d’Adjutant", ("commencer-ici", *GAMES), TOURS / "marne.fr.script", "Quinze jours sur la Marne"
    ),
}


def language_here() -> str:
    """Return the language of this machine's user, or English if the guild lacks it."""
    here = next(filter(None, map(os.environ.get, LOCALES)), "")
    return next((each for each in GUILDS if re.match(rf"{each}\b|{each}_", here)), "en")
