"""Compares requests and responses with Discord's OpenAPI file."""

import functools
import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs

from localdiscord import RequestRecord

FILE = Path(__file__).parents[1] / "fixtures" / "discord-openapi.json"
_PARAMETER = re.compile(r"\{[^}]+\}")


@functools.cache
def _spec() -> dict[str, Any]:
    spec: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    # discord.py sends ids as numbers, which Discord accepts
    spec["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    return spec


@functools.cache
def _operation(method: str, path: str) -> Any:
    # the file has other names for its parameters
    paths = {_PARAMETER.sub("{}", known): known for known in _spec()["paths"]}
    return _spec()["paths"].get(paths.get(_PARAMETER.sub("{}", path)), {}).get(method.lower())


@functools.cache
def _validator(method: str, path: str, status: int | None) -> Any:
    """The validator of the response with this status, or of the request."""
    operation = _operation(method, path)
    part = operation["requestBody"] if status is None else operation["responses"][str(status)]
    schema = part["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": _spec()["components"]})


def problems(request: RequestRecord) -> list[str]:
    """Where an accepted request, or the response to it, does not match Discord's file."""
    method, path = request.method, request.path
    operation = _operation(method, path)
    if operation is None:
        return [f"{method} {path} is not in the file"]
    if str(request.status) not in operation["responses"]:
        return [f"{method} {path} does not respond with {request.status}"]
    found: list[str] = []
    if request.body is not None and "application/json" in operation.get("requestBody", {}).get("content", ()):
        found += _errors(method, path, None, json.dumps(request.body))
    if request.response is not None:
        found += _errors(method, path, request.status, json.dumps(request.response))
    return found


@functools.lru_cache(maxsize=64)
def _errors(method: str, path: str, status: int | None, text: str) -> tuple[str, ...]:
    """What is wrong; each start of a bot sends the same commands."""
    part = "request" if status is None else "response"
    return tuple(
        f"{part} {method} {path} at {'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
        for error in _validator(method, path, status).iter_errors(json.loads(text))
    )
