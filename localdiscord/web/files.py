"""The files of the page, compressed once each, and the files that messages hold."""

import functools
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import ETag, web

from localdiscord.state.files import Files

STATIC: Final = Path(__file__).parent / "static"
_PICTURES: Final = ("image/png", "image/jpeg", "image/gif", "image/webp")
# an uploaded page must not run with the rights of the server's own page
_SANDBOX: Final = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page as it travels."""

    content_type: str
    body: bytes
    packed: bytes
    tag: str


class FileRoutes:
    """Serves the page's own files and the attachments."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def add_routes(self, app: web.Application) -> None:
        """Adds the routes of the files to the web application."""
        app.router.add_get("/", self._get_index)
        app.router.add_get("/static/{file}", self._get_static)
        app.router.add_get("/attachments/{id}/{name}", self._get_attachment)

    async def _get_index(self, request: web.Request) -> web.Response:
        return _respond(request, "index.html")

    async def _get_static(self, request: web.Request) -> web.Response:
        return _respond(request, request.match_info["file"])

    async def _get_attachment(self, request: web.Request) -> web.Response:
        upload = self._files.by_id.get(request.match_info["id"])
        if upload is None:
            raise web.HTTPNotFound
        guessed, _ = mimetypes.guess_type(upload.filename)
        content_type = guessed if guessed in _PICTURES else "application/octet-stream"
        return web.Response(body=upload.content, headers={"Content-Type": content_type, **_SANDBOX})


def _respond(request: web.Request, name: str) -> web.Response:
    path = STATIC / name
    # the name comes from the request: it must not lead out of the folder
    if Path(name).name != name or not path.is_file():
        raise web.HTTPNotFound
    asset = _asset(path, path.stat().st_mtime_ns)
    # the browser asks each time, and is told in a few bytes that nothing has changed
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff"}
    if ETag(asset.tag) in (request.if_none_match or ()):
        response = web.Response(status=304, headers=headers)
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response = web.Response(body=asset.packed, headers={**headers, "Content-Encoding": "gzip"})
    else:
        response = web.Response(body=asset.body, headers=headers)
    if response.status != 304:
        response.content_type = asset.content_type
        response.charset = "utf-8"
    response.etag = asset.tag
    return response


@functools.lru_cache
def _asset(path: Path, _changed: int) -> Asset:
    """A file, read and compressed once for each time that it changes."""
    body = path.read_bytes()
    content_type, _ = mimetypes.guess_type(path.name)
    tag = hashlib.sha256(body).hexdigest()[:16]
    return Asset(content_type or "application/octet-stream", body, gzip.compress(body, mtime=0), tag)
