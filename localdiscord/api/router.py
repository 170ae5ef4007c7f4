"""Serves the REST API: checks the token, injects faults, calls the handler, reports errors."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, NoReturn

from aiohttp import web

from localdiscord.api.application import ApplicationApi
from localdiscord.api.channels import ChannelApi
from localdiscord.api.events import EventApi
from localdiscord.api.guilds import GuildApi
from localdiscord.api.messages import MessageApi
from localdiscord.api.request import ApiCall, read_call
from localdiscord.api.route import Route
from localdiscord.api.threads import ThreadApi
from localdiscord.api.webhooks import WebhookApi
from localdiscord.errors import ApiError, RejectedRequest
from localdiscord.faults import Fault
from localdiscord.hub import Hub, RequestRecord

log = logging.getLogger(__name__)

PREFIX: Final = "/api/v10"
# the token in the path of these routes is all that Discord asks for
_WITHOUT_TOKEN: Final = ("/interactions/", "/webhooks/")
# without a charset: discord.py compares the whole header
_JSON_HEADERS: Final = {"Content-Type": "application/json"}

_Responder = Callable[[web.Request], Awaitable[web.Response]]


def api_routes(hub: Hub) -> list[Route]:
    """Every route that the server knows."""
    return [
        *ApplicationApi(hub.state, hub.gateway).routes(),
        *GuildApi(hub.state).routes(),
        *ChannelApi(hub.state, hub.limiter).routes(),
        *ThreadApi(hub.state).routes(),
        *MessageApi(hub.state, hub.gateway, hub.limiter).routes(),
        *EventApi(hub.state).routes(),
        *WebhookApi(hub.interactions, hub.responses).routes(),
    ]


def add_api_routes(hub: Hub, app: web.Application) -> None:
    """Adds the REST API to the web application. An unknown route is a 404 that the server logs."""
    for route in api_routes(hub):
        app.router.add_route(route.method, PREFIX + route.path, _responder(hub, route))
    app.router.add_route("*", "/api/{rest:.*}", _responder(hub, Route("*", "", _unknown_route)))


def _unknown_route(_call: ApiCall) -> NoReturn:
    raise ApiError(404, 0, "404: Not Found")


def _responder(hub: Hub, route: Route) -> _Responder:
    async def respond(request: web.Request) -> web.Response:
        with hub.monitor.request():
            limits: dict[str, str] = {}
            try:
                limits = hub.limiter.take(route.method, route.path, request.match_info)
                response = await _respond(hub, route, request)
            except ApiError as error:
                response = _reject(hub, route, request, error)
            except ConnectionError:
                response = web.Response(status=400)  # to nobody: the bot died while it sent the request
            except Exception as error:
                log.exception("The local Discord cannot handle %s %s", request.method, request.path)
                response = _reject(hub, route, request, ApiError(400, 0, f"Bug in the local Discord: {error!r}"))
            for name, value in limits.items():
                response.headers.setdefault(name, value)
            return response

    return respond


async def _respond(hub: Hub, route: Route, request: web.Request) -> web.Response:
    if not route.path.startswith(_WITHOUT_TOKEN) and request.headers.get("Authorization") != f"Bot {hub.token}":
        raise ApiError(401, 0, "401: Unauthorized")
    call = await read_call(request)
    hub.state.keep_time()
    fault = hub.sabotage.take_fault(route.method, route.path)
    if fault is not None:
        await asyncio.sleep(fault.delay)
        if not fault.succeeds:
            return _fail(fault, request)
    result = route.handler(call)
    if fault is not None and fault.loses_response:
        _cut(request)
    status = 204 if result is None else route.status
    record = RequestRecord(route.method, route.path, call.body, status, result)
    for on_request in hub.watchers:
        on_request(record)
    if result is None:
        return web.Response(status=status)
    return web.Response(status=status, body=_to_bytes(result), headers=_JSON_HEADERS)


def _fail(fault: Fault, request: web.Request) -> web.Response:
    if fault.loses_request:
        _cut(request)
    return web.Response(status=fault.status, body=_to_bytes(fault.body()), headers=_JSON_HEADERS | fault.headers())


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def _reject(hub: Hub, route: Route, request: web.Request, error: ApiError) -> web.Response:
    path = route.path or request.path
    rejected = RejectedRequest(request.method, path, error.status, error.code, error.message, error.errors or {})
    hub.rejected.append(rejected)
    log.warning("Rejected %s %s: %s %s %s", request.method, path, error.status, error, error.errors or "")
    return web.Response(status=error.status, body=_to_bytes(error.body()), headers=_JSON_HEADERS | error.headers())


def _to_bytes(body: Any) -> bytes:
    return json.dumps(body, separators=(",", ":")).encode()
