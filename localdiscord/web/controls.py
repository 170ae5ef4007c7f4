"""The endpoint of the table's own controls. It is no part of Discord: no bot has a token for it, or would find it."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Final

from aiohttp import web

from localdiscord.errors import InvalidAction, Json
from localdiscord.table import Table
from localdiscord.web.body import read_json

_MOST_HOURS: Final = 24 * 366


class Controls:
    """What the page can do to the table: put its clock on, restart its bot, take it away and bring it back."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._controls: Mapping[str, Callable[[Json], Awaitable[None]]] = {
            "clock": self._advance,
            "restart": lambda _body: table.restart(),
            "offline": lambda _body: table.stop(),
            "online": lambda _body: table.start(),
        }

    def add_routes(self, app: web.Application) -> None:
        """Adds the routes of the controls to the web application."""
        app.router.add_get("/table/controls", self._list)
        app.router.add_post("/table/controls/{control}", self._use)

    async def _list(self, _request: web.Request) -> web.Response:
        with_bot = self._table.hosts_bot
        return web.json_response([name for name in self._controls if with_bot or name == "clock"])

    async def _use(self, request: web.Request) -> web.Response:
        control = self._controls.get(request.match_info["control"])
        if control is None:
            raise InvalidAction("The table has no such control.")
        if request.match_info["control"] != "clock" and not self._table.hosts_bot:
            raise InvalidAction("This bot is started somewhere else.")
        await control(await read_json(request))
        return web.json_response({})

    async def _advance(self, body: Json) -> None:
        hours = body.get("hours")
        if type(hours) is not int or not 1 <= hours <= _MOST_HOURS:
            raise InvalidAction(f"The clock is put on by 1 to {_MOST_HOURS} hours.")
        await self._table.advance(timedelta(hours=hours))
