"""A position as a file: what lies open on a table, a line for each thing, as TOML."""

import json
from typing import Any

import discord

from bot.base.catalog import DataFile
from bot.base.language import say
from bot.engine.sessions import Session
from rules.campaign import Campaign
from rules.errors import DataError, NotNow, NotThere
from rules.kit.position import MOST_FACTS, typed
from rules.line import Line, Listed

TAKE = "take_position"
"""The command of a game that sets it to a position."""
LARGEST = 100_000
"""A position has at most so many bytes."""
HEAD = (
    Line("What lies open on the table. Change what stands otherwise on yours."),
    Line("What you delete stays as the bot has it."),
)


def has_position(session: Session | None) -> bool:
    """Return whether a campaign's game can be set to how it stands on a table."""
    return session is not None and TAKE in session.campaign.game.commands_by_type


def position_file(campaign: Campaign) -> bytes:
    """Return what lies open on the table of a campaign as a file."""
    lines = [f"# {campaign.game.title}\n", *(f"# {say(each)}\n" for each in HEAD)]
    for label, value in campaign.game.position(campaign.state):
        name = json.dumps(str(label), ensure_ascii=False)
        lines.append(f"# {name} =  (not entered yet)\n" if value is None else f"{name} = {_written(value)}\n")
    return "".join(lines).encode()


async def said_in(file: discord.Attachment) -> list[tuple[str, str]]:
    """Return what a file says of each thing, as it would be typed. Raises ``RuleError`` for no position."""
    if file.size > LARGEST:
        raise NotNow("The file is too large for a position.")
    try:
        contents = DataFile.given(file.filename, await file.read()).contents()
    except discord.HTTPException as error:
        raise NotNow("Discord did not give the file. Try again.") from error
    except DataError as fault:
        raise NotThere("{faults}", faults=Listed(fault.lines, "\n")) from None
    if len(contents) > MOST_FACTS:
        raise NotThere("The file has more than {most} lines: leave out what is as the bot has it.", most=MOST_FACTS)
    return [(name, typed(tuple(value) if isinstance(value, list) else value)) for name, value in contents.items()]


def _written(value: Any) -> str:
    mark = "; " if isinstance(value, tuple) and any("," in str(each) for each in value) else ", "
    return json.dumps(mark.join(map(str, value)) if isinstance(value, tuple) else value, ensure_ascii=False)
