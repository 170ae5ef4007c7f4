"""A request of the bot: how it is read, and how it is recorded for tests."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from localdiscord.errors import ApiError, Json
from localdiscord.state.files import Upload

CONTENT_TYPES = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True, slots=True)
class ApiCall:
    """What the bot asks for: the ids in the path, the query, the body and the files."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: list[Upload] = field(default_factory=list)

    @property
    def json_object(self) -> Json:
        """The body, if it is a JSON object; an ApiError if not."""
        if isinstance(self.body, dict):
            return self.body
        raise _invalid_json()


async def read_call(request: web.Request) -> ApiCall:
    """Reads the body, which is JSON or a multipart form with files."""
    body: Any = None
    uploads: list[Upload] = []
    if request.content_type.startswith("multipart/"):
        body, uploads = await _read_multipart(request)
    elif request.can_read_body:
        _check_content_type(request.content_type)
        body = _parse(await request.read())
    return ApiCall(request.match_info, request.query, body, uploads)


def _check_content_type(given: str) -> None:
    if given not in CONTENT_TYPES:
        known = ", ".join(CONTENT_TYPES)
        raise ApiError(400, 50035, f'Expected "Content-Type" header to be one of {{{known}}}.')


async def _read_multipart(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = _parse(content)
        else:
            content_type = part.headers.get("Content-Type", Upload.content_type)
            uploads.append(Upload(part.filename or "unknown", content, content_type))
    return body, uploads


def _parse(text: bytes) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise _invalid_json() from None


def _invalid_json() -> ApiError:
    return ApiError(400, 50109, "The request body contains invalid JSON.")
