"""Firefox by WebDriver BiDi, which it speaks itself: a window, its keyboard, its mouse, and what it reports.

Playwright drives only a Firefox of its own, which no distribution brings.
"""

import asyncio
import contextlib
import itertools
import json
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import aiohttp

KNOWN: Final = ("firefox-esr", "firefox")
MISSING: Final = f"no Firefox: set ADJUTANT_FIREFOX, or install one of {', '.join(KNOWN)}"
KEYS: Final = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "ArrowDown": "\ue015", "Backspace": "\ue003"}
# without a screen no window has the focus, and no element in it would learn that it has; nothing calls home
_SETTINGS: Final = {
    "focusmanager.testmode": True,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
_LISTENS: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_PATIENCE: Final = 10
_WHERE: Final = """(() => {{
    const found = [...document.querySelectorAll({selector})].filter((one) => one.textContent.includes({text})).at(-1);
    if (!found?.checkVisibility()) return null;
    found.scrollIntoView({{ block: "nearest" }});
    const {{ left, top, width, height }} = found.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
}})()"""


def find_firefox() -> str | None:
    """The program that `ADJUTANT_FIREFOX` names, or the first that is installed."""
    named = os.environ.get("ADJUTANT_FIREFOX")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, KNOWN)), None)


class Firefox:
    """A Firefox that runs, by its socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._errors: list[str] = []

    async def read(self) -> None:
        """Takes in what Firefox sends, until it ends."""
        async for frame in self._socket:
            body = frame.json()
            if "id" in body:
                self._answers.pop(body["id"]).set_result(body)
            elif body.get("method") == "log.entryAdded" and body["params"]["level"] in ("error", "warn"):
                self._errors.append(body["params"]["text"])

    async def send(self, method: str, **params: Any) -> Any:
        """Sends a command and gives its result."""
        number = next(self._ids)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        async with asyncio.timeout(_PATIENCE):
            body = await answer
        assert body["type"] == "success", body
        return body["result"]

    @contextlib.asynccontextmanager
    async def open(self, url: str, width: int = 1280, height: int = 860) -> AsyncIterator["Window"]:
        """A window of this size at this address, of a user of its own. In the end it has reported no error."""
        self._errors.clear()
        user = await self.send("browser.createUserContext")
        # the tab that is there from the start never has the focus
        context = (await self.send("browsingContext.create", type="tab", **user))["context"]
        await self.send("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        await self.send("browsingContext.navigate", context=context, url=url, wait="complete")
        yield Window(self, context)
        await self.send("browser.removeUserContext", **user)
        assert self._errors == []


class Window:
    """One window of Firefox and what its user does in it."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser = browser
        self._context = context

    async def evaluate(self, expression: str) -> Any:
        wrapped = f"(async () => JSON.stringify(await ({expression})))()"
        target = {"context": self._context}
        done = await self._browser.send("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        assert done["type"] == "success", done
        return json.loads(done["result"].get("value", "null"))

    async def until(self, expression: str) -> Any:
        """Waits until an expression gives something."""
        async with asyncio.timeout(_PATIENCE):
            while not (found := await self.evaluate(expression)):  # noqa: ASYNC110 (it is in another process)
                await asyncio.sleep(0.05)
        return found

    async def sees(self, selector: str, text: str = "") -> list[int]:
        """Waits for an element that holds the text, and gives its middle."""
        place: list[int] = await self.until(_WHERE.format(selector=json.dumps(selector), text=json.dumps(text)))
        return place

    async def click(self, selector: str, text: str = "") -> None:
        """Clicks the last element that holds the text."""
        x, y = await self.sees(selector, text)
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        await self._perform({"type": "pointer", "id": "mouse", "actions": [*steps, {"type": "pointerUp", "button": 0}]})

    async def type(self, text: str) -> None:
        steps = [{"type": step, "value": key} for key in text for step in ("keyDown", "keyUp")]
        await self._perform({"type": "key", "id": "keyboard", "actions": steps})

    async def press(self, key: str) -> None:
        await self.type(KEYS[key])

    async def _perform(self, source: dict[str, Any]) -> None:
        await self._browser.send("input.performActions", context=self._context, actions=[source])


async def run_firefox() -> AsyncIterator[Firefox]:
    """A Firefox with a profile of its own."""
    program = find_firefox()
    assert program is not None, MISSING
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await _start(program, Path(profile))
        try:
            async with aiohttp.ClientSession() as session:
                address = await _address(process)
                async with session.ws_connect(f"{address}/session", max_msg_size=0) as socket:
                    running = Firefox(socket)
                    reading = asyncio.create_task(running.read())
                    await running.send("session.new", capabilities={})
                    await running.send("session.subscribe", events=["log.entryAdded"])
                    yield running
                    reading.cancel()
        finally:
            process.terminate()
            await process.wait()


async def _start(program: str, profile: Path) -> asyncio.subprocess.Process:
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _SETTINGS.items()]
    (profile / "user.js").write_text("\n".join(lines))
    home = {"HOME": str(profile)}
    return await asyncio.create_subprocess_exec(
        *(program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)),
        env=os.environ | home,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    async with asyncio.timeout(60):
        async for line in process.stderr:
            if found := _LISTENS.search(line.decode(errors="replace")):
                return found[1]
    raise AssertionError("Firefox ended before it listened")
