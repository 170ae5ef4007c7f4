"""How old an interaction is when the bot comes to decide about it, whatever the clocks of this machine and of Discord
say: the smallest age that was seen lately counts as none.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.engine.request import Caller
from rules.errors import RuleError

LAST_MOMENT = timedelta(seconds=2.5)
"""What is older cannot be written and answered any more: Discord takes a first answer for 3 seconds."""
FIRST_ANSWER = timedelta(seconds=3)
LATELY = timedelta(minutes=10)


class TooLate(RuleError):
    """An action whose answer would come too late. Nothing was decided."""

    def __init__(self) -> None:
        super().__init__("The bot came to this too late, so nothing was done. Try again.")


class Lateness:
    """The ages of the interactions that arrive. ``now`` is a clock that nobody sets, so that only a difference that
    stays the same lies between it and Discord's.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._since = now()
        self._least: timedelta | None = None
        self._before: timedelta | None = None

    def arrived(self, made: datetime) -> None:
        """Note an interaction that has just arrived, by the time in its id."""
        now = self._now()
        if now - self._since > LATELY:
            self._since, self._before, self._least = now, self._least, None
        age = now - made
        self._least = age if self._least is None else min(self._least, age)

    def check(self, caller: Caller) -> None:
        """Whether there is time left to decide and to answer. Raises ``TooLate``."""
        if caller.is_awaited and self.is_late(caller.at):
            raise TooLate

    def is_late(self, made: datetime) -> bool:
        """Whether what was made then can no longer be decided and answered in time."""
        return self._age(made) > LAST_MOMENT

    def is_gone(self, made: datetime) -> bool:
        """Whether Discord takes no first answer any more to what was made then."""
        return self._age(made) > FIRST_ANSWER

    def _age(self, made: datetime) -> timedelta:
        return self._now() - made - self._none

    @property
    def _none(self) -> timedelta:
        return min((each for each in (self._least, self._before) if each is not None), default=timedelta())
