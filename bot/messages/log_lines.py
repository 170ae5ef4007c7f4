"""The log as players read it: for everybody, and what a seat was told in private."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from bot.messages.result_message import Telling, headline, is_part, settled, what_counts
from rules.campaign import Campaign
from rules.campaign.questions.requests import Agree, Asked
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import Kind, Public, Secret, tell_all
from rules.seat import Player
from rules.secrets import Shown, moment

MOST_LINES = 12
NEWS = "New for you"


def log_lines(
    campaign: Campaign, entries: Sequence[LogEntry], undone: frozenset[int], links: Mapping[int, str | None] = {}
) -> Iterable[Public]:
    """Yield the lines of some entries, with links to their messages. Of private deeds there is none."""
    entries = [each for each in entries if not each.is_unseen]
    if not entries:
        yield tell_all("The log is empty.")
    for entry in entries:
        who, when = Player(entry.user), moment(entry.at, "d")
        text, link = line_of(campaign, entry), links.get(entry.seq)
        seq = Shown(f"[`{entry.number}`]({link})" if link else f"`{entry.number}`")
        if entry.seq in undone:
            yield tell_all("{seq} {when} {who}: ~~{text}~~", seq=seq, when=when, who=who, text=text)
        else:
            yield tell_all("{seq} {when} {who}: {text}", seq=seq, when=when, who=who, text=text)


def story(campaign: Campaign, entries: Sequence[LogEntry]) -> Iterator[Public]:
    """Yield what each entry did and who did it, or its title if it has no results."""
    telling, answered, before = Telling(campaign), settled(entries), 0
    for entry, told in zip(entries, what_counts(telling, entries), strict=True):
        if is_part(entry, answered):
            continue
        is_asked = any(isinstance(event, Asked) for event in entry.events)
        results = [*_whole(told, [Kind.CALL, Kind.RESULT] if is_asked else [Kind.RESULT, Kind.SECTION])]
        title = headline(telling.of(entry))
        if title is not None and isinstance(entry.command, Agree):
            results = []  # what was done, not who agreed last
        what = Listed(results or [title or Line(entry.title)], " ")
        if entry.user == before or (results and results[0].values.get("player") == entry.user):
            yield Public(line("{what}", what=what))  # it begins with who did it, or goes on with what they did
        else:
            yield Public(line("{who}: {what}", who=Player(entry.user), what=what))
        before = entry.user


def _whole(told: Iterable[Public], kinds: Container[Kind]) -> Iterator[Line]:
    """Yield the results of an entry, each section headed by its name. A request tells what it would change."""
    section: str | None = None
    for each in (each for each in told if each.kind in kinds):
        is_new, section = each.section not in (None, section), each.section
        yield line("{section}: {what}", section=Shown(Line(str(section))), what=each.line) if is_new else each.line


def line_of(campaign: Campaign, entry: LogEntry) -> Line:
    """Return what an entry did, in one line that everybody may read."""
    results = [
        n.line for n in campaign.tell(entry) if isinstance(n, Public) and n.kind in (Kind.TITLE, Kind.CALL, Kind.RESULT)
    ]
    if not results or entry.command.is_private:
        return Line(entry.title)
    if isinstance(entry.command, Agree) and len(results) > 1:
        return results[-2]  # what was done, not who agreed last
    # a command that passes several phases is shown by the last one, if nobody had to be asked first
    is_asked = any(isinstance(event, Asked) for event in entry.events)
    return results[-1] if entry.command.ends_phase and not is_asked else results[0]


def told_to(campaign: Campaign, user: int, entry: LogEntry) -> Iterable[Secret]:
    """Return what an entry told the user's seats in private, but nothing for the undo of a private deed."""
    if entry.undoes is not None and entry.is_unseen:
        return ()
    seats = campaign.acts_for(user)
    return (notice for notice in campaign.tell(entry) if isinstance(notice, Secret) and notice.seat in seats)


def news(campaign: Campaign, user: int, entries: Sequence[LogEntry], undone: frozenset[int]) -> list[Secret]:
    """Return what the seats of a user were told in private since the user last acted, the oldest first.

    ``entries`` are the newest of the log, the newest first.
    """
    told: list[Secret] = []
    for entry in entries:
        if entry.user == user:
            break
        if entry.seq not in undone:
            told[:0] = told_to(campaign, user, entry)
    return [notice.under(NEWS) for notice in told[-MOST_LINES:]]
