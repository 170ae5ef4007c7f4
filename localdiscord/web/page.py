"""The endpoints of the page: the state as one user sees it, and what that user does."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Final

from aiohttp import web

from localdiscord.errors import ApiError, InvalidAction, Json
from localdiscord.gateway.gateway import Gateway
from localdiscord.limits import check_history
from localdiscord.state.clock import timestamp
from localdiscord.state.history import page_of
from localdiscord.state.state import State
from localdiscord.state.updates import Update
from localdiscord.table import Table
from localdiscord.users.actions import UserActions
from localdiscord.web.body import read_json
from localdiscord.web.controls import Controls
from localdiscord.web.files import FileRoutes

_LONGEST_USER_NAME: Final = 32
_HISTORY: Final = ("limit", "before", "after", "around")
_CHANGES_WAITING: Final = ("message_create", "message_delete", "read")

# (user id, channel id, body) -> response
_Action = Callable[[str, str, Json], Json]


class Page:
    """Serves the page and everything that it asks for."""

    def __init__(self, state: State, gateway: Gateway, actions: UserActions, table: Table) -> None:
        self._state = state
        self._gateway = gateway
        self._user_actions = actions
        self.table = table
        # the name of the thread to which newcomers are led
        self.tour = ""
        self._sockets: set[web.WebSocketResponse] = set()
        self._actions: Mapping[str, _Action] = {
            "command": self._command,
            "context": self._context,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "cancel": self._cancel,
            "send": self._send,
            "dismiss": self._dismiss,
            "read": self._read,
            "pin": self._pin,
            "archive": self._archive,
            "dms": self._take_dms,
            "create_thread": self._create_thread,
            "create_post": self._create_post,
            "add_user": self._add_user,
            "speak": self._speak,
        }

    def add_routes(self, app: web.Application) -> None:
        """Adds the routes of the page to the web application."""
        app.router.add_get("/local/state", self._get_state)
        app.router.add_get("/local/messages", self._get_messages)
        app.router.add_get("/local/pins", self._get_pins)
        app.router.add_get("/local/days", self._get_days)
        app.router.add_get("/local/updates", self._stream_updates)
        app.router.add_post("/local/actions", self._act)
        Controls(self.table).add_routes(app)
        FileRoutes(self._state.files).add_routes(app)

    async def stop(self) -> None:
        """Closes the connections of all pages."""
        for socket in list(self._sockets):
            await socket.close(code=1001)

    # what a user sees

    def _user_id(self, request: web.Request) -> str:
        return self._check_user(request.query.get("user", ""))

    def _check_user(self, user_id: str) -> str:
        if user_id not in self._state.first.members:
            raise InvalidAction("This user does not exist.")
        return user_id

    async def _get_state(self, request: web.Request) -> web.Response:
        state = self._state
        users = state.first.human_users()
        # a page that is opened for the first time has not picked a user yet
        user_id = self._user_id(request) if "user" in request.query else users[0]["id"]
        channels = self._visible_channels(user_id)
        return web.json_response(
            {
                "guild": {"id": state.guild_id, "name": state.guild["name"]},
                "application": {"id": state.application_id, "name": state.bot["global_name"], "user": state.bot},
                "channels": channels,
                "tour": next((each["id"] for each in channels if self.tour and each["name"] == self.tour), None),
                "waiting": self._waiting(user_id),
                "users": users,
                "commands": state.available_commands(),
                "permissions": {
                    each["id"]: str(self._state.channels.permissions_of(user_id, each["id"])) for each in channels
                },
                "locales": {each["id"]: state.locale_of(each["id"]) for each in users},
                "takes_dms": user_id not in state.without_dms,
                "now": timestamp(state.clock.now()),
                "bot": "online" if self._gateway.online else "offline",
            }
        )

    def _visible_channels(self, user_id: str) -> list[Json]:
        channels = self._state.channels
        here = (channel for channel in channels.by_id.values() if self._is_here(channel.get("guild_id")))
        return [channel for channel in here if channels.can_view(user_id, channel["id"])]

    def _waiting(self, user_id: str) -> Json:
        """What this user has not read, and how often each user of the guild is called somewhere."""
        reads, users = self._state.reads, self._state.first.human_users()
        here = [each["id"] for each in self._state.channels.by_id.values() if self._is_here(each.get("guild_id"))]
        found = {each["id"]: reads.among(here, each["id"]) for each in users}
        calls = {each: sum(waiting.mentions for waiting in channels.values()) for each, channels in found.items()}
        return {"channels": {each: waiting._asdict() for each, waiting in found[user_id].items()}, "calls": calls}

    def _is_here(self, guild_id: str | None) -> bool:
        """Whether this is the guild that the page shows, or a DM."""
        return guild_id in (None, self._state.guild_id)

    async def _get_messages(self, request: web.Request) -> web.Response:
        return web.json_response(page_of(self._visible_messages(request), _asked(request)))

    async def _get_pins(self, request: web.Request) -> web.Response:
        return web.json_response([message for message in self._visible_messages(request) if message["pinned"]])

    async def _get_days(self, request: web.Request) -> web.Response:
        """The first message of each day, by the calendar of UTC, the earliest first."""
        days: dict[str, str] = {}
        for message in self._visible_messages(request):
            days.setdefault(message["timestamp"][:10], message["id"])
        return web.json_response([{"day": day, "message": first} for day, first in days.items()])

    def _visible_messages(self, request: web.Request) -> list[Json]:
        user_id, channel_id = self._user_id(request), request.query.get("channel", "")
        if not self._state.channels.can_view(user_id, channel_id):
            raise InvalidAction("You cannot see this channel.")
        return list(self._state.messages.visible_to(user_id, channel_id))

    async def _stream_updates(self, request: web.Request) -> web.WebSocketResponse:
        user_id = self._user_id(request)
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        frames: asyncio.Queue[str] = asyncio.Queue()

        def on_update(update: Update) -> None:
            channels = self._state.channels
            if not self._is_here(channels.guild_id_of(update)):
                return
            if channels.can_receive(user_id, update):
                frames.put_nowait(json.dumps({"type": update.type} | update.body))
            if update.type in _CHANGES_WAITING:
                count()
            elif update.type == "channel_delete":  # told before the channel goes, with what waits in it
                loop.call_soon(count)

        def count() -> None:
            frames.put_nowait(json.dumps({"type": "waiting", "waiting": self._waiting(user_id)}))

        loop = asyncio.get_running_loop()
        self._state.updates.subscribe(on_update)
        self._sockets.add(socket)
        writer = asyncio.create_task(_write(socket, frames), name="page writer")
        try:
            async for _ in socket:
                pass  # the page sends nothing here; this waits until it closes the connection
        finally:
            self._state.updates.unsubscribe(on_update)
            self._sockets.discard(socket)
            writer.cancel()
        return socket

    # what a user does

    async def _act(self, request: web.Request) -> web.Response:
        body = await read_json(request)
        user_id, channel_id, type_ = (str(body.get(key, "")) for key in ("user", "channel", "type"))
        self._check_user(user_id)
        try:
            if type_ == "autocomplete":
                return web.json_response(await self._autocomplete(user_id, channel_id, body))
            if type_ in self._actions:
                return web.json_response(self._actions[type_](user_id, channel_id, body))
        except KeyError as missing:
            raise InvalidAction(f"The action has no {missing}.") from None
        raise InvalidAction(f"There is no action “{type_}”.")

    async def _autocomplete(self, user_id: str, channel_id: str, body: Json) -> Json:
        name, focused, value = body["name"], body["focused"], str(body.get("value", ""))
        options: Json = body.get("options") or {}
        interaction = self._user_actions.autocomplete(user_id, channel_id, name, options, focused, value)
        await interaction.acknowledged
        return {"choices": interaction.choices}

    def _command(self, user_id: str, channel_id: str, body: Json) -> Json:
        options: Json = body.get("options") or {}
        self._user_actions.command(user_id, channel_id, body["name"], options, _nonce(body))
        return {}

    def _context(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.context(user_id, body["message"], body["name"], _nonce(body))
        return {}

    def _press(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.press(user_id, body["message"], body["custom_id"], _nonce(body))
        return {}

    def _select(self, user_id: str, _channel_id: str, body: Json) -> Json:
        values = [str(value) for value in body["values"]]
        self._user_actions.select(user_id, body["message"], body["custom_id"], values, _nonce(body))
        return {}

    def _submit(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.submit(user_id, body["modal"], body["values"], _nonce(body))
        return {}

    def _cancel(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.cancel_modal(user_id, body["modal"])
        return {}

    def _send(self, user_id: str, channel_id: str, body: Json) -> Json:
        return {"message": self._user_actions.send(user_id, channel_id, str(body["content"])).message}

    def _dismiss(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.dismiss(user_id, body["message"])
        return {}

    def _read(self, user_id: str, channel_id: str, _body: Json) -> Json:
        self._user_actions.read(user_id, channel_id)
        return {}

    def _pin(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.pin(user_id, body["message"], pinned=bool(body["pinned"]))
        return {}

    def _archive(self, user_id: str, channel_id: str, _body: Json) -> Json:
        self._user_actions.archive(user_id, channel_id)
        return {}

    def _take_dms(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.take_dms(user_id, taken=bool(body["taken"]))
        return {}

    def _create_thread(self, user_id: str, channel_id: str, body: Json) -> Json:
        return {"channel": self._user_actions.create_thread(user_id, channel_id, str(body["name"]))}

    def _create_post(self, user_id: str, channel_id: str, body: Json) -> Json:
        title, content, tags = str(body["name"]), str(body["content"]), [str(tag) for tag in body.get("tags") or ()]
        return {"channel": self._user_actions.posts.create(user_id, channel_id, title, content, tags)}

    def _speak(self, user_id: str, _channel_id: str, body: Json) -> Json:
        self._user_actions.speak(user_id, str(body["locale"]))
        return {}

    def _add_user(self, _user_id: str, _channel_id: str, body: Json) -> Json:
        name = str(body["name"]).strip()
        if not 1 <= len(name) <= _LONGEST_USER_NAME:
            raise InvalidAction(f"A name has 1 to {_LONGEST_USER_NAME} characters.")
        user = self._state.find_user(name) or self._state.add_user(name)
        self._state.join(self._state.first, user)
        return {"user": user}


def _asked(request: web.Request) -> dict[str, int]:
    """Which page of the history is asked for."""
    query = {key: request.query[key] for key in _HISTORY if key in request.query}
    try:
        check_history(query)
    except ApiError:
        raise InvalidAction("This is no page of the history.") from None
    return {key: int(value) for key, value in query.items()}


async def _write(socket: web.WebSocketResponse, frames: asyncio.Queue[str]) -> None:
    while True:
        try:
            await socket.send_str(await frames.get())
        except ConnectionError:
            return


def _nonce(body: Json) -> str:
    return str(body.get("nonce", ""))
