"""Earlier campaigns, kept so that an undo folds again only what came since the entry that it undoes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.campaign.decider.campaign import Campaign
from rules.log import LogEntry


@dataclass(frozen=True, slots=True)
class History:
    """A campaign with some of its earlier values, the oldest first. They share all that has not changed.

    The oldest stays, and of the others fewer are kept the older they are: of ``n`` about ``2 * log2(n)``. They lie so
    that of the last ``d`` entries any can be undone by folding fewer than ``2 * d`` again.
    """

    kept: tuple[Campaign, ...]

    @property
    def now(self) -> Campaign:
        """The campaign as it stands."""
        return self.kept[-1]

    def then(self, campaign: Campaign) -> "History":
        """Return the history with a later campaign."""
        oldest, *others = self.kept
        return History((oldest, *(each for each in others if _is_near(each.seq, campaign.seq)), campaign))

    def back(self, seq: int) -> "History":
        """Return the history before the entry ``seq``. Raises ``LookupError`` if it begins later."""
        kept = tuple(each for each in self.kept if each.seq < seq)
        if not kept:
            raise LookupError(f"the history begins after entry {seq}")
        return History(kept)

    def follow_each(self, entries: Iterable[LogEntry]) -> Iterator["History"]:
        """Yield the history after each of more entries of the log.

        They can undo one another, and what was undone already when this history was made.
        """
        history = self
        for campaign in self.now.follow_each(entries):
            history = history.then(campaign)
            yield history


def _is_near(seq: int, now: int) -> bool:
    """Return whether to keep an entry. The more binary zeros its number ends in, the longer it is kept."""
    return now - seq < 4 * (seq & -seq)
