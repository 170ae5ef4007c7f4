"""Scripts that play well: every kind of line, the same transcript twice."""

import asyncio
import contextlib
import functools
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import discord
import pytest

from localdiscord import Clock, LocalDiscord, RunningBot, play
from localdiscord.script.player import START, Player
from localdiscord.script.syntax import ScriptLine
from localdiscord.script.transcript import Transcript
from localdiscord.server import StartBot
from tests.localdiscord.conftest import Sleeper
from tests.localdiscord.little_bot import Received
from tests.localdiscord.script.runs import played
from tests.localdiscord.script.scribe import RunningScribe, start_scribe
from tests.patience import MOMENT, PATIENCE, a_moment

GAME = """\
# a game
@anna #general

/draw card card:"red ace"
select "Card" "Red ace"
expect "chose ace"
@bert
expect "returns to the pile"
expect-not "chose"
/draw card card:Three
click "Report"
fill "Points":31
expect "31 points"
#general/a-long-thread
/remind text:"A long thread" who:@anna
wait 3d
/remind text:later
@anna #general
/whisper
#dm
expect "psst"
#general
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
@anna #general

/draw card card:"red ace"
    #general · all
        Dealer
        Drawn
        ace
        Pile: returns to the pile
        one left
    #general · only anna
        What now?
        [Report] (Reporting is over)
        <Card: Red ace | Joker>
select "Card" "Red ace"
    #general · only anna (edited)
        chose ace
expect "chose ace"
@bert
expect "returns to the pile"
expect-not "chose"
/draw card card:Three
    #general · all
        Dealer
        Drawn
        Three
        Pile: returns to the pile
        one left
    #general · only bert
        What now?
        [Report] (Reporting is over)
        <Card: Red ace | Joker>
click "Report"
    #general · only bert
        form "Report": Points
fill "Points":31
    #general · all
        31 points
expect "31 points"
#general/a-long-thread
/remind text:"A long thread" who:@anna
    #general/a-long-thread · all
        2026-01-05 12:00:13 A long thread @anna
wait 3d
/remind text:later
    #general/a-long-thread · all
        2026-01-08 12:00:15 later
@anna #general
/whisper
    #general · all
        sent
    @anna · only anna
        psst
#dm
expect "psst"
#general
/hide
    #general · all
        one
/map
    #general · all
        the map
    #general · all
        file map.png
            alt: A map
expect "map.png"
expect "the map"
@bert
expect "map.png"
@anna
/count
    #general · all
        count 1
restart
/count
    #general · all
        count 2
expect "count 2"
"""


def answered_by(handler: Callable[[Received], Awaitable[None]]) -> StartBot:
    async def start(server: LocalDiscord, database: Path) -> RunningScribe:
        running = await start_scribe(server, database)
        running.bot.handler = handler
        return running

    return start


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
    assert lines[0]["payload"] == {"choices": [{"name": "Red ace", "value": "ace"}]}
    drawn, private = lines[1:3]
    assert (drawn["line"], drawn["by"], drawn["channel"], drawn["visible_to"]) == (4, "anna", "#general", "all")
    assert drawn["payload"]["embeds"][0]["title"] == "Drawn"
    assert private["visible_to"] == ["anna"]
    (psst,) = [line for line in lines if line["kind"] == "dm"]
    assert (psst["channel"], psst["visible_to"]) == ("@anna", ["anna"])


async def test_earlier_actions_are_not_expected(tmp_path: Path) -> None:
    assert await played(tmp_path, '@anna #general\n/count\n/count\nexpect "count 2"\nexpect-not "count 1"') == 0


async def test_a_change_of_language_keeps_the_last_action(tmp_path: Path) -> None:
    lines = ["@anna #general", "/map", "locale fr", 'expect "the map"', 'expect "map.png"', "/count"]
    assert await played(tmp_path, "\n".join([*lines, 'expect-not "map"', "locale en-US", 'expect "count 1"'])) == 0


