"""The script player: every kind of line, every way to fail, the same transcript twice."""

import asyncio
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl

from localdiscord import LocalDiscord
from localdiscord.script import play
from tests.localdiscord.little_bot import Heard, LittleBot


class Scribe(LittleBot):
    """A bot that keeps a count in its database, and misbehaves when asked to."""

    def __init__(self, table: LocalDiscord, database: Path, seed: str | None) -> None:
        super().__init__()
        self.table, self.seed = table, seed
        self.file = sqlite3.connect(database, isolation_level=None)
        self.file.execute("CREATE TABLE IF NOT EXISTS said (text TEXT)")
        self.tree.add_command(count)
        self.tree.add_command(remind)
        self.tree.add_command(blunder)
        self.tree.add_command(roll)
        self.tree.add_command(whisper)
        self.tree.add_command(hide)
        self.tree.add_command(draw_map)
        self.tree.add_command(choose)
        self.deed = self.chosen

    async def chosen(self, interaction: Heard) -> None:
        data: Any = interaction.data
        if "custom_id" in data:
            await interaction.response.edit_message(content=data["custom_id"])


def scribe(interaction: discord.Interaction) -> Any:
    return interaction.client


@discord.app_commands.command(name="count", description="Counts")
async def count(interaction: discord.Interaction) -> None:
    file = scribe(interaction).file
    file.execute("INSERT INTO said VALUES ('x')")
    (number,) = file.execute("SELECT count(*) FROM said").fetchone()
    await interaction.response.defer(thinking=True)
    await interaction.followup.send(f"count {number}")


@discord.app_commands.command(name="remind", description="What time is it?")
async def remind(interaction: discord.Interaction, text: str, who: discord.Member | None = None) -> None:
    moment = f"{interaction.created_at:%Y-%m-%d %H:%M:%S}"
    await interaction.response.send_message(f"{moment} {text} {who.mention if who else ''}")


@discord.app_commands.command(name="blunder", description="Sends too much")
async def blunder(interaction: discord.Interaction) -> None:
    try:
        await interaction.response.send_message("x" * 2001)
    except discord.HTTPException:
        await interaction.response.send_message("sorry")


