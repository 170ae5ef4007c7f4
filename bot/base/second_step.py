"""What follows from something that is done: it can fail, and undoes and hides nothing."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


@contextmanager
def second_step(what: str, lost: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Do what follows from something that is done already, such as calling people or editing a panel. Whatever fails in
    it is logged, and what comes after it goes on: a bug with an id, and a warning where something outside the bot
    (``lost``) is to blame.
    """
    try:
        yield
    except lost as error:
        log.warning("%s: %s", what, type(error).__name__)
    except Exception:
        bug = secrets.token_hex(4)
        log.exception("bug %s: %s", bug, what, extra={"bug": bug})
