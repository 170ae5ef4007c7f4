"""The file in which a table keeps itself."""

import asyncio
import json
import sqlite3
from pathlib import Path

from localdiscord.refusal import Json
from localdiscord.world import Post, Upload, World

# changes are gathered for so long; what a crash of the table itself loses is a toy's loss
_GATHER_SECONDS = 0.05
_SCHEMA = "CREATE TABLE IF NOT EXISTS thing (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID"


class Archive:
    """Fills a world from its file, then writes down every change of it."""

    def __init__(self, path: Path, world: World) -> None:
        self._world = world
        self._changes: dict[tuple[str, str], Json | None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._file = sqlite3.connect(path, isolation_level=None)
        self._file.execute("PRAGMA synchronous = OFF")
        self._file.execute(_SCHEMA)
        if not self._restore():
            for kind, thing_id, body in _everything(world):
                self.keep(kind, thing_id, body)
        world.keep = self.keep

    def keep(self, kind: str, thing_id: str, body: Json | None) -> None:
        """Remembers that a thing changed; None means that it is gone."""
        self._changes[kind, thing_id] = body
        if self._timer is None:
            try:
                self._timer = asyncio.get_running_loop().call_later(_GATHER_SECONDS, self.write)
            except RuntimeError:
                return  # before the table starts; written with the next change or at the end

    def write(self) -> None:
        """Everything that changed since the last time, and how late it is."""
        self._timer = None
        world = self._world
        about = {
            "application": world.application_id,
            "last_id": world.clock.last_id,
            "ahead": world.clock.ahead.total_seconds(),
        }
        changes = [*self._changes.items(), (("table", ""), about)]
        self._changes.clear()
        self._file.execute("BEGIN IMMEDIATE")
        for (kind, thing_id), body in changes:
            if body is None:
                self._file.execute("DELETE FROM thing WHERE kind = ? AND id = ?", (kind, thing_id))
            else:
                row = (kind, thing_id, json.dumps(body))
                self._file.execute("INSERT OR REPLACE INTO thing VALUES (?, ?, ?)", row)
        self._file.execute("COMMIT")

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.write()
        self._file.close()

    def _restore(self) -> bool:
        rows = self._file.execute("SELECT kind, id, body FROM thing").fetchall()
        things: dict[str, dict[str, Json]] = {}
        for kind, thing_id, body in rows:
            things.setdefault(kind, {})[thing_id] = json.loads(body)
        if not things:
            return False
        world, about = self._world, things["table"][""]
        world.clock.resume(about["ahead"], about["last_id"])
        world.application_id = about["application"]
        (world.guild,) = things["guild"].values()
        world.members = things["member"]
        world.users = {user_id: member["user"] for user_id, member in world.members.items()}
        world.bot = world.users[world.application_id]
        world.commands = {scope: each["commands"] for scope, each in things.get("commands", {}).items()}
        world.files = {file_id: Upload.of(body) for file_id, body in things.get("file", {}).items()}
        world.channels = dict(sorted(things.get("channel", {}).items(), key=lambda item: int(item[0])))
        world.posts = {channel_id: {} for channel_id in world.channels}
        for message_id, body in sorted(things.get("post", {}).items(), key=lambda item: int(item[0])):
            world.posts[body["message"]["channel_id"]][message_id] = Post(body["message"], body["only"])
        return True


def _everything(world: World) -> list[tuple[str, str, Json]]:
    """What a new world holds before anything happened."""
    members = [("member", user_id, member) for user_id, member in world.members.items()]
    return [("guild", world.guild_id, world.guild), *members]
