"""A route of the REST API."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from localdiscord.api.request import ApiCall

# None is sent as 204
Handler = Callable[[ApiCall], Any]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and path, and the handler that responds; `status` is that of a response with a body."""

    method: str
    path: str
    handler: Handler
    status: int = 200