@pytest.mark.parametrize("is_refused", [True, False])
async def test_a_bot_that_does_not_connect_is_told_with_its_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, is_refused: bool
) -> None:
    async def start(server: LocalDiscord, _database: Path) -> RunningBot:
        async with aiohttp.ClientSession() as session:
            for path in ("users/@me", "gateway/bot") if is_refused else ():
                async with session.get(f"{server.api_url}/{path}") as response:
                    assert response.status == 401
        return Sleeper([])

    async with LocalDiscord(clock=Clock(START)) as server:
        monkeypatch.setattr(server, "bot_online", functools.partial(server.bot_online, 0.05))
        player = Player(server, tmp_path / "bot.db", start, as_json=False, expect_timeout=PATIENCE)
        assert await player.play([ScriptLine("a.script", 1, "@anna #general")]) == 1
        await player.end()
    cause = "Discord rejects GET /users/@me: 401" if is_refused else "the bot did not connect"
    assert capsys.readouterr().err.startswith(f"a.script:1: {cause}")


async def test_effects_come_before_the_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await played(tmp_path, "@anna #general\n/blunder\n/count") == 1
    out, err = capsys.readouterr()
    assert out == "@anna #general\n/blunder\n    #general · all\n        sorry\n"
    assert err.startswith(f"{tmp_path / 'game.script'}:2: Discord rejects POST /interactions/")
    assert "400 50035 Invalid Form Body {'" in err


async def test_the_first_refusal_of_a_line_is_its_cause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def blunder(interaction: Received) -> None:
        for refused in (interaction.followup.send("early"), interaction.response.send_message("x" * 2001)):
            with contextlib.suppress(discord.HTTPException):
                await refused
        await interaction.response.send_message("sorry")

    file = tmp_path / "game.script"
    file.write_text("@anna #general\n/do\n", encoding="utf-8")
    assert await play([file], answered_by(blunder)) == 1
    assert ":2: Discord rejects POST /webhooks/{application}/{token}: 404 10015" in capsys.readouterr().err


async def test_a_no_break_space_is_a_space_to_who_reads(tmp_path: Path) -> None:
    lines = ["@anna #general", '/remind text:"31\N{NO-BREAK SPACE}km"']
    for expectation, code in (
        ('expect "31 km"', 0),
        ('expect "31\N{NO-BREAK SPACE}km"', 0),
        ('expect-not "31\N{NO-BREAK SPACE}km"', 1),
        ('expect-not "31 km"', 1),
        ('expect-not "31km"', 0),
    ):
        assert await played(tmp_path, "\n".join([*lines, expectation]), expect_timeout=MOMENT) == code


async def test_a_silent_player_prints_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with LocalDiscord(clock=Clock(START)) as server:
        player = Player(
            server, tmp_path / "bot.db", start_scribe, as_json=False, expect_timeout=PATIENCE, is_silent=True
        )
        file = str(tmp_path / "scripts" / "a.script")
        lines = [ScriptLine(file, number, text) for number, text in enumerate(("@anna #general", "/count"), 1)]
        assert await player.play(lines) == 0
        assert player.actions.folder == tmp_path / "scripts", "what a form is given is beside the script"
        await player.end()
        assert [each["content"] for each in server.user("anna").messages(server.channel("general"))] == ["count 1"]
    assert capsys.readouterr().out == ""


def kept(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.glob("kept*"))


async def test_a_database_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "kept.db"
    assert await played(tmp_path, "@anna #general\n/count\n", database=database) == 0
    assert kept(tmp_path) == ["kept.db", "kept.db.discord"]
    assert await played(tmp_path, '@anna #general\nexpect "count 1"\n/count\nexpect "count 2"', database=database) == 0
    assert capsys.readouterr().err == ""


