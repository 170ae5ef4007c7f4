"""Keeps out requests from other web pages, and turns errors into sentences for the user."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from localdiscord.errors import InvalidAction, NoResponse


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answers only requests that are addressed to this server and do not come from another page.

    Any page on the web can send requests to 127.0.0.1, so the address alone protects nothing.
    """
    port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
    own = (f"127.0.0.1:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    if request.host not in own or (origin is not None and origin.removeprefix("http://") not in own):
        raise web.HTTPForbidden(text="Only the server's own page can send this request.")
    try:
        return await handler(request)
    except (InvalidAction, NoResponse) as error:
        return web.json_response({"error": str(error)}, status=400)
