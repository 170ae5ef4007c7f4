"""What a page sends."""

import json
from typing import Any

from aiohttp import web

from localdiscord.errors import InvalidAction, Json


async def read_json(request: web.Request) -> Json:
    """The body, if it is a JSON object; InvalidAction if not."""
    try:
        body: Any = json.loads(await request.read())
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise InvalidAction("The action is not a JSON object.")
    return body
