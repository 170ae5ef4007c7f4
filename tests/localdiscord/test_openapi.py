"""The comparison with Discord's OpenAPI file: what it finds, and that the packaged part is about every route."""

import json
from pathlib import Path
from typing import Any

import pytest

from localdiscord import LocalDiscord, RequestRecord, User
from localdiscord.api.router import api_routes
from localdiscord.openapi import PACKAGED, OpenApi

SEND = "/channels/{channel}/messages"


def record(method: str, path: str, body: Any, response: Any = None, status: int = 204) -> RequestRecord:
    return RequestRecord(method, path, body, status, response)


def test_the_packaged_part_is_about_every_route() -> None:
    openapi = OpenApi()
    routes = [route for route in api_routes(LocalDiscord().hub) if route.path]
    problems = [each for route in routes for each in openapi.problems(record(route.method, route.path, None))]
    assert [each for each in problems if "is not in the file" in each] == []


async def test_differences_are_found(server: LocalDiscord, anna: User) -> None:
    said = anna.send(server.channel("general"), "x")
    openapi = OpenApi()
    openapi.compare(record("POST", SEND, {"content": "x"}, said, 200))
    # discord.py sends ids as numbers
    reply = {"content": "x", "message_reference": {"message_id": 7}}
    openapi.compare(record("POST", SEND, reply, said, 200))
    assert openapi.found == []
    openapi.compare(record("POST", SEND, {"content": "x", "tts": "maybe"}, said, 200))
    openapi.compare(record("POST", SEND, {"content": "x"}, said | {"author": None}, 200))
    openapi.compare(record("POST", SEND, {"content": "x"}, None, 204))
    openapi.compare(record("POST", "/channels/{channel}/party", None))
    wrong = [each.split(":")[0] for each in openapi.found]
    assert wrong == [
        f"request POST {SEND} at tts",
        f"response POST {SEND} at author",
        f"POST {SEND} does not respond with 204",
        "POST /channels/{channel}/party is not in the file",
    ]


def test_another_file_is_read(tmp_path: Path) -> None:
    spec = json.loads(PACKAGED.read_text(encoding="utf-8"))
    spec["paths"] = {"/channels/{channel_id}/party": {"post": {"responses": {"204": {}}}}}
    file = tmp_path / "other.json"
    file.write_text(json.dumps(spec), encoding="utf-8")
    assert OpenApi(file).problems(record("POST", "/channels/{channel}/party", None)) == []
    assert OpenApi(file).problems(record("POST", SEND, {})) == [f"POST {SEND} is not in the file"]
    assert OpenApi().problems(record("POST", "/channels/{channel}/party", None)) != []


def test_its_licence_is_beside_it() -> None:
    licence = PACKAGED.with_name("OPENAPI-LICENSE").read_text(encoding="utf-8")
    assert "Copyright 2023 Discord" in licence
    assert "Permission is hereby granted, free of charge" in licence
    assert json.loads(PACKAGED.read_text(encoding="utf-8"))["info"]["license"]["name"] == "MIT"


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        OpenApi(tmp_path / "missing.json")


async def test_each_route_and_status_has_its_own_schema(server: LocalDiscord, anna: User) -> None:
    openapi, said = OpenApi(), anna.send(server.channel("general"), "x")
    me = server.hub.state.bot | {"verified": True, "mfa_enabled": False, "locale": "en-US"}
    one = f"{SEND}/{{message}}"
    for method, path, good, bad in (
        ("GET", one, said, me),
        ("GET", "/users/@me", me, said),
        ("GET", SEND, [said], said),
        ("GET", one, said, []),
        ("GET", SEND, [], {}),
    ):
        assert openapi.problems(record(method, path, None, good, 200)) == []
        assert openapi.problems(record(method, path, None, bad, 200)) != [], path
