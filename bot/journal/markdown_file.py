"""The journal as Markdown, for an archive, a forum or a program of one's own."""

from collections.abc import Iterable, Iterator

from bot.base.language import say
from bot.journal.marks import Marks
from bot.journal.page import ABOUT_DICE, DICE_HEADS, Group, Page, PageEntry, Report
from rules.line import line
from rules.secrets import quote


def markdown(page: Page, marks: Marks) -> str:
    """Return the journal, a numbered entry below the other."""
    return marks.markdown("\n".join(_page(page, marks))) + "\n"


def _page(page: Page, marks: Marks) -> Iterator[str]:
    yield f"# {quote(page.title)}\n"
    yield from _groups(page.cover)
    for each in page.intro:
        yield f"{each}\n"
    if page.report.groups:
        yield f"## {say('Report')}\n"
        yield from _report(page.report)
    for turn in page.turns:
        yield f"## {turn.title}\n"
        for told in turn.entries:
            yield from _entry(told, marks)
        if turn.report.groups or turn.report.pictures:
            yield f"### {say('The turn in brief')}\n"
            yield from _report(turn.report)
    if page.dice:
        yield f"## {say('The dice')}\n\n{say(ABOUT_DICE)}\n"
        yield f"| {' | '.join(map(say, DICE_HEADS))} |\n|---|---|---|---|"
        yield from (f"| {each.seq} | {each.who} | {each.purpose} | {each.faces} |" for each in page.dice)


def _report(report: Report) -> Iterator[str]:
    yield from _groups(report.groups)
    for picture in report.pictures:
        yield f"> {say(picture.words)}\n"


def _entry(told: PageEntry, marks: Marks) -> Iterator[str]:
    entry, strike = told.passage.entry, "" if told.passage.stands else "~~"
    if told.moment:
        yield f"### {told.moment}\n"
    number = f"[{told.number}]({told.link})" if told.link else told.number
    yield f"**{number}** · {marks.when(entry.at)} · {told.who}: {strike}{told.title}{strike}\n"
    if not told.passage.stands:
        return
    yield from _groups(told.told)
    yield from (f"- {each}" for each in told.board)
    yield from _groups(told.secrets)
    if told.reasons:
        yield f"\n<details><summary>{say('Why?')}</summary>\n"
        yield from _groups(told.reasons)
        yield "</details>"
    yield ""


def _groups(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        if group.head:
            yield f"*{say(line('{head}:', head=group.head))}*"
        yield from (f"{each}  " for each in group.lines)
        yield ""
