"""Fault injection: a test makes chosen requests of the bot fail, as they sometimes do on Discord."""

from dataclasses import dataclass
from typing import Final

from localdiscord.errors import Json
from localdiscord.rates import TooManyRequests

RATE_LIMITED: Final = 429
_FIRST_ERROR: Final = 400
_TOO_MANY: Final = TooManyRequests(0.05, limits={"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "0.05"})


@dataclass(slots=True)
class Fault:
    """The next `times` requests to a route fail with this status.

    `path` is written as in the route table: `/channels/{channel}/messages`. With `loses_request` the connection is
    cut before the request is carried out, with `loses_response` after it. The request is held back for `delay`
    seconds; with the status 200 it is only slow.
    """

    method: str
    path: str
    status: int = 500
    code: int = 0
    times: int = 1
    loses_request: bool = False
    loses_response: bool = False
    delay: float = 0.0

    @property
    def succeeds(self) -> bool:
        """Whether the request is carried out all the same."""
        return self.loses_response or (self.status < _FIRST_ERROR and not self.loses_request)

    def body(self) -> Json:
        """The JSON body of the failing response."""
        if self.status == RATE_LIMITED:
            return _TOO_MANY.body()
        return {"message": "Injected fault", "code": self.code}

    def headers(self) -> dict[str, str]:
        """The headers of the failing response."""
        return _TOO_MANY.headers() if self.status == RATE_LIMITED else {}
