"""What players read of sealed dice: the seal over all of them, and the keys of those that fell."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import discord

from bot.engine.sessions import Session
from bot.log import verify
from bot.log.chain import Written
from rules.command import shown_again
from rules.dice import CHAIN_KEYS, key, seal
from rules.line import Listed
from rules.log import LogEntry
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

PAGE = Path(verify.__file__).parent / "verify.html"
"""The page that checks a record and needs nothing else."""
_PAGE = PAGE.read_bytes()


def proof(record: Written) -> list[discord.File]:
    """Return the files with which anybody can check a campaign."""
    return [discord.File(io.BytesIO(record.data), "campaign.json"), discord.File(io.BytesIO(_PAGE), PAGE.name)]


def without_this_bot() -> Public:
    """Return how those files are used."""
    return tell_section(
        "Without this bot",
        "Open `verify.html` in a browser and drop `campaign.json` on it, or use `adjutant verify campaign.json`.",
    )


def sealed(session: Session) -> Iterable[Public]:
    """Yield how a campaign's dice are sealed."""
    yield tell_all(
        "The keys of this campaign's dice were sealed before the first roll: `{seal}`.", seal=Shown(seal(session.seed))
    )
    yield tell_all("Each die comes from its key and from the number that Discord gives to the press that asks for it.")
    yield tell_all("*Why?* below a roll tells both. *Check the dice* gives a file with which anybody can check them.")
    yield tell_all("Secret draws can be checked once the campaign has ended and nobody can reopen it.")
    yield tell_section(
        "What this does not prove",
        "Whoever runs a changed bot could drop presses, or write down other numbers than Discord's. "
        "Any other bot can compare those of open rolls.",
    )


def keys_of(session: Session, entry: LogEntry) -> Iterator[Public]:
    """Yield how to check the open dice of an entry."""
    rolls = [roll for roll in entry.rolls if roll.is_open]
    if not rolls or shown_again(entry.events):
        return
    yield tell_section("The dice", "Rolled: {rolls}", rolls=Listed([roll.shown for roll in rolls], "; "))
    # the last key of a chain leads to those before it, and to none of another chain
    for last in {index // CHAIN_KEYS: index for roll in rolls for index in roll.indexes}.values():
        yield tell_section(
            "The dice", "Key of die {number}: `{key}`", number=last, key=Shown(key(session.seed, last).hex())
        )
    yield tell_section("The dice", "Press: `{press}`", press=Shown(str(rolls[-1].press)))
    yield tell_section("The dice", "*Check the dice* (`/record more what:verify`) gives the file that checks them.")
