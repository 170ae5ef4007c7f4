"""Which button, option, person or file a line means, through discord.py."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from localdiscord import Channel, LocalDiscord, User
from localdiscord.script.actions import ScriptActions
from localdiscord.script.syntax import ScriptError
from localdiscord.script.transcript import Transcript
from tests.localdiscord.little_bot import LittleBot, Received

Answer = Callable[[Received], Awaitable[None]]


@pytest.fixture
def actions(server: LocalDiscord, anna: User, general: Channel) -> ScriptActions:
    """Anna is in #general."""
    actions = ScriptActions(server, Transcript(server.hub.state, server.url))
    actions.move(["@anna", "#general"])
    assert actions.present()[0].id == anna.id
    assert actions.present()[1] is general
    return actions


@pytest.fixture
def heard(bot: LittleBot) -> list[Any]:
    """What the bot receives, which answers nothing that is seen."""
    received: list[Any] = []

    async def hear(interaction: Received) -> None:
        data: Any = interaction.data
        received.append(data.get("values", data.get("custom_id")))
        await interaction.response.send_message("heard", ephemeral=True)

    bot.handler = hear
    return received


async def shown(bot: LittleBot, place: Channel, view: discord.ui.View | discord.ui.LayoutView) -> discord.Message:
    channel = await bot.fetch_channel(int(place["id"]))
    assert isinstance(channel, discord.TextChannel)
    return await channel.send(view=view)


def buttons(*labels: str, disabled: bool = False) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for label in labels:
        view.add_item(discord.ui.Button(label=label, custom_id=f"do-{label}", disabled=disabled))
    return view


async def test_a_button_belongs_to_the_text_before_it(
    bot: LittleBot, actions: ScriptActions, heard: list[Any], general: Channel
) -> None:
    view = discord.ui.LayoutView(timeout=None)
    for number, words in enumerate(("Heroic Attack", "Heroic Defense")):
        view.add_item(discord.ui.TextDisplay(words))
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label="Keep", custom_id=f"do-{number}"))
        view.add_item(row)
    await shown(bot, general, view)
    for line in (["Keep"], ["Keep", "Heroic"], ["Keep", "Defense"], ["Ke", "Attack"]):
        await actions.click(line)
    assert heard == ["do-0", "do-0", "do-1", "do-0"]
    with pytest.raises(ScriptError, match="anna sees no button “Keep” for “Retreat”"):
        await actions.click(["Keep", "Retreat"])
    for wrong in ([], ["Keep", "Attack", "x"]):
        with pytest.raises(ScriptError, match="write: click"):
            await actions.click(wrong)


async def test_the_newest_message_has_the_button_that_can_be_pressed(
    bot: LittleBot, actions: ScriptActions, heard: list[Any], general: Channel
) -> None:
    await shown(bot, general, buttons("Go on", "Old"))
    await shown(bot, general, buttons("Go\N{NO-BREAK SPACE}away", "Go"))
    await shown(bot, general, buttons("Go", "Old", disabled=True))
    for label in ("Go", "Go ", "Go o", "Old"):
        await actions.click([label])
    assert heard == ["do-Go", "do-Go\N{NO-BREAK SPACE}away", "do-Go on", "do-Old"]
    for label in ("go", "away"):
        with pytest.raises(ScriptError, match=rf"anna sees no button “{label}”$"):
            await actions.click([label])


async def test_a_select_is_picked_by_labels_or_by_who_and_where(
    server: LocalDiscord, bot: LittleBot, actions: ScriptActions, heard: list[Any], bert: User, general: Channel
) -> None:
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label=label, value=f"v{label}") for label in ("Red ace", "Red", "Black")]
    view.add_item(discord.ui.Select(placeholder="Card", custom_id="do-card", options=options, max_values=2))
    view.add_item(discord.ui.UserSelect(placeholder="Who", custom_id="do-who"))
    view.add_item(discord.ui.ChannelSelect(placeholder="Where", custom_id="do-where"))
    await shown(bot, general, view)
    for words in (["Card", "Red"], ["Card", "Bl", "Red a"], ["Who", "@bert"], ["Who", "bert"], ["Where", "#general"]):
        await actions.select(words)
    assert heard == [["vRed"], ["vBlack", "vRed ace"], [bert.id], [bert.id], [general["id"]]]
    for words, sentence in (
        (["Card", "Green"], "the select has no option “Green”"),
        (["Hand", "Red"], "anna sees no select “Hand”$"),
        (["Card"], "write: select"),
    ):
        with pytest.raises(ScriptError, match=sentence):
            await actions.select(words)
    assert server.rejected == []


class Order(discord.ui.Modal, title="Order"):
    """A text, boxes, and files."""

    def __init__(self) -> None:
        super().__init__(custom_id="do-order")
        group: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(custom_id="sides", max_values=2)
        for label in ("Left", "Right"):
            group.add_option(label=label, value=label[0])
        text: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="text")
        files: discord.ui.FileUpload[Any] = discord.ui.FileUpload(custom_id="files", max_values=2)
        for name, field in (("The text", text), ("Sides", group), ("Files", files)):
            self.add_item(discord.ui.Label(text=name, component=field))


