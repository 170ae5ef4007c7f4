"""The hash of the log so far, told in the channel as a turn begins: who keeps the channel can hold it against the
record later, and a log that was changed or cut shows.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from typing_extensions import override

from rules.campaign.life.imports import Hash
from rules.campaign.state.state import C, CampaignEvent, Noted
from rules.line import line
from rules.notice import Kind, Public, tell_text
from rules.secrets import Shown

DIGITS = 32
"""So many digits of a hash are told: nobody can make another log whose hash begins with them."""


class LogNoted(CampaignEvent):
    """After its first ``entries`` entries, as everybody counts them, the log had this ``hash``. It is no part of what
    was decided: it comes with the first entry of a turn.
    """

    type: Literal["log_noted"] = "log_noted"
    entries: int
    hash: Hash

    @override
    def apply(self, campaign: C) -> C:
        """The campaign with it, if it is of this log and of now: a redo shows an old one again."""
        if not self.entries or self.entries != campaign.number - 1:
            return campaign
        return replace(campaign, noted=Noted(campaign.seq - 1, self.hash, self.entries))

    @override
    def tell(self) -> Iterator[Public]:
        told = Shown(self.hash[:DIGITS])
        yield tell_text(line("entry {count} `{hash}`", count=self.entries, hash=told), Kind.LOG)