async def test_files_are_played_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "a.script", tmp_path / "b.script"
    first.write_text("@anna #general\n/count\n", encoding="utf-8")
    second.write_text('expect "count 1"\nexpect "count 2"\n', encoding="utf-8")
    assert await play([first, second], start_scribe, expect_timeout=MOMENT) == 1
    assert capsys.readouterr().err.startswith(f"{second}:2: expected “count 2”, but anna reads: count 1")


async def test_an_expectation_waits(tmp_path: Path) -> None:
    tasks: list[asyncio.Task[None]] = []

    async def post(interaction: Received) -> None:
        await a_moment(6)
        await interaction.followup.send("late")

    async def answer(interaction: Received) -> None:
        await interaction.response.send_message("soon")
        # a task that discord.py does not know, as an outbox has
        tasks.append(asyncio.create_task(post(interaction)))

    file = tmp_path / "game.script"
    file.write_text('@anna #general\n/do\nexpect "soon"\nexpect "late"\n', encoding="utf-8")
    assert await play([file], answered_by(answer)) == 0


FORUM = """\
forum campaigns waiting ended
@anna #campaigns
post "Marne 1918" "who plays?" waiting
expect "who plays?"
/draw card card:"red ace"
@bert #campaigns
post Fields "and here?"
#campaigns/"Marne 1918"
expect "Dealer"
"""
FORUM_TOLD = """\
post "Marne 1918" "who plays?" waiting
    #campaigns/Marne 1918 · all
        tags: waiting
    #campaigns/Marne 1918 · all
        who plays?
"""


async def test_a_forum_is_played_in_and_its_tags_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await played(tmp_path, FORUM) == 0
    told = capsys.readouterr().out
    assert FORUM_TOLD in told
    assert told.count("tags:") == 1
    assert "    #campaigns/Fields · all\n        and here?\n" in told
    for wrong in (
        "forum",
        "forum a\n@anna #a\npost x",
        "@anna #general\npost x y",
        "forum a\n@anna #a/x",
        "forum a\n@anna #a\npost x y z",
    ):
        assert await played(tmp_path, wrong) == 1


async def test_other_tags_are_told_once() -> None:
    async with LocalDiscord() as server:
        anna, forum = server.user("anna"), server.forum("campaigns", ["waiting", "ended"])
        post = anna.post(forum, "Marne", "x", ["waiting"])
        transcript = Transcript(server.hub.state, server.url)
        anna.tag(post, "waiting")
        server.archive(post)
        assert transcript.take() == []
        anna.send(post, "x")
        anna.tag(post, "ended", "waiting")
        server.archive(post)
        server.reopen(post)
        anna.tag(post)
        lines = transcript.take()
        assert [line.payload["tags"] for line in lines if line.type == "tags"] == [["waiting", "ended"], []]
        assert list(transcript.text(lines))[-2:] == ["    #campaigns/Marne · all", "        tags: none"]
        assert '"kind": "tags"' in transcript.json_line({}, lines[-1])


async def test_time_moves_by_line_and_wait(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record: list[str] = []
    lines = ["@anna #general", "", "# a comment", "/remind text:x"]
    for wait in ("100s", "2m", "3h", "4d", "1w"):
        lines += [f"wait {wait}", "/remind text:x"]
    assert await played(tmp_path, "\n".join(lines), record=record) == 0
    told = [line.split()[1] for line in capsys.readouterr().out.splitlines() if line.endswith(" x")]
    days = [line.split()[0] for line in told]
    assert days == ["12:00:02", "12:01:44", "12:03:46", "15:03:48", "15:03:50", "15:03:52"]
    read = [json.loads(line) for line in record]
    assert [(each["line"], each["by"], each["file"]) for each in read] == [
        (number, "anna", str(tmp_path / "game.script")) for number in range(4, 15, 2)
    ]
    assert [each["payload"]["content"].split()[0] for each in read] == [
        *["2026-01-05"] * 4, "2026-01-09", "2026-01-16",
    ]  # fmt: skip