async def test_a_form_takes_words_choices_and_files(bot: LittleBot, actions: ScriptActions, tmp_path: Path) -> None:
    read: list[Any] = []

    async def ask(interaction: Received) -> None:
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.send_modal(Order())
            return
        data: Any = interaction.data
        text, sides, files = (each["component"] for each in data["components"])
        names = [data["resolved"]["attachments"][each]["filename"] for each in files["values"]]
        read.append((text["value"], sides["values"], names))
        await interaction.response.send_message("heard", ephemeral=True)

    bot.handler = ask
    for name in ("ours.toml", "theirs.toml"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    actions.folder = tmp_path
    await actions.command(["/do"])
    with pytest.raises(ScriptError, match=r"the file “gone\.toml” cannot be read: No such file"):
        await actions.fill(["text:x", "Files:<gone.toml"])
    with pytest.raises(ScriptError, match="“x” is not an answer"):
        await actions.fill(["x"])
    await actions.fill(['"The text":"two words"', "Sides:Right", "Sides:L", "Files:<ours.toml", "Files:<theirs.toml"])
    await actions.command(["/do"])
    await actions.fill(["text:a:b", "sides:Left", "files:<ours.toml"])
    assert read == [("two words", ["R", "L"], ["ours.toml", "theirs.toml"]), ("a:b", ["L"], ["ours.toml"])]


async def test_a_line_says_who_and_where(server: LocalDiscord, actions: ScriptActions, general: Channel) -> None:
    actions.move(['@"Gérard"', '#general/"a long thread"'])
    user, place = actions.present()
    assert (actions.user_name, user.name, place) == ("Gérard", "Gérard", server.thread("a long thread", general))
    actions.move(["#dm"])
    assert actions.present()[1] == user.dm()
    actions.move(["@anna"])
    assert actions.present()[1] == user.dm(), "the place stays"
    actions.locale(["fr"])
    assert server.hub.state.locale_of(server.user("anna").id) == "fr"
    assert server.hub.state.locale_of(user.id) == "en-US"
    for wrong in ("general", "@", "#", '""'):
        with pytest.raises(ScriptError, match="is neither a @user nor a #channel"):
            actions.move([wrong])
    with pytest.raises(ScriptError, match="“locale” takes 1 word, not 0"):
        actions.locale([])
    nobody = ScriptActions(server, Transcript(server.hub.state, server.url))
    assert nobody.user_name is None
    with pytest.raises(ScriptError, match="no user yet"):
        nobody.move(["#dm"])
    nobody.move(["#general"])
    with pytest.raises(ScriptError, match="no user yet"):
        nobody.present()
    nobody = ScriptActions(server, Transcript(server.hub.state, server.url))
    nobody.move(["@anna"])
    with pytest.raises(ScriptError, match="no channel yet"):
        nobody.present()


async def test_options_end_the_command(bot: LittleBot, actions: ScriptActions, anna: User, general: Channel) -> None:
    for words, drawn in (
        (["/draw", "card", "card:red ACE"], "ace"),
        (["/draw", "card", "card:Red"], "Red"),
        (["/draw", "card", 'card:"Red ace"'], "ace"),
    ):
        await actions.command(words)
        embeds = [each["embeds"][0] for each in anna.messages(general) if each["embeds"]]
        assert embeds[-1]["description"] == drawn
    with pytest.raises(ScriptError, match="“quickly” is not an option"):
        await actions.command(["/draw", "card", "card:x", "quickly"])
    assert bot.user is not None


async def test_a_menu_opens_on_the_newest(bot: LittleBot, actions: ScriptActions, anna: User, general: Channel) -> None:
    asked: list[str] = []

    @discord.app_commands.context_menu(name="Why?")
    async def why(interaction: discord.Interaction, message: discord.Message) -> None:
        asked.append(message.content)
        await interaction.response.send_message("private", ephemeral=True)

    bot.tree.add_command(why)
    await bot.tree.sync()
    first = anna.send(general, "first hit")
    anna.send(general, "second")
    anna.pin(first)  # this leaves a row
    for words in (["Why?"], ["Why?", "hit"], ["Why?", "second"]):
        await actions.context(words)
    assert asked == ["second", "first hit", "second"]
    for words, sentence in ((["Why?", "private"], "no message that holds “private”"), ([], "write: context")):
        with pytest.raises(ScriptError, match=sentence):
            await actions.context(words)


async def test_choices_depend_on_earlier_options(server: LocalDiscord, bot: LittleBot, actions: ScriptActions) -> None:
    guild, asked, moved = discord.Object(int(server.guild_id)), list[tuple[str, str]](), list[str]()

    @discord.app_commands.command(name="move", description="Moves")
    async def move(interaction: discord.Interaction, note: str, unit: str, to: str) -> None:
        moved.append(f"{note} {unit} {to}")
        await interaction.response.send_message("moved")

    async def offer(interaction: discord.Interaction, typed: str) -> list[discord.app_commands.Choice[str]]:
        asked.append((typed, str(interaction.namespace.unit)))
        return [discord.app_commands.Choice(name=word.title(), value=word.upper()) for word in (f"{typed}s", typed)]

    move.autocomplete("unit")(offer)
    move.autocomplete("to")(offer)
    bot.tree.add_command(move, guild=guild)
    await bot.tree.sync(guild=guild)
    await actions.command(["/move", "note:Now", "unit:guard", "to:ligny"])
    assert moved == ["Now GUARD LIGNY"]
    assert asked == [("guard", "guard"), ("ligny", "GUARD")]
