"""How much of the page's JavaScript the tests have executed, by Chromium's own count."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Page

STATIC = Path(__file__).parents[2] / "localdiscord" / "web" / "static"
MODULES = sorted(path.name for path in STATIC.glob("*.js"))


class Executed:
    """The characters of each module that ran in any page."""

    def __init__(self) -> None:
        self._sessions: list[CDPSession] = []
        self._ran: dict[str, set[int]] = defaultdict(set)

    async def follow(self, page: Page) -> None:
        """Counts from now on; before the page is opened, or what runs first is missed."""
        session = await page.context.new_cdp_session(page)
        await session.send("Profiler.enable")
        await session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
        self._sessions.append(session)

    async def take(self) -> None:
        """Adds what the pages that are open now have executed."""
        for session in self._sessions:
            for script in (await session.send("Profiler.takePreciseCoverage"))["result"]:
                self._add(script)
        self._sessions.clear()

    def _add(self, script: Any) -> None:
        name = script["url"].rsplit("/", 1)[-1]
        if name not in MODULES:
            return
        ran: dict[int, bool] = {}
        # an inner range counts anew: the last that covers a character decides
        ranges = [part for function in script["functions"] for part in function["ranges"]]
        for part in sorted(ranges, key=lambda part: part["startOffset"] - part["endOffset"]):
            for at in range(part["startOffset"], part["endOffset"]):
                ran[at] = part["count"] > 0
        self._ran[name] |= {at for at, did in ran.items() if did}

    def shares(self) -> dict[str, float]:
        """The share of each module's characters that ran."""
        return {name: len(self._ran[name]) / len((STATIC / name).read_text(encoding="utf-8")) for name in MODULES}

    def report(self) -> str:
        """A line for each module, the least executed first."""
        shares = sorted(self.shares().items(), key=lambda item: item[1])
        return "\n".join(f"{share:6.0%}  {name}" for name, share in shares)

    def to_json(self) -> str:
        """The shares for a program."""
        return json.dumps(self.shares())
