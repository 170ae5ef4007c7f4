"""Discord's own OpenAPI file, where it lies beside the project: what it says of requests and answers."""

import functools
import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs

from localdiscord.rest.call import Exchange

FILE = Path(__file__).parents[3] / "shared" / "discord-openapi.json"
_PARAMETER = re.compile(r"\{[^}]+\}")


@functools.cache
def _spec() -> dict[str, Any]:
    spec: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    # discord.py writes ids as numbers, which Discord takes
    spec["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    return spec


@functools.cache
def _operation(method: str, path: str) -> Any:
    # the file names its parameters otherwise
    paths = {_PARAMETER.sub("{}", known): known for known in _spec()["paths"]}
    return _spec()["paths"].get(paths.get(_PARAMETER.sub("{}", path)), {}).get(method.lower())


@functools.cache
def _validator(method: str, path: str, status: int | None) -> Any:
    """For the answer with this status, or for the request."""
    operation = _operation(method, path)
    part = operation["requestBody"] if status is None else operation["responses"][str(status)]
    schema = part["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": _spec()["components"]})


def problems(exchange: Exchange) -> list[str]:
    """What Discord's file says against a request that was granted, or against its answer."""
    method, path = exchange.method, exchange.path
    operation = _operation(method, path)
    if operation is None:
        return [f"{method} {path} is not in the file"]
    if str(exchange.status) not in operation["responses"]:
        return [f"{method} {path} is not answered with {exchange.status}"]
    found: list[str] = []
    if exchange.body is not None and "application/json" in operation.get("requestBody", {}).get("content", ()):
        found += _errors(f"request {method} {path}", _validator(method, path, None), exchange.body)
    if exchange.answer is not None:
        found += _errors(f"answer {method} {path}", _validator(method, path, exchange.status), exchange.answer)
    return found


def _errors(where: str, validator: Any, value: Any) -> list[str]:
    plain = json.loads(json.dumps(value))
    return [
        f"{where} at {'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
        for error in validator.iter_errors(plain)
    ]
