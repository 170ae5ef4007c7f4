"""What follows from something that is done: it can fail, and undoes and hides nothing."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


@contextmanager
def second_step(what: str) -> Iterator[None]:
    """Do what follows from something that is done already, such as calling people or editing a panel. Whatever fails in
    it is logged with an id, and what comes after it goes on.
    """
    try:
        yield
    except Exception:
        bug = secrets.token_hex(4)
        log.exception("bug %s: %s", bug, what, extra={"bug": bug})
