"""What a campaign's life says, fact by fact: what is noted of it shows each change alone."""

from datetime import datetime
from typing import TypedDict

from rules.campaign.state.life import AtEnd, InTrash, Life, before_trash


class Facts(TypedDict):
    """Whether and when it ended, whether for good, and when it was put in the trash."""

    is_ended: bool
    is_final: bool
    ended_at: datetime | None
    trashed_at: datetime | None


def facts(life: Life) -> Facts:
    """The facts of a life."""
    played = before_trash(life)
    end = played if isinstance(played, AtEnd) else None
    return {
        "is_ended": end is not None,
        "is_final": end is not None and end.is_final,
        "ended_at": end.at if end else None,
        "trashed_at": life.at if isinstance(life, InTrash) else None,
    }
