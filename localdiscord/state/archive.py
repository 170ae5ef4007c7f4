"""The file in which the state outlives its server."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Final

from localdiscord.errors import Json
from localdiscord.state.files import Upload
from localdiscord.state.guild import GuildState
from localdiscord.state.messages import StoredMessage
from localdiscord.state.scheduled_events import ScheduledEvent
from localdiscord.state.state import State

# writes are batched for 50 ms; losing them in a crash of the server is acceptable here
_BATCH_SECONDS: Final = 0.05
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS object (type TEXT, id TEXT, body TEXT, PRIMARY KEY (type, id)) WITHOUT ROWID
"""


class Archive:
    """Restores a state from its file, then writes every change of it."""

    def __init__(self, path: Path, state: State) -> None:
        self._state = state
        self._changes: dict[tuple[str, str], Json | None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute(_SCHEMA)
        if not self._restore():
            self._persist_new_state()
        state.updates.persist = self.persist

    def persist(self, type_: str, object_id: str, body: Json | None) -> None:
        """Notes that an object changed; None means that it was deleted."""
        self._changes[type_, object_id] = body
        if self._timer is None:
            try:
                self._timer = asyncio.get_running_loop().call_later(_BATCH_SECONDS, self.write)
            except RuntimeError:
                return  # the server has not started; the next change or `close` writes this one too

    def write(self) -> None:
        """Writes what changed since the last call, and the clock."""
        self._timer = None
        clock = self._state.clock
        server = {
            "application": self._state.application_id,
            "last_id": clock.last_id,
            "clock_offset": clock.offset.total_seconds(),
        }
        changes = [*self._changes.items(), (("server", ""), server)]
        self._changes.clear()
        self._database.execute("BEGIN IMMEDIATE")
        for (type_, object_id), body in changes:
            if body is None:
                self._database.execute("DELETE FROM object WHERE type = ? AND id = ?", (type_, object_id))
            else:
                row = (type_, object_id, json.dumps(body))
                self._database.execute("INSERT OR REPLACE INTO object VALUES (?, ?, ?)", row)
        self._database.execute("COMMIT")

    def close(self) -> None:
        """Writes what is left and closes the file."""
        if self._timer is not None:
            self._timer.cancel()
        self.write()
        self._database.close()

    def _persist_new_state(self) -> None:
        for guild_id, guild in self._state.guilds.items():
            self.persist("guild", guild_id, guild.body)
            for user_id, member in guild.members.items():
                self.persist("member", f"{guild_id}/{user_id}", member)

    def _restore(self) -> bool:
        """Fills the state from the file; False if the file is new."""
        objects: dict[str, dict[str, Json]] = {}
        for type_, object_id, body in self._database.execute("SELECT type, id, body FROM object"):
            objects.setdefault(type_, {})[object_id] = json.loads(body)
        if not objects:
            return False
        state, server = self._state, objects["server"][""]
        state.clock.restore(server["clock_offset"], server["last_id"])
        state.application_id = server["application"]
        # the parts of the state share this dict, so it is refilled and not replaced
        state.guilds.clear()
        state.guilds.update({guild_id: GuildState(body) for guild_id, body in _by_age(objects["guild"])})
        state.users.clear()
        for key, member in sorted(objects["member"].items(), key=lambda item: (item[1]["joined_at"], item[0])):
            # a file from before there were several guilds has only the user's id
            guild_id, _, user_id = key.rpartition("/")
            state.guilds[guild_id or state.guild_id].members[user_id] = member
            state.users[user_id] = member["user"]
        for user_id, user in _by_age(objects.get("user", {})):
            state.users.setdefault(user_id, user)
        state.without_dms = {*objects.get("without_dms", {})}
        state.commands = {scope: each["commands"] for scope, each in objects.get("commands", {}).items()}
        state.files.by_id = {file_id: Upload.from_json(body) for file_id, body in objects.get("file", {}).items()}
        state.channels.by_id = dict(_by_age(objects.get("channel", {})))
        for event_id, body in _by_age(objects.get("event", {})):
            state.events.by_id[event_id] = ScheduledEvent(body["event"], body["users"])
        state.reads.by_user = objects.get("read", {})
        state.locales = {user_id: each["locale"] for user_id, each in objects.get("locale", {}).items()}
        for _, body in _by_age(objects.get("message", {})):
            state.messages.restore(StoredMessage(body["message"], body["only_for"]))
        return True


def _by_age(objects: dict[str, Json]) -> list[tuple[str, Json]]:
    return sorted(objects.items(), key=lambda item: int(item[0]))
