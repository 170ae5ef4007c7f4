"""The journal as Markdown."""

from bot.record.markdown import markdown
from bot.record.marks import Marks
from bot.record.page import Wish, page_of
from rules.campaign.rolling import RollDice
from rules.campaign.undo import Undo
from tests.bot.record.plays import whole_game
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def journal(play: Play, user: int = ANNA, **more: object) -> str:
    page = page_of(play.campaign, play.log, Wish(user, play.clock, **more))  # type: ignore[arg-type]
    return markdown(page, Marks(page.cast))


def test_entries_are_numbered_below_their_turns() -> None:
    play = night_watch()
    play.do(BERT, "call")
    play.do(BERT, Undo())
    said = journal(play, links={1: "https://discord.com/1"})
    assert said.startswith("# Journal of The long war\n")
    assert "## Turn 1" in said
    assert "**[1](https://discord.com/1)** · 5 January 2026, 12:01 · South: Seat taken" in said
    assert "South: ~~Call~~" in said


def test_what_somebody_wrote_is_text() -> None:
    play = night_watch()
    play.do(ANNA, RollDice(reason="<script> # [x](http://y)"))
    assert "For: \\<script\\> \\# \\[x\\]\\(http\\://y\\)" in journal(play)


def test_reasons_are_folded_and_pictures_are_told() -> None:
    said = journal(whole_game("marne-1918", 2))
    assert said.count("<details>") == said.count("</details>") > 0
    assert "> Marne 1918, turn 1" in said
    assert "<@" not in said
    assert "<t:" not in said


def test_it_ends_with_the_dice() -> None:
    play = night_watch()
    assert "## The dice" not in journal(play)
    play.do(ANNA, RollDice(reason="a duel"))
    *_, rule, row = journal(play).splitlines()
    assert rule == "|---|---|---|---|"
    assert row.startswith(f"| {len(play.log)} | North | Dice rolled | 1d6: ")
