"""The configuration, by environment variables that begin with ``ADJUTANT_``."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.base.heartbeat import ADDRESSES, DATABASE


class Pace(NamedTuple):
    """``burst`` at once, and as many again in so many ``seconds``."""

    burst: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.burst}/{self.seconds:g}"


WITHOUT_LIMIT = Pace(10**8, 1)


class Paces(NamedTuple):
    """How fast one user may go on, all users of a server together, and one user who types."""

    user: Pace = Pace(20, 10)
    server: Pace = Pace(200, 10)
    typing: Pace = Pace(60, 10)


UNHURRIED: dict[str, Any] = {"pace_user": WITHOUT_LIMIT, "pace_server": WITHOUT_LIMIT, "pace_typing": WITHOUT_LIMIT}
"""The settings of a bot on a machine on which nobody is a stranger."""


def read_pace(given: object) -> object:
    """Return the pace that a text names: ``20/10``. Raises ``ValueError`` with a sentence."""
    if not isinstance(given, str):
        return given
    match = re.fullmatch(r"(\d{1,9})/(\d{1,5}(?:\.\d{1,3})?)", given.strip())
    if match is None or not int(match[1]) or not float(match[2]):
        raise ValueError("write how many at once, and in how many seconds as many again: 20/10, say")
    return Pace(int(match[1]), float(match[2]))


class Shards(NamedTuple):
    """The shards of a process, from ``first`` to ``last``, of ``total``."""

    first: int
    last: int
    total: int

    @property
    def ids(self) -> list[int]:
        """Their numbers."""
        return [*range(self.first, self.last + 1)]

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.total}"


def read_shards(given: object) -> object:
    """Return the shards that a text names. Raises ``ValueError`` with a sentence."""
    if not isinstance(given, str):
        return given
    match = re.fullmatch(r"(\d+)(?:-(\d+))?/(\d+)", given.strip())
    if match is None:
        raise ValueError("write the shards of this process and how many there are in all: 0-3/16, say")
    first, total = int(match[1]), int(match[3])
    last = int(match[2] or first)
    if not first <= last < total:
        raise ValueError(f"there are {total} shards, from 0 to {total - 1}: {given} names others")
    return Shards(first, last, total)


def place_of(given: object) -> object:
    """Return where a database is: what begins with ``postgresql://`` is an address, anything else a file."""
    return SecretStr(given) if isinstance(given, str) and given.startswith(ADDRESSES) else given


Place = Annotated[Path | SecretStr, Field(union_mode="left_to_right"), BeforeValidator(place_of)]
Speed = Annotated[Pace, NoDecode, BeforeValidator(read_pace)]


class Settings(BaseSettings):
    """How the bot is set up; each field is an environment variable, ``ADJUTANT_TOKEN``, say."""

    model_config = SettingsConfigDict(env_prefix="ADJUTANT_", frozen=True, hide_input_in_errors=True)

    token: SecretStr = Field(SecretStr(""), description="The bot's token from Discord's developer portal.")
    database: Place = Field(
        Path(DATABASE),
        description="The file that keeps all campaigns, or the address of a PostgreSQL database, postgresql://….",
    )
    database_connections: int = Field(
        8, ge=1, le=100, description="How many connections to PostgreSQL the bot opens at most."
    )
    shards: Annotated[Shards, BeforeValidator(read_shards)] | None = Field(
        None, description="The shards of this process, of all: 0-3/16, say. Without it, one process serves them all."
    )
    pace_user: Speed = Field(
        Paces().user,
        description="How many commands and presses one person can make at once, and in how many seconds as many again.",
    )
    pace_server: Speed = Field(Paces().server, description="The same for all the people of a server together.")
    pace_typing: Speed = Field(
        Paces().typing, description="How many lists of choices one person can ask for while typing."
    )
    data: Path | None = Field(
        None, description="A folder of your own data files. They replace or extend those that ship."
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="How much the bot logs.")
    log_format: Literal["text", "json"] = Field("text", description="How the bot logs: text, or JSON line by line.")
    backups: Path | None = Field(None, description="A folder for backups that the running bot makes by itself.")
    backups_hours: Annotated[float, Field(gt=0)] = Field(24, description="How many hours lie between two backups.")
    backups_kept: Annotated[int, Field(ge=1)] = Field(7, description="How many of its backups the bot keeps.")
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = Field(
        None, description="The port of /healthz and /metrics; without it there are none."
    )
    metrics_address: str = Field("127.0.0.1", description="The address on which that port listens.")
    discord_api: Annotated[str, Field(pattern=r"^https?://[^/]")] | None = Field(
        None, description="Another server that speaks Discord's API, e.g. the local Discord."
    )
    seed: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = Field(
        None, description="For scripts and tests only: the seed of every new campaign, 64 hexadecimal digits."
    )

    @property
    def paces(self) -> Paces:
        """How fast people may go on."""
        return Paces(self.pace_user, self.pace_server, self.pace_typing)

    @field_validator("*", mode="before")
    @classmethod
    def _check_given(cls, given: object, field: ValidationInfo) -> object:
        """An empty path is the working folder and an empty address is every one: neither is what was meant."""
        if given == "" and field.field_name != "token":
            raise ValueError("it is empty")
        return given
