"""What the page asks: the world as one person sees it, and what that person does."""

import asyncio
import json
import mimetypes
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web

from localdiscord.clock import stamp
from localdiscord.refusal import CannotDo, Json, NoAnswer
from localdiscord.world import Happening

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord

PAGE = Path(__file__).parent / "page"
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")


class Page:
    """The human side of the server."""

    def __init__(self, table: "LocalDiscord") -> None:
        self._table = table
        self._sockets: set[web.WebSocketResponse] = set()
        self._kinds: Mapping[str, Callable[[str, str, Json], Json]] = {
            "command": self._command,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "close": self._close,
            "say": self._say,
            "dismiss": self._dismiss,
            "thread": self._thread,
            "user": self._user,
            "dm": self._dm,
        }

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self.index)
        app.router.add_get("/page/{file}", self.file)
        app.router.add_get("/attachments/{id}/{name}", self.attachment)
        app.router.add_get("/table/world", self.world)
        app.router.add_get("/table/messages", self.messages)
        app.router.add_get("/table/events", self.events)
        app.router.add_post("/table/act", self.act)

    async def stop(self) -> None:
        for socket in list(self._sockets):
            await socket.close(code=1001)

    # files

    async def index(self, _request: web.Request) -> web.StreamResponse:
        return _file("index.html")

    async def file(self, request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["file"])

    async def attachment(self, request: web.Request) -> web.Response:
        upload = self._table.world.files.get(request.match_info["id"])
        if upload is None:
            raise web.HTTPNotFound
        kind, _ = mimetypes.guess_type(upload.filename)
        # a file of somebody else never runs in the table's own pages
        safe = {
            "Content-Type": kind if kind in _PICTURES else "application/octet-stream",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox",
        }
        return web.Response(body=upload.content, headers=safe)

    # what a person sees

    def _person(self, request: web.Request) -> str:
        user_id = request.query.get("user", "")
        if user_id not in self._table.world.members:
            raise CannotDo("There is no such person.")
        return user_id

    async def world(self, request: web.Request) -> web.Response:
        world = self._table.world
        # a newcomer has not chosen yet whom to be: the table as its first person sees it
        user_id = self._person(request) if "user" in request.query else world.people()[0]["id"]
        application = {"id": world.application_id, "name": world.bot["global_name"], "user": world.bot}
        return web.json_response(
            {
                "guild": {"id": world.guild_id, "name": world.guild["name"]},
                "application": application,
                "channels": [c for c in world.channels.values() if world.sees_channel(user_id, c["id"])],
                "users": world.people(),
                "commands": world.usable(),
                "now": stamp(world.clock.now()),
                "bot": "online" if self._table.gateway.online else "offline",
            }
        )

    async def messages(self, request: web.Request) -> web.Response:
        user_id = self._person(request)
        channel_id = request.query.get("channel", "")
        if not self._table.world.sees_channel(user_id, channel_id):
            raise CannotDo("You do not see that channel.")
        return web.json_response([p.message for p in self._table.world.visible(user_id, channel_id)])

    async def events(self, request: web.Request) -> web.WebSocketResponse:
        user_id = self._person(request)
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        frames: asyncio.Queue[str] = asyncio.Queue()

        def hear(happening: Happening) -> None:
            if self._table.world.sees(user_id, happening):
                frames.put_nowait(json.dumps({"type": happening.kind} | happening.body))

        self._table.world.listeners.append(hear)
        self._sockets.add(socket)
        writer = asyncio.create_task(_write(socket, frames), name="page writer")
        try:
            async for _ in socket:
                pass  # the page only listens here
        finally:
            self._table.world.listeners.remove(hear)
            self._sockets.discard(socket)
            writer.cancel()
        return socket

    # what a person does

    async def act(self, request: web.Request) -> web.Response:
        body = await _json(request)
        user_id, channel_id, kind = (str(body.get(key, "")) for key in ("user", "channel", "kind"))
        if user_id not in self._table.world.members:
            raise CannotDo("There is no such person.")
        try:
            if kind == "autocomplete":
                return web.json_response(await self._autocomplete(user_id, channel_id, body))
            if kind in self._kinds:
                return web.json_response(self._kinds[kind](user_id, channel_id, body))
        except KeyError as missing:
            raise CannotDo(f"The deed lacks {missing}.") from None
        raise CannotDo(f"There is no such deed as “{kind}”.")

    async def _autocomplete(self, user_id: str, channel_id: str, body: Json) -> Json:
        name, focused, value = body["name"], body["focused"], str(body.get("value", ""))
        options: Json = body.get("options") or {}
        asked = self._table.deeds.autocomplete(user_id, channel_id, name, options, focused, value)
        await asked.first
        return {"choices": asked.choices}

    def _command(self, user_id: str, channel_id: str, body: Json) -> Json:
        options: Json = body.get("options") or {}
        self._table.deeds.command(user_id, channel_id, body["name"], options, _nonce(body))
        return {}

    def _press(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._table.deeds.press(user_id, body["message"], body["custom_id"], _nonce(body))
        return {}

    def _select(self, user_id: str, _channel_id: str, body: Json) -> Json:
        values = [str(value) for value in body["values"]]
        self._table.deeds.select(user_id, body["message"], body["custom_id"], values, _nonce(body))
        return {}

    def _submit(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._table.deeds.submit(user_id, body["modal"], body["values"], _nonce(body))
        return {}

    def _close(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._table.deeds.close(user_id, body["modal"])
        return {}

    def _say(self, user_id: str, channel_id: str, body: Json) -> Json:
        return {"message": self._table.deeds.say(user_id, channel_id, str(body["content"])).message}

    def _dismiss(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._table.deeds.dismiss(user_id, body["message"])
        return {}

    def _thread(self, user_id: str, channel_id: str, body: Json) -> Json:
        return {"channel": self._table.deeds.open_thread(user_id, channel_id, str(body["name"]))}

    def _user(self, _user_id: str, _channel_id: str, body: Json) -> Json:
        name = str(body["name"]).strip()
        if not 1 <= len(name) <= 32:
            raise CannotDo("A name has 1 to 32 characters.")
        return {"user": self._table.person(name).user}

    def _dm(self, user_id: str, _channel_id: str, _body: Json) -> Json:
        return {"channel": self._table.world.dm(user_id)}


@web.middleware
async def guard(request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
    """Only this machine's own pages: any page of the web can send requests to 127.0.0.1."""
    port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
    own = (f"127.0.0.1:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    if request.host not in own or (origin is not None and origin.removeprefix("http://") not in own):
        raise web.HTTPForbidden(text="Only the table's own page may ask this.")
    try:
        answer: web.StreamResponse = await handler(request)
    except (CannotDo, NoAnswer) as sentence:
        return web.json_response({"error": str(sentence)}, status=400)
    return answer


def _file(name: str) -> web.StreamResponse:
    path = PAGE / name
    # a name, not a path
    if Path(name).name != name or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})


async def _write(socket: web.WebSocketResponse, frames: asyncio.Queue[str]) -> None:
    while not socket.closed:
        try:
            await socket.send_str(await frames.get())
        except ConnectionError:
            return


async def _json(request: web.Request) -> Json:
    try:
        body = json.loads(await request.read())
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise CannotDo("The deed is not JSON.")
    return body


def _nonce(body: Json) -> str:
    return str(body.get("nonce", ""))
