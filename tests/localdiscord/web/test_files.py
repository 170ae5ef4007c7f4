"""The page's files as they travel: nothing else is served, and they are small."""

import gzip
from pathlib import Path

import aiohttp
import pytest
import yarl

from localdiscord import Channel, LocalDiscord, Upload, User
from localdiscord.state.composition import compose
from localdiscord.web.files import STATIC

MOST_BYTES = 150_000
PLAIN = {"Accept-Encoding": "identity"}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200), ("/static/page.js", 200), ("/static/nothing.js", 404), ("/static/..%2Fsecret", 404),
        ("/static/%2e%2e%2fsecret", 404), ("/other", 404),
    ],
)  # fmt: skip
async def test_only_static_files_are_served(
    server: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    static = tmp_path / "static"
    static.mkdir()
    for file in (static / "index.html", static / "page.js", tmp_path / "secret"):
        file.write_text("x")
    monkeypatch.setattr("localdiscord.web.files.STATIC", static)
    url = yarl.URL(server.url + path, encoded=True)
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert response.status == status


@pytest.mark.parametrize(
    ("name", "shown_as"),
    [("map.png", "image/png"), ("page.html", "application/octet-stream"), ("x.svg", "application/octet-stream")],
)
async def test_uploads_run_nothing_in_a_browser(
    server: LocalDiscord, anna: User, general: Channel, name: str, shown_as: str
) -> None:
    state, files = server.hub.state, [Upload(name, b"<script>alert(1)</script>")]
    sent = compose(state, general["id"], state.users[anna.id], {"content": ""}, uploads=files)
    (attachment,) = sent.message["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        assert response.headers["Content-Type"] == shown_as
        assert response.headers["Content-Security-Policy"] == "sandbox"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert await response.read() == b"<script>alert(1)</script>"


async def test_a_file_is_compressed_for_who_can_read_it(server: LocalDiscord) -> None:
    url, there = server.url + "/static/page.js", (STATIC / "page.js").read_bytes()
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        async with session.get(url) as response:
            assert response.headers["Content-Encoding"] == "gzip"
            assert response.headers["Vary"] == "Accept-Encoding"
            assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert gzip.decompress(await response.read()) == there
        async with session.get(url, headers=PLAIN) as response:
            assert "Content-Encoding" not in response.headers
            assert await response.read() == there


async def test_an_unchanged_file_is_cached(
    server: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localdiscord.web.files.STATIC", tmp_path)
    file = tmp_path / "page.js"
    file.write_text("old")
    async with aiohttp.ClientSession() as session:
        async with session.get(server.url + "/static/page.js") as response:
            tag = {"If-None-Match": response.headers["ETag"]}
            assert response.headers["Cache-Control"] == "no-cache"
        async with session.get(server.url + "/static/page.js", headers=tag) as response:
            assert (response.status, await response.read()) == (304, b"")
        file.write_text("newer")
        async with session.get(server.url + "/static/page.js", headers=tag) as response:
            assert (response.status, await response.read()) == (200, b"newer")


async def test_the_whole_page_is_small(server: LocalDiscord) -> None:
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        total = 0
        for path in STATIC.iterdir():
            async with session.get(f"{server.url}/static/{path.name}") as response:
                total += len(await response.read())
    assert 20_000 < total <= MOST_BYTES
