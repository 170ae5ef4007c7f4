"""The journal as Markdown."""

import re
from dataclasses import replace

from bot.journal.markdown_file import markdown
from bot.journal.marks import Marks
from bot.journal.page import Report, Wish, page_of
from rules.campaign.life.rolling import RollDice
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from tests.bot.journal.plays import both_sides, whole_game
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def journal(play: Play, user: int = ANNA, **more: object) -> str:
    page = page_of(play.campaign, play.log, Wish(user, play.clock, **more))  # type: ignore[arg-type]
    return markdown(page, Marks(page.cast))


def test_user_text_is_never_markup() -> None:
    play = night_watch()
    play.do(ANNA, RollDice(reason="<script> # [x](http://y)"))
    assert "For: \\<script\\> \\# \\[x\\]\\(http\\://y\\)" in journal(play)


def test_so_is_the_name_of_the_campaign() -> None:
    play = night_watch()
    play.campaign = replace(play.campaign, founding=replace(play.campaign.founding, name="*Our* # war"))
    assert journal(play).startswith("# Journal of \\*Our\\* \\# war\n")


def test_reasons_are_folded_and_pictures_are_told() -> None:
    said = journal(whole_game("marne-1918", 2))
    assert said.count("<details>") == said.count("</details>") > 0
    assert "> Marne 1918, turn 1" in said
    assert "<@" not in said
    assert "<t:" not in said


def test_every_picture_is_described() -> None:
    play = whole_game("marne-1918", 2)
    page = page_of(play.campaign, play.log, Wish(ANNA, play.clock))
    (first,), (last,) = (turn.report.pictures for turn in page.turns)
    bare = replace(page.turns[0], entries=(), report=Report((), (first, last)))
    told = markdown(replace(page, report=replace(page.report, pictures=(last, first)), turns=(bare,)), Marks(page.cast))
    assert re.findall(r"^(## .*|### .*|> Marne 1918, turn \d)", told, re.MULTILINE)[:6] == [
        "## Report", "> Marne 1918, turn 2", "> Marne 1918, turn 1",
        "## Turn 1", "### The turn in brief", "> Marne 1918, turn 1",
    ]  # fmt: skip


def test_board_work_stands_with_its_reasons() -> None:
    play = night_watch()
    play.do(ANNA, "enter_score", score=3)
    said = journal(play).partition("Score entered")[2]
    assert "- Set the score to 3." in said
    assert "<details>" not in said


BERTS = """\
# Journal of The long war
*Game:*
Night Watch
*As it stands:*
Turn 1, Patrol.
*Players:*
Player 1 (North)
Player 2 (South)
Entries in total: 7
5 January 2026, 12:00 – 5 January 2026, 12:08
This file holds what only South may know: don't pass it on.
Times are in the time zone UTC.
## Report
1 turn, 7 entries, 8 minutes from the first to the last.
## Turn 1
### Turn 1, Patrol.
**1** · 5 January 2026, 12:01 · South: Seat taken
Player 2 (South) joins as South.
**[2](https://discord.com/2)** · 5 January 2026, 12:02 · South: Token drawn
South draws a token.
*Only for South:*
Your token is 2.
**2.1** · 5 January 2026, 12:03 · South: Hidden move
*Only for South:*
You note a lantern on the wall.
**3** · 5 January 2026, 12:04 · North: ~~Call~~
**4** · 5 January 2026, 12:05 · North: Dice rolled
1d6 → **2**
For: a duel
**5** · 5 January 2026, 12:06 · North: Action undone
Undone: “Call”.
<details><summary>Why?</summary>
*Rule:*
The entry stays in the log, and its dice stay used.
</details>
**6** · 5 January 2026, 12:07 · North: Waiting for the others
Player 1 (North) wants to end the turn.
**7** · 5 January 2026, 12:08 · North: Call
South must answer the call.
### The turn in brief
*South:*
South draws a token.
*North:*
South must answer the call.
*Time:*
The turn took 7 minutes.
## The dice
All dice that were rolled in the open. `/record more what:export` gives the file that proves them.
| Entry | Side | For | Dice |
|---|---|---|---|
| 4 | North | Dice rolled | 1d6: ⚁ = 2 |
"""
SECRETS = (
    "*Only for South:*\nYour token is 2.\n",
    "**2.1** · 5 January 2026, 12:03 · South: Hidden move\n*Only for South:*\nYou note a lantern on the wall.\n",
)
WARNING, CALM = "This file holds what only South may know: don't pass it on.", "No secret is in this file."


def watched() -> Play:
    """A secret told, a private action, dice, an undo, and a call that waits."""
    play = night_watch((BERT, "draw"), (BERT, "note"), (ANNA, "call"))
    for command in (RollDice(reason="a duel"), Undo()):
        play.do(ANNA, command)
    for name in ("next_turn", "call"):
        play.do(ANNA, name)
    return play


def solid(said: str) -> str:
    """The lines that are not empty."""
    return "".join(f"{line.rstrip()}\n" for line in said.splitlines() if line.strip())


def test_this_is_what_a_player_and_all_others_read() -> None:
    play, links = watched(), {2: "https://discord.com/2"}
    assert solid(journal(play, BERT, links=links)) == BERTS
    others = BERTS.replace(WARNING, CALM)
    for secret in SECRETS:
        assert others.count(secret) == 1
        others = others.replace(secret, "")
    others = others.replace("South: 2 actions in all", "South: 1 action in all")
    for user in (ANNA, 99):
        assert solid(journal(play, user, links=links)) == others
    assert "South draws a token.  \nYour" not in journal(play, BERT)
    assert "\n\n*Only for South:*\nYour token is 2.  \n\n" in journal(play, BERT), "a line stays a line"


def for_both() -> Play:
    """Anna plays both sides, and brings back at once what each was told."""
    play = both_sides()
    play.do(ANNA, Rewind(to=0, last=3))
    play.do(ANNA, Redo())
    return play


def test_each_own_sides_news_stand_under_the_entry() -> None:
    told = journal(for_both()).split("Brought back, with the same dice")[1]
    assert re.findall(r"\*Only for (\w+):\*\nYour token is \d", told) == ["North", "South"]


def test_a_later_start_omits_earlier_turns_and_dice() -> None:
    said = solid(journal(watched(), BERT, since=2))
    head = BERTS[: BERTS.index("## Report")]
    assert said == head.replace(WARNING, CALM)
