"""For how long a test waits for an answer, a process or a start: one patience, far beyond what a busy machine needs.

``ADJUTANT_PATIENCE=3 make test`` makes it three times as long. Nothing that is tested depends on it.
"""

import os
from datetime import timedelta

from bot.engine import request

PATIENCE = 30.0 * float(os.environ.get("ADJUTANT_PATIENCE", "1"))
"""Seconds."""


def bear_with_lateness() -> None:
    """A bot in a process of its own has the machine's clock: here it takes what it comes to late."""
    request.LAST_MOMENT = request.FIRST_ANSWER = timedelta(seconds=PATIENCE)
