"""Files: what is told of them, and that they are kept."""

from typing import Any

import pytest

from localdiscord import LocalDiscord, Upload

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
SIZE = (800).to_bytes(4) + (600).to_bytes(4)


@pytest.mark.parametrize(
    ("upload", "description", "told"),
    [
        (Upload("a.txt", b"four"), None, {"content_type": "text/plain"}),
        (Upload("a.txt", b"four", "text/x-orders"), "Orders", {"content_type": "text/plain", "description": "Orders"}),
        (Upload("orders", b"", "text/x-orders"), "", {"content_type": "text/x-orders"}),
        (Upload("orders", b"x"), None, {"content_type": "application/octet-stream"}),
        (Upload("a.png", PNG + SIZE), None, {"content_type": "image/png", "width": 800, "height": 600}),
        (Upload("a.png", PNG + SIZE[:-1]), None, {"content_type": "image/png"}),
        (Upload("a.png", b"x" + PNG + SIZE), None, {"content_type": "image/png"}),
    ],
)
def test_an_attachment_describes_its_file(upload: Upload, description: str | None, told: dict[str, Any]) -> None:
    files = LocalDiscord().hub.state.files
    files.url = "http://127.0.0.1:1/attachments"
    one, other = files.attach(upload, description), files.attach(Upload("b.txt", b""))
    url = f"{files.url}/{one['id']}/{upload.filename}"
    about = {"id": one["id"], "filename": upload.filename, "size": len(upload.content), "url": url, "proxy_url": url}
    assert one == about | told
    assert files.by_id == {one["id"]: upload, other["id"]: Upload("b.txt", b"")}


def test_a_file_is_read_as_it_was_written() -> None:
    for upload in (Upload("a.txt", bytes(range(256)), "text/x-orders"), Upload("b", b"")):
        assert Upload.from_json(upload.to_json()) == upload
    assert Upload.from_json({"filename": "a.txt", "content": "aGVsbG8="}) == Upload("a.txt", b"hello")
