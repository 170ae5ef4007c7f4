"""A message as Discord gives it back, made from what somebody sent."""

import mimetypes
from collections.abc import Iterable
from typing import Any

from localdiscord.clock import stamp
from localdiscord.component import completed, unfurl
from localdiscord.refusal import Json
from localdiscord.world import MessageFlag, Post, Upload, World

SLASH_RESPONSE = 20
_EMBED_KEYS = (
    "title", "description", "url", "timestamp", "color", "footer", "image", "thumbnail", "author", "fields",
)  # fmt: skip


def compose(
    world: World,
    files_url: str,
    channel_id: str,
    author: Json,
    payload: Json,
    *,
    uploads: Iterable[Upload] = (),
    kind: int = 0,
    only: str | None = None,
    more: Json | None = None,
) -> Post:
    """A new message, not yet posted."""
    flags = int(payload.get("flags") or 0)
    message: Json = {
        "id": world.clock.next_id(),
        "channel_id": channel_id,
        "author": author,
        "content": "",
        "timestamp": stamp(world.clock.now()),
        "edited_timestamp": None,
        "tts": bool(payload.get("tts")),
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": kind,
        "flags": flags | (MessageFlag.EPHEMERAL if only else 0),
    }
    if "nonce" in payload:
        message["nonce"] = payload["nonce"]
    message |= more or {}
    _fill(world, files_url, message, payload, uploads)
    return Post(message, only)


def revise(
    world: World,
    files_url: str,
    post: Post,
    payload: Json,
    uploads: Iterable[Upload] = (),
    *,
    is_first: bool = False,
) -> None:
    """Changes what the payload names and leaves the rest; the first filling of a placeholder is no edit."""
    message = dict(post.message)
    message["flags"] &= ~MessageFlag.LOADING
    message["flags"] |= int(payload.get("flags") or 0) & MessageFlag.COMPONENTS_V2
    _fill(world, files_url, message, payload, uploads)
    if not is_first:
        message["edited_timestamp"] = stamp(world.clock.now())
    world.change_post(post, message)


def _fill(world: World, files_url: str, message: Json, payload: Json, uploads: Iterable[Upload]) -> None:
    if "content" in payload:
        message["content"] = str(payload["content"] or "").strip()
    if "attachments" in payload or uploads:
        _attach(world, files_url, message, payload, list(uploads))
    links = {file["filename"]: file["url"] for file in message["attachments"]}
    if payload.get("embeds") is not None:
        message["embeds"] = [_embed(embed) for embed in payload["embeds"]]
        _link_attachments(message["embeds"], links)
    if payload.get("components") is not None:
        message["components"] = completed(payload["components"])
        _link_attachments(message["components"], links)
        unfurl(world, message)
    if "content" in payload or "allowed_mentions" in payload:
        _mention(world, message, payload.get("allowed_mentions"))


def _embed(embed: Json) -> Json:
    kept: Json = {"type": "rich"}
    kept |= {key: embed[key] for key in _EMBED_KEYS if embed.get(key) is not None}
    for field in kept.get("fields", ()):
        field.setdefault("inline", False)
    return kept


def _attach(world: World, files_url: str, message: Json, payload: Json, uploads: list[Upload]) -> None:
    described = {str(entry.get("id")): entry for entry in payload.get("attachments") or ()}
    kept = message["attachments"]
    if "attachments" in payload:
        kept = [file for file in kept if file["id"] in described]
    new = [_attachment(world, files_url, upload, described.get(str(n), {})) for n, upload in enumerate(uploads)]
    message["attachments"] = kept + new


def _attachment(world: World, files_url: str, upload: Upload, entry: Json) -> Json:
    return attachment(world, files_url, upload) | (
        {"description": entry["description"]} if entry.get("description") else {}
    )


def attachment(world: World, files_url: str, upload: Upload) -> Json:
    """Keeps the file and says where it can be had."""
    file_id = world.add_file(upload)
    guessed, _ = mimetypes.guess_type(upload.filename)
    url = f"{files_url}/{file_id}/{upload.filename}"
    return {
        "id": file_id,
        "filename": upload.filename,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": guessed or upload.content_type,
    }


def _link_attachments(tree: Any, links: dict[str, str]) -> None:
    if isinstance(tree, list):
        for item in tree:
            _link_attachments(item, links)
    elif isinstance(tree, dict):
        url = tree.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            tree["url"] = links.get(url.removeprefix("attachment://"), url)
        for item in tree.values():
            if isinstance(item, dict | list):
                _link_attachments(item, links)


def _mention(world: World, message: Json, allowed: Json | None) -> None:
    content: str = message["content"]
    if "<@" not in content and "@everyone" not in content and "@here" not in content:
        message["mentions"] = []
        return
    parse = set(allowed.get("parse", ())) if allowed is not None else {"users", "roles", "everyone"}
    named = {str(each) for each in (allowed or {}).get("users", ())}
    message["mentions"] = [
        user
        for user in world.users.values()
        if (f"<@{user['id']}>" in content or f"<@!{user['id']}>" in content)
        and ("users" in parse or user["id"] in named)
    ]
    message["mention_everyone"] = "everyone" in parse and ("@everyone" in content or "@here" in content)
