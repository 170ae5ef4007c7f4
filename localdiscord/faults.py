"""Fault injection: a test makes chosen requests of the bot fail, as they sometimes do on Discord."""

from collections.abc import Iterable
from dataclasses import dataclass

from localdiscord.errors import Json

RATE_LIMITED = 429
_RETRY_SECONDS = 0.05


@dataclass(slots=True)
class Fault:
    """The next `times` requests to a route fail with this status.

    `path` is written as in the route table: `/channels/{channel}/messages`. With `loses_response` the request
    succeeds, and only its response never arrives: the connection is cut.
    """

    method: str
    path: str
    status: int = 500
    code: int = 0
    times: int = 1
    loses_response: bool = False

    def body(self) -> Json:
        """The JSON body of the failing response."""
        if self.status == RATE_LIMITED:
            return {"message": "You are being rate limited.", "retry_after": _RETRY_SECONDS, "global": False}
        return {"message": "Injected fault", "code": self.code}

    def headers(self) -> dict[str, str]:
        """The headers of the failing response."""
        # discord.py retries a 429 only if the response came through Discord's own proxy
        return {"Via": "1.1 localdiscord"} if self.status == RATE_LIMITED else {}


def take_fault(faults: Iterable[Fault], method: str, path: str) -> Fault | None:
    """The fault that hits this request, if any; it has one time less afterwards."""
    for fault in faults:
        if fault.times and (fault.method, fault.path) == (method, path):
            fault.times -= 1
            return fault
    return None