@discord.app_commands.command(name="roll", description="Rolls")
async def roll(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(f"seed {scribe(interaction).seed}")


@discord.app_commands.command(name="whisper", description="Writes in private, later")
async def whisper(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("sent")
    user = await interaction.client.fetch_user(interaction.user.id)
    await user.send("psst")


@discord.app_commands.command(name="map", description="Two messages, one with a file")
async def draw_map(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("the map")
    await interaction.followup.send(file=discord.File(io.BytesIO(b"pixels"), "map.png"))


@discord.app_commands.command(name="hide", description="Takes the last message away")
async def hide(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("one")
    sent = await interaction.followup.send("two", wait=True)
    await sent.delete()


@discord.app_commands.command(name="choose", description="Two buttons that begin alike")
async def choose(interaction: discord.Interaction) -> None:
    view = discord.ui.View(timeout=None)
    for label in ("Keep all", "Keep"):
        view.add_item(discord.ui.Button(label=label, custom_id=f"do-{label}"))
    await interaction.response.send_message("?", view=view)


class Running:
    def __init__(self, bot: Scribe) -> None:
        self.bot = bot
        self.task = asyncio.create_task(bot.start(bot.table.token))

    async def kill(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.bot.close()
        self.bot.file.close()


async def start(table: LocalDiscord, database: Path, seed: str | None) -> Running:
    discord.http.Route.BASE = table.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(table.gateway.url)
    return Running(Scribe(table, database, seed))


GAME = """\
# a game
@anna #marne

/draw event marker:"air unit"
select "Marker" "Air unit"
expect "chose air"
@bert
expect "returns to the pool"
expect-not "chose"
/draw event marker:Fog
click "Report"
fill "Victory points":31
expect "31 points"
#marne/the-long-thread
/remind text:"The long war" who:@anna
wait 3d
/remind text:later
@anna #marne
/whisper
#dm
expect "psst"
#marne
/hide
/map
expect "map.png"
expect "the map"
@bert
expect "map.png"
@anna
/count
restart
/count
expect "count 2"
"""

TRANSCRIPT = """\
# a game
@anna #marne

/draw event marker:"air unit"
    #marne · all
        Allies
        Drawn
        air
        Pool: returns to the pool
        one left
    #marne · only anna
        What now?
        [Report] (Reporting is over)
        <Marker: Air unit | Gouraud>
select "Marker" "Air unit"
    #marne · only anna (edited)
        chose air
expect "chose air"
@bert
expect "returns to the pool"
expect-not "chose"
/draw event marker:Fog
    #marne · all
        Allies
        Drawn
        Fog
        Pool: returns to the pool
        one left
    #marne · only bert
        What now?
        [Report] (Reporting is over)
        <Marker: Air unit | Gouraud>
click "Report"
    #marne · only bert
        form "Report": Victory points
fill "Victory points":31
    #marne · all
        31 points
expect "31 points"
#marne/the-long-thread
/remind text:"The long war" who:@anna
    #marne/the-long-thread · all
        2026-01-05 12:00:13 The long war @anna
wait 3d
/remind text:later
    #marne/the-long-thread · all
        2026-01-08 12:00:15 later
@anna #marne
/whisper
    #marne · all
        sent
    @anna · only anna
        psst
#dm
expect "psst"
#marne
/hide
    #marne · all
        one
/map
    #marne · all
        the map
    #marne · all
        file map.png
expect "map.png"
expect "the map"
@bert
expect "map.png"
@anna
/count
    #marne · all
        count 1
restart
/count
    #marne · all
        count 2
expect "count 2"
"""


async def played(folder: Path, text: str, **settings: Any) -> int:
    file = folder / "game.script"
    file.write_text(text, encoding="utf-8")
    return await play([file], start_bot=start, **settings)


async def test_a_transcript(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await played(tmp_path, GAME) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == TRANSCRIPT


async def test_the_same_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for _ in range(2):
        assert await played(tmp_path, GAME, as_json=True) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    lines = [json.loads(line) for line in texts[0].splitlines()]
    kinds = {line["kind"] for line in lines}
    assert kinds == {"message", "edit", "delete", "modal", "autocomplete", "dm"}
    assert lines[0]["kind"] == "autocomplete"
    assert lines[0]["payload"] == {"choices": [{"name": "Air unit", "value": "air"}]}
    drawn, private = lines[1:3]
    assert (drawn["line"], drawn["by"], drawn["channel"], drawn["visible_to"]) == (4, "anna", "#marne", "all")
    assert drawn["payload"]["embeds"][0]["title"] == "Drawn"
    assert private["visible_to"] == ["anna"]
    (psst,) = [line for line in lines if line["kind"] == "dm"]
    assert (psst["channel"], psst["visible_to"]) == ("@anna", ["anna"])


async def test_a_button_is_found_by_its_label_or_how_it_begins(tmp_path: Path) -> None:
    text = """
@anna #marne
/choose
click "Keep"
expect "do-Keep"
expect-not "do-Keep all"
click "Keep a"
expect "do-Keep all"
"""
    assert await played(tmp_path, text) == 0


async def test_what_an_earlier_deed_showed_is_old(tmp_path: Path) -> None:
    assert await played(tmp_path, '@anna #marne\n/count\n/count\nexpect "count 2"\nexpect-not "count 1"') == 0


async def test_the_seed_reaches_the_bot(tmp_path: Path) -> None:
    assert await played(tmp_path, '@anna #marne\n/roll\nexpect "seed c0ffee"', seed="c0ffee") == 0


async def test_a_database_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "kept.db"
    assert await played(tmp_path, "@anna #marne\n/count\n", database=database) == 0
    assert await played(tmp_path, '@anna #marne\nexpect "count 1"\n/count\nexpect "count 2"', database=database) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("_hurry")
async def test_files_are_played_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "a.script", tmp_path / "b.script"
    first.write_text("@anna #marne\n/count\n", encoding="utf-8")
    second.write_text('expect "count 1"\nexpect "count 2"\n', encoding="utf-8")
    assert await play([first, second], start_bot=start) == 1
    assert capsys.readouterr().err.startswith(f"{second}:2: expected “count 2”, but anna reads: count 1")


FAILURES = [
    ("/count", 1, "nobody speaks yet"),
    ("@anna\n/count", 2, "no channel yet"),
    ("@anna #marne\n/march", 2, "There is no command /march."),
    ("@anna #marne\n/count pace:fast", 2, "The command has no option “pace”."),
    ("@anna #marne\n/remind text:x quickly", 2, "“quickly” is no option"),
    ("@anna #marne\n/remind", 2, "The option “text” is required."),
    ("@anna #marne\n\n# note\n/do", 4, "The application did not respond"),
    ("@anna #marne\n/blunder", 2, "Discord refuses POST /interactions/"),
    ('@anna #marne\n/count\nexpect "count 9"', 3, "expected “count 9”, but anna reads: count 1"),
    ('@anna #marne\n/count\nexpect-not "count 1"', 3, "did not expect “count 1”"),
    ('@anna #marne\nexpect "x"', 2, "expected “x”, but anna reads: nothing"),
    ('@anna #marne\nclick "Keep"', 2, "anna sees nothing like “Keep” to click"),
    (
        '@anna #marne\n/draw event marker:x\nclick "Reporting"',
        3,
        "anna sees nothing like “Reporting” to click",
    ),
    (
        '@anna #marne\n/draw event marker:x\n@bert\nclick "Report"',
        4,
        "bert sees nothing like “Report” to click",
    ),
    ('@anna #marne\n/draw event marker:x\nselect "Marker" "Horse"', 3, "the menu has no option “Horse”"),
    ('@anna #marne\nselect "Marker"', 2, "write: select"),
    ("@anna #marne\nfill vp:1", 2, "No form is open."),
    ('@anna #marne\n/draw event marker:x\nclick "Report"\nfill hat:1', 4, "The form has no field “hat”."),
    ('@anna #marne\n/draw event marker:x\nclick "Report"\nfill', 4, "“Victory points” must be filled in."),
    ("@anna #marne\nwait long", 2, "write for example: wait 90s"),
    ("@anna #marne\ndance", 2, "there is no line that begins with “dance”"),
    ('@anna #marne\nexpect "x', 2, "a quotation mark is not closed"),
    ("@anna marne", 1, "“marne” is neither"),
    ("@anna #marne\nrestart now", 2, "“restart” takes 0 words, not 1"),
]


@pytest.fixture
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localdiscord.script.EXPECT_SECONDS", 0.05)
    monkeypatch.setattr("localdiscord.script.PATIENCE_SECONDS", 1.0)


@pytest.mark.usefixtures("_hurry")
@pytest.mark.parametrize(("text", "number", "sentence"), FAILURES)
async def test_a_line_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, number: int, sentence: str
) -> None:
    assert await played(tmp_path, text) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{tmp_path / 'game.script'}:{number}: {sentence}")
    assert err.count("\n") == 1


async def test_an_expectation_waits(tmp_path: Path) -> None:
    tasks: list[asyncio.Task[None]] = []

    async def post(interaction: Heard) -> None:
        await asyncio.sleep(0.3)
        await interaction.followup.send("late")

    async def answer(interaction: Heard) -> None:
        await interaction.response.send_message("soon")
        # a task that discord.py does not know, as an outbox has
        tasks.append(asyncio.create_task(post(interaction)))

    async def start_slow(table: LocalDiscord, database: Path, seed: str | None) -> Running:
        running = await start(table, database, seed)
        running.bot.deed = answer
        return running

    file = tmp_path / "game.script"
    file.write_text('@anna #marne\n/do\nexpect "soon"\nexpect "late"\n', encoding="utf-8")
    assert await play([file], start_bot=start_slow) == 0
