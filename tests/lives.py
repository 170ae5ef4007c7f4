"""What a campaign's life says, fact by fact: what is noted of it shows each change alone."""

from datetime import datetime
from typing import TypedDict

from rules.campaign.state.life import AtEnd, Life


class Facts(TypedDict):
    """Whether and when it ended, whether for good."""

    is_ended: bool
    is_final: bool
    ended_at: datetime | None


def facts(life: Life) -> Facts:
    """The facts of a life."""
    played = life
    end = played if isinstance(played, AtEnd) else None
    return {
        "is_ended": end is not None,
        "is_final": end is not None and end.is_final,
        "ended_at": end.at if end else None,
    }
