"""How a request is read: JSON, or a form with files."""

import json
from typing import Any

import aiohttp
import pytest

from localdiscord import Upload
from localdiscord.api.request import ApiCall
from localdiscord.errors import ApiError
from tests.localdiscord.api.scene import Scene

MESSAGES = "/channels/{channel}/messages"
JSON = {"Content-Type": "application/json"}


async def send(scene: Scene, **sent: Any) -> tuple[int, Any]:
    async with scene.session.post(scene.server.api_url + MESSAGES.format(**scene.ids), **sent) as response:
        return response.status, await response.json()


async def test_a_form_brings_a_message_and_its_files_in_their_order(scene: Scene) -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("files[0]", b"one", filename="a.txt", content_type="text/x-orders")
    form.add_field("payload_json", json.dumps({"content": "x", "attachments": [{"id": 1, "description": "Two"}]}))
    form.add_field("files[1]", b"two!", filename="orders")
    status, message = await send(scene, data=form)
    assert (status, message["content"]) == (200, "x")
    assert [(each["filename"], each["size"], each.get("description")) for each in message["attachments"]] == [
        ("a.txt", 3, None), ("orders", 4, "Two"),
    ]  # fmt: skip
    assert [*scene.state.files.by_id.values()] == [
        Upload("a.txt", b"one", "text/x-orders"), Upload("orders", b"two!"),
    ]  # fmt: skip
    bare = aiohttp.FormData()
    bare.add_field("files[0]", b"x", filename="b.txt")
    status, message = await send(scene, data=bare)
    assert (status, message["content"], len(message["attachments"])) == (200, "", 1)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"data": b"{", "headers": JSON}, 50109),
        ({"data": b"[]", "headers": JSON}, 50109),
        ({"data": b"", "headers": JSON}, 50109),
        ({"data": b"null", "headers": JSON}, 50109),
        ({"data": b"{}", "headers": JSON}, 50006),
        ({"data": b"{}", "headers": {"Content-Type": "text/plain"}}, 50035),
    ],
)
async def test_a_body_that_is_no_message_is_refused(scene: Scene, sent: Any, code: int) -> None:
    status, said = await send(scene, **sent)
    assert (status, said["code"]) == (400, code)


def test_a_call_has_an_object_or_is_refused() -> None:
    assert ApiCall({}, {}, {"a": 1}).json_object == {"a": 1}
    nothing: tuple[Any, ...] = (None, [], "x", 1)
    for body in nothing:
        with pytest.raises(ApiError) as error:
            _ = ApiCall({}, {}, body).json_object
        assert (error.value.status, error.value.code) == (400, 50109)
