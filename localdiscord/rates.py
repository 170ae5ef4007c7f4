"""Rate limits, as Discord's headers tell of them: for each route, for all requests, and two that have no headers."""

import asyncio
import hashlib
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from localdiscord.errors import ApiError, Json

_MESSAGES: Final = "/channels/{channel}/messages"
# "Interaction endpoints are not bound to the bot's Global Rate Limit"
_OUTSIDE: Final = ("/interactions/", "/webhooks/")
# the resources in a path that have a limit of their own
_MAJOR: Final = ("channel", "guild", "token")
_TOO_MANY: Final = "You are being rate limited."
_TOO_MANY_OLD: Final = "Maximum number of edits to messages older than 1 hour reached. Try again later"


@dataclass(frozen=True, slots=True)
class Rate:
    """How many requests are answered in how many seconds."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The rate limits of a server: those of routes by method and path, that of every other route, and that of the whole
    API. `old_edits` is for the edits of messages that are older than an hour, `renames` for changes of a channel's name
    or topic, each in one channel. Discord tells no numbers but that of the whole; the others are what bots meet.
    """

    routes: Mapping[tuple[str, str], Rate] = field(
        default_factory=lambda: {
            ("POST", _MESSAGES): Rate(5, 5),
            ("PATCH", _MESSAGES + "/{message}"): Rate(5, 5),
            ("DELETE", _MESSAGES + "/{message}"): Rate(5, 1),
            ("PUT", _MESSAGES + "/{message}/reactions/{emoji}/@me"): Rate(1, 0.25),
        }
    )
    usual: Rate = Rate(50, 1)
    whole: Rate = Rate(50, 1)
    old_edits: Rate = Rate(3, 6)
    renames: Rate = Rate(2, 600)


class TooManyRequests(ApiError):
    """429: the bot has to wait for some seconds before it asks again."""

    def __init__(
        self,
        seconds: float,
        *,
        scope: str = "user",
        code: int = 0,
        message: str = _TOO_MANY,
        limits: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(429, code, message)
        self.seconds = seconds
        self.scope = scope
        self._limits = {"X-RateLimit-Global": "true"} if scope == "global" else dict(limits or {})

    def body(self) -> Json:
        """The JSON body of the response."""
        body: Json = {"message": self.message, "retry_after": self.seconds, "global": self.scope == "global"}
        return body | ({"code": self.code} if self.code else {})

    def headers(self) -> dict[str, str]:
        """The headers of the response."""
        # discord.py asks again only if the response came through Discord's own proxy; the body has the exact time
        wait = {"Retry-After": str(math.ceil(self.seconds)), "Via": "1.1 localdiscord"}
        return self._limits | wait | {"X-RateLimit-Scope": self.scope}


class _Window:
    """The requests since the first one of a window, which lasts as long as the rate says."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._used = 0
        self._end = -math.inf

    def take(self) -> bool:
        """Counts a request; False if it is one too many."""
        now = asyncio.get_running_loop().time()
        if now >= self._end:
            self._used, self._end = 0, now + self._rate.seconds
        if self._used >= self._rate.requests:
            return False
        self._used += 1
        return True

    @property
    def seconds(self) -> float:
        """How long the window still lasts."""
        return max(0.0, self._end - asyncio.get_running_loop().time())

    def headers(self, bucket: str) -> dict[str, str]:
        """What the answers to its requests tell of it."""
        seconds = self.seconds
        return {
            "X-RateLimit-Limit": str(self._rate.requests),
            "X-RateLimit-Remaining": str(self._rate.requests - self._used),
            "X-RateLimit-Reset": f"{time.time() + seconds:.3f}",
            "X-RateLimit-Reset-After": f"{seconds:.3f}",
            "X-RateLimit-Bucket": bucket,
        }


class RateLimiter:
    """Counts the requests of the bot against the rates; without rates it counts nothing."""

    # discord.py sends one request at a time to a route whose limit it does not know
    _UNLIMITED: Final = {
        "X-RateLimit-Limit": "1000",
        "X-RateLimit-Remaining": "999",
        "X-RateLimit-Reset-After": "1",
        "X-RateLimit-Bucket": "local",
    }

    def __init__(self, rates: Rates | None) -> None:
        self._rates = rates
        self._windows: dict[tuple[str, ...], _Window] = {}

    def take(self, method: str, path: str, ids: Mapping[str, str]) -> dict[str, str]:
        """Counts a request to a route, and returns the headers of its answer. Raises TooManyRequests."""
        if self._rates is None:
            return dict(self._UNLIMITED)
        if not path.startswith(_OUTSIDE):
            whole = self._window(self._rates.whole, "whole")
            if not whole.take():
                raise TooManyRequests(whole.seconds, scope="global")
        rate = self._rates.routes.get((method, path), self._rates.usual)
        window = self._window(rate, method, path, *(ids[each] for each in _MAJOR if each in ids))
        is_free = window.take()
        # the name of a bucket says nothing of the channel or guild
        headers = window.headers(hashlib.sha256(f"{method} {path}".encode()).hexdigest()[:32])
        if not is_free:
            raise TooManyRequests(window.seconds, limits=headers)
        return headers

    def take_old_edit(self, channel_id: str) -> None:
        """Counts the edit of a message that is older than an hour. Raises TooManyRequests with 30046."""
        if self._rates is not None:
            self._take_shared(self._rates.old_edits, "old edit", channel_id, code=30046, message=_TOO_MANY_OLD)

    def take_rename(self, channel_id: str) -> None:
        """Counts a new name or topic of a channel. Raises TooManyRequests."""
        if self._rates is not None:
            self._take_shared(self._rates.renames, "rename", channel_id, message="The resource is being rate limited.")

    def _take_shared(self, rate: Rate, what: str, channel_id: str, *, message: str, code: int = 0) -> None:
        window = self._window(rate, what, channel_id)
        if not window.take():
            raise TooManyRequests(window.seconds, scope="shared", code=code, message=message)

    def _window(self, rate: Rate, *key: str) -> _Window:
        return self._windows.setdefault(key, _Window(rate))
