"""A file of a group's own data that grows by forms. What there is so far is a file below the answer: the next form goes
on from it, also after a restart, and nothing is kept of it until it is adopted.
"""

import io
from collections.abc import Iterable

import discord

from bot.base.catalog import DataFile
from bot.chat.answering.responder import caller_of
from bot.engine.sessions import Session
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Interaction, answer_privately
from bot.messages.menu_items import EntryButton
from bot.messages.own_data_texts import faults
from bot.messages.pictures.gallery import Sketch
from bot.messages.unwatched import Buttons
from rules.errors import DataError, NotNow
from rules.notice import Public
from rules.picture import Picture

FILE = "map.toml"
"""What the file is called."""


async def draft(interaction: Interaction) -> DataFile | None:
    """The file below the message from which this began; None where it begins."""
    files = interaction.message.attachments if interaction.message is not None else []
    file = next((each for each in files if each.filename == FILE), None)
    if file is None:
        return None
    try:
        return DataFile.given(FILE, await file.read())
    except discord.HTTPException as error:
        raise NotNow("Discord did not give the file. Try again.") from error


async def show_draft(
    interaction: Interaction,
    session: Session,
    entry: tuple[str, str],
    written: str,
    lines: Iterable[Public],
    drawn: Picture | None,
) -> None:
    """What there is so far: in words, as a picture, as a file, with buttons to go on and to adopt it. ``entry`` is the
    entry of a menu that takes the next form.
    """
    view = Buttons()
    view.add_item(EntryButton("again", *entry, session.id))
    view.add_item(EntryButton("sure", *entry, session.id, "Adopt it"))
    files = [discord.File(io.BytesIO(written.encode("utf-8")), FILE)]
    picture = await interaction.client.gallery.file(Sketch.of(drawn, "dark")) if drawn is not None else None
    files += [picture] if picture is not None else []
    embed = compose("The map so far", lines, Colour.ANSWER)
    await answer_privately(interaction, embed=embed, files=files, view=view)


async def adopt_draft(interaction: Interaction, session: Session) -> None:
    """Add it to the campaign, once the others agree; one with faults is told with each of them."""
    file = await draft(interaction)
    if file is None:
        raise NotNow("There is no map below this message. Trace some hexes first.")
    data = interaction.client.service.data
    try:
        edition = await data.read(session, file)
    except DataError as fault:
        await answer_privately(interaction, embed=compose("Nothing was added", faults(fault), Colour.ANSWER))
        return
    command = await data.added(caller_of(interaction), session, edition)
    await interaction.client.responder.execute(interaction, command.type, data=command.data)
