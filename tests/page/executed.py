"""How much of the page's JavaScript the tests have executed, by Chromium's own count."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Page

STATIC = Path(__file__).parents[2] / "localdiscord" / "web" / "static"
LENGTHS = {path.name: len(path.read_text(encoding="utf-8")) for path in sorted(STATIC.glob("*.js"))}
LEAST = 0.8
MOST = 12  # of fewer files of tests nobody expects that they execute everything


class Executed:
    """The characters of each module that ran in any page."""

    def __init__(self) -> None:
        self._sessions: dict[Page, CDPSession] = {}
        # a byte of each number is a character: 1 if it ran
        self._ran = Counter[str]()
        self.files = set[str]()

    async def follow(self, page: Page) -> None:
        """Counts in this window from now on; before the page is opened, or what runs first is missed."""
        if page not in self._sessions:
            self._sessions[page] = await page.context.new_cdp_session(page)
            await self._sessions[page].send("Profiler.enable")
        await self._sessions[page].send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})

    async def take(self, page: Page) -> None:
        """Adds what this window has executed, and counts no more: that takes time."""
        for script in (await self._sessions[page].send("Profiler.takePreciseCoverage"))["result"]:
            self._add(script)
        await self._sessions[page].send("Profiler.stopPreciseCoverage")

    def _add(self, script: Any) -> None:
        name = script["url"].rsplit("/", 1)[-1]
        if name not in LENGTHS:
            return
        ran = bytearray(LENGTHS[name])
        # an inner range counts anew: the last that covers a character decides
        ranges = [part for function in script["functions"] for part in function["ranges"]]
        for part in sorted(ranges, key=lambda part: part["startOffset"] - part["endOffset"]):
            start, end = part["startOffset"], part["endOffset"]
            ran[start:end] = (b"\1" if part["count"] else b"\0") * (end - start)
        self._ran[name] |= int.from_bytes(ran, "little")

    def to_json(self) -> str:
        """All that was counted, for another process."""
        return json.dumps([sorted(self.files), {name: hex(ran) for name, ran in self._ran.items()}])

    def add(self, counted: str) -> None:
        """Adds what another process has counted."""
        files, ran = json.loads(counted)
        self.files.update(files)
        for name, each in ran.items():
            self._ran[name] |= int(each, 16)

    def shares(self) -> dict[str, float]:
        """The share of each module's characters that ran."""
        return {name: self._ran[name].bit_count() / length for name, length in LENGTHS.items()}

    def missed(self) -> list[str]:
        """The modules of which too little ran, if all tests were there."""
        return [name for name, share in self.shares().items() if share < LEAST] if len(self.files) >= MOST else []

    def report(self) -> str:
        """A line for each module, the least executed first."""
        return "\n".join(f"{share:6.0%}  {name}" for share, name in sorted((b, a) for a, b in self.shares().items()))
