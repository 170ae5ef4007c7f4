"""Compares what a bot asks, and what it is answered, with Discord's own description of its API, the OpenAPI file.

The file is published as a preview, and where it differs from Discord's documentation, the documentation is right.
"""

import functools
import json
import re
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from localdiscord.hub import RequestRecord

PACKAGED: Final = Path(__file__).with_name("openapi.json")
"""The part of Discord's file that is about the routes of this server."""
_PARAMETER: Final = re.compile(r"\{[^}]+\}")


class OpenApi:
    """Discord's OpenAPI file, by default the part of it that comes with this package. `server.watch(openapi.compare)`
    begins the comparison; what differs stands in `found`.
    """

    def __init__(self, file: Path = PACKAGED) -> None:
        self.found: list[str] = []
        self._spec = _read(file)

    def compare(self, request: RequestRecord) -> None:
        """Notes where an accepted request, or the response to it, does not match the file."""
        self.found += self.problems(request)

    def problems(self, request: RequestRecord) -> list[str]:
        """Where an accepted request, or the response to it, does not match the file."""
        return self._spec.problems(request)


class _Spec:
    """The file as it was read, with the validators that were made of it."""

    def __init__(self, file: Path) -> None:
        spec: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        # discord.py sends ids as numbers, which Discord accepts
        spec["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        self._components = spec["components"]
        # the file has other names for its parameters
        self._paths = {_bare(path): operations for path, operations in spec["paths"].items()}
        self._validators: dict[tuple[str, str, int | None], Any] = {}
        self._errors_in_list = functools.lru_cache(maxsize=64)(self._look_in_list)

    def problems(self, request: RequestRecord) -> list[str]:
        method, path = request.method, request.path
        operation = self._operation(method, path)
        if operation is None:
            return [f"{method} {path} is not in the file"]
        if str(request.status) not in operation["responses"]:
            return [f"{method} {path} does not respond with {request.status}"]
        found: list[str] = []
        if request.body is not None and "application/json" in operation.get("requestBody", {}).get("content", ()):
            found += self._errors(method, path, None, request.body)
        if request.response is not None:
            found += self._errors(method, path, request.status, request.response)
        return found

    def _errors(self, method: str, path: str, status: int | None, body: Any) -> tuple[str, ...]:
        """What is wrong. Each start of a bot sends the same list of commands, and that is looked at once."""
        if isinstance(body, list):
            return self._errors_in_list(method, path, status, json.dumps(body))
        return self._look_for_errors(method, path, status, body)

    def _operation(self, method: str, path: str) -> Any:
        return self._paths.get(_bare(path), {}).get(method.lower())

    def _look_in_list(self, method: str, path: str, status: int | None, text: str) -> tuple[str, ...]:
        return self._look_for_errors(method, path, status, json.loads(text))

    def _look_for_errors(self, method: str, path: str, status: int | None, body: Any) -> tuple[str, ...]:
        part = "request" if status is None else "response"
        return tuple(
            f"{part} {method} {path} at {'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
            for error in self._validator(method, path, status).iter_errors(body)
        )

    def _validator(self, method: str, path: str, status: int | None) -> Any:
        """The validator of the response with this status, or of the request."""
        key = (method, path, status)
        if key not in self._validators:
            operation = self._operation(method, path)
            part = operation["requestBody"] if status is None else operation["responses"][str(status)]
            schema = part["content"]["application/json"]["schema"]
            self._validators[key] = jsonschema_rs.validator_for({**schema, "components": self._components})
        return self._validators[key]


@functools.cache
def _read(file: Path) -> _Spec:
    return _Spec(file)


def _bare(path: str) -> str:
    return _PARAMETER.sub("{}", path)
