"""What a campaign's end says, fact by fact: what is noted of it shows each change alone."""

from datetime import datetime
from typing import TypedDict

from rules.campaign.state.state import AtEnd


class Facts(TypedDict):
    """Whether and when it ended, whether for good."""

    is_ended: bool
    is_final: bool
    ended_at: datetime | None


def facts(end: AtEnd | None) -> Facts:
    return {
        "is_ended": end is not None,
        "is_final": end is not None and end.is_final,
        "ended_at": end.at if end else None,
    }
