"""Trouble that a test makes for the bot: what goes wrong at Discord now and then."""

from dataclasses import dataclass

from localdiscord.refusal import Json

RATE_LIMITED = 429
_RETRY_SECONDS = 0.05


@dataclass
class Trouble:
    """The next `times` requests to a route (as written in `rest`) fail with this status.

    With `is_lost` Discord does what it is asked to, and only its answer never arrives.
    """

    method: str
    path: str
    status: int = 500
    code: int = 0
    times: int = 1
    is_lost: bool = False

    def meets(self, method: str, path: str) -> bool:
        """Whether it strikes this request; each strike counts."""
        if (method, path) != (self.method, self.path) or not self.times:
            return False
        self.times -= 1
        return True

    def body(self) -> Json:
        if self.status == RATE_LIMITED:
            return {"message": "You are being rate limited.", "retry_after": _RETRY_SECONDS, "global": False}
        return {"message": "Trouble", "code": self.code}

    def headers(self) -> dict[str, str]:
        # discord.py waits and tries again only if the answer came through Discord's own proxy
        return {"Via": "1.1 table"} if self.status == RATE_LIMITED else {}
