"""One request of the bot: how it is read, and which routes there are."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from localdiscord.refusal import Json, Refusal
from localdiscord.world import Upload

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord


@dataclass(frozen=True, slots=True)
class Call:
    """What the bot asks: the ids in the path, the query and the body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: list[Upload] = field(default_factory=list)

    @property
    def form(self) -> Json:
        """The body as an object."""
        if isinstance(self.body, dict):
            return self.body
        raise Refusal(400, 50109, "The request body contains invalid JSON.")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request that was granted, and its answer; for tests that compare both with Discord's schema."""

    method: str
    path: str
    body: Any
    status: int
    answer: Any


# None is answered with 204
Handler = Callable[["LocalDiscord", Call], Any]


@dataclass(frozen=True, slots=True)
class Route:
    """A request that is answered: `status` when it gives something."""

    method: str
    path: str
    handler: Handler
    status: int = 200


ROUTES: list[Route] = []


def route(method: str, path: str, status: int = 200) -> Callable[[Handler], Handler]:
    """Says which request a handler answers."""

    def remember(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, handler, status))
        return handler

    return remember


async def read_call(request: web.Request) -> Call:
    body: Any = None
    uploads: list[Upload] = []
    if request.content_type.startswith("multipart/"):
        body, uploads = await _read_multipart(request)
    elif request.can_read_body:
        body = _parsed(await request.read())
    return Call(request.match_info, request.query, body, uploads)


async def _read_multipart(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = _parsed(content)
        else:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads.append(Upload(part.filename or "unknown", content, kind))
    return body, uploads


def _parsed(text: bytes) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.") from None
