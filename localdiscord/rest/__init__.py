"""Discord's REST API v10, as far as the bot uses it."""

import json
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from localdiscord.refusal import Refusal, Refused
from localdiscord.rest import application, channels, guild, messages, responses
from localdiscord.rest.call import ROUTES, Exchange, Route, read_call

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord

__all__ = ["PREFIX", "add_routes"]

log = logging.getLogger(__name__)

PREFIX = "/api/v10"
# every module puts its routes into ROUTES when it is imported
_MODULES = (application, channels, guild, messages, responses)
# the token in the path says enough
_OPEN = ("/interactions/", "/webhooks/")
# discord.py sends one request at a time to a route whose limit it has not been told
_LIMITS = {
    "X-RateLimit-Limit": "1000",
    "X-RateLimit-Remaining": "999",
    "X-RateLimit-Reset-After": "1",
    "X-RateLimit-Bucket": "table",
}

# exactly so: discord.py compares the whole header
_JSON = {**_LIMITS, "Content-Type": "application/json"}

Answer = Callable[[web.Request], Awaitable[web.Response]]


def add_routes(table: "LocalDiscord", app: web.Application) -> None:
    for route in ROUTES:
        app.router.add_route(route.method, PREFIX + route.path, _answer(table, route))
    app.router.add_route("*", "/api/{rest:.*}", _answer(table, Route("*", "", _unknown_route)))


def _answer(table: "LocalDiscord", route: Route) -> Answer:
    is_open = route.path.startswith(_OPEN)

    async def answer(request: web.Request) -> web.Response:
        path = route.path or request.path
        with table.traffic.request():
            try:
                if not is_open and request.headers.get("Authorization") != f"Bot {table.token}":
                    raise Refusal(401, 0, "401: Unauthorized")
                call = await read_call(request)
                trouble = next((t for t in table.troubles if t.meets(route.method, route.path)), None)
                if trouble is not None and not trouble.is_lost:
                    headers = _JSON | trouble.headers()
                    return web.Response(status=trouble.status, body=_dumps(trouble.body()), headers=headers)
                result = route.handler(table, call)
            except Refusal as refusal:
                return _refuse(table, request.method, path, refusal)
            except Exception as error:
                # never a 5xx: discord.py would try again for half a minute
                log.exception("the local table cannot answer %s %s", request.method, path)
                return _refuse(table, request.method, path, Refusal(400, 0, f"Local table: {error!r}"))
            if trouble is not None and request.transport is not None:
                request.transport.abort()
            status = 204 if result is None else route.status
            if table.watch is not None:
                table.watch(Exchange(route.method, route.path, call.body, status, result))
            if result is None:
                return web.Response(status=204, headers=_LIMITS)
            return web.Response(status=status, body=_dumps(result), headers=_JSON)

    return answer


def _dumps(result: Any) -> bytes:
    return json.dumps(result, separators=(",", ":")).encode()


def _refuse(table: "LocalDiscord", method: str, path: str, refusal: Refusal) -> web.Response:
    refused = Refused(method, path, refusal.status, refusal.code, refusal.message, refusal.errors or {})
    table.refused.append(refused)
    log.warning("refused: %s %s: %s %s %s", method, path, refusal.status, refusal, refusal.errors or "")
    return web.Response(status=refusal.status, body=_dumps(refusal.body()), headers=_JSON)


def _unknown_route(_table: "LocalDiscord", _call: object) -> Any:
    raise Refusal(404, 0, "404: Not Found")
