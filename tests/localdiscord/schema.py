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
        found += _errors(f"request {method} {path}", _validator(method, path, None), request.body)
    if request.response is not None:
        found += _errors(f"response {method} {path}", _validator(method, path, request.status), request.response)
    return found


def _errors(where: str, validator: Any, value: Any) -> list[str]:
    plain = json.loads(json.dumps(value))
    return [
        f"{where} at {'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
        for error in validator.iter_errors(plain)
    ]
