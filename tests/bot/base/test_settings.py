"""The settings: environment variables, their defaults, and what is refused."""

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.base.settings import Pace, Settings


@pytest.fixture(autouse=True)
def _empty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)


def test_each_is_an_environment_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUTANT_TOKEN", "tok-123")
    monkeypatch.setenv("ADJUTANT_DATABASE", "/data/adjutant.sqlite")
    monkeypatch.setenv("ADJUTANT_LOG_LEVEL", "ERROR")
    settings = Settings()
    assert settings.token.get_secret_value() == "tok-123"
    assert (settings.database, settings.log_level) == (Path("/data/adjutant.sqlite"), "ERROR")


def test_each_pace_is_that_of_its_own_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, pace in (("USER", "1/2"), ("SERVER", "3/4"), ("TYPING", "5/6")):
        monkeypatch.setenv(f"ADJUTANT_PACE_{name}", pace)
    paces = Settings().paces
    assert (paces.user, paces.server, paces.typing) == (Pace(1, 2), Pace(3, 4), Pace(5, 6))


@pytest.mark.parametrize("name", [name for name in Settings.model_fields if name != "token"])
def test_one_that_is_empty_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A file for containers may pass a variable on that nobody set: the folder or the address would be any."""
    monkeypatch.setenv(f"ADJUTANT_{name.upper()}", "")
    with pytest.raises(ValidationError, match="it is empty"):
        Settings()


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUTANT_TOKEN", "tok-123")
    monkeypatch.setenv("ADJUTANT_SEED", "tok-456")
    with pytest.raises(ValidationError) as refusal:
        Settings()
    assert "tok-" not in str(refusal.value)
    monkeypatch.delenv("ADJUTANT_SEED")
    assert "tok-" not in repr(Settings()) + str(Settings())


def test_the_address_of_a_database_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for scheme in ("postgresql", "postgres"):
        address = f"{scheme}://bot:tok-123@host/adjutant"
        monkeypatch.setenv("ADJUTANT_DATABASE", address)
        settings = Settings()
        assert isinstance(settings.database, SecretStr)
        assert settings.database.get_secret_value() == address
        assert "tok-" not in repr(settings) + str(settings) + str(settings.model_dump()) + settings.model_dump_json()
    monkeypatch.setenv("ADJUTANT_DATABASE_CONNECTIONS", "0")
    with pytest.raises(ValidationError) as refusal:
        Settings()
    assert "tok-" not in str(refusal.value) + str(refusal.value.errors())


def test_every_setting_is_described() -> None:
    assert all(field.description and field.description.endswith(".") for field in Settings.model_fields.values())


DEFAULTS = {
    "token": SecretStr(""), "database": Path("adjutant.sqlite"), "database_connections": 8, "shards": None,
    "pace_user": Pace(20, 10), "pace_server": Pace(200, 10), "pace_typing": Pace(60, 10), "data": None,
    "log_level": "INFO", "log_format": "text", "backups": None, "backups_hours": 24, "backups_kept": 7,
    "metrics_port": None, "metrics_address": "127.0.0.1", "discord_api": None, "seed": None,
}  # fmt: skip


def test_every_default_is_what_the_page_promises() -> None:
    """Whoever upgrades has set none of them."""
    assert {name: getattr(Settings(), name) for name in Settings.model_fields} == DEFAULTS


@pytest.mark.parametrize(
    ("name", "taken", "refused"),
    [
        ("DATABASE_CONNECTIONS", ("1", "100"), ("0", "101", "-1", "x")),
        ("BACKUPS_HOURS", ("0.5", "24"), ("0", "-1")),
        ("BACKUPS_KEPT", ("1", "30"), ("0", "1.5")),
        ("METRICS_PORT", ("1", "65535"), ("0", "65536")),
        ("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), ("debug", "TRACE", "")),
        ("LOG_FORMAT", ("text", "json"), ("xml", "")),
        ("SEED", ("0" * 64, "0123456789abcdef" * 4), ("x", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n")),
        ("SHARDS", ("0-3/16",), ("4", "")),
        ("DISCORD_API", ("http://127.0.0.1:8918/api",), ("discord.com",)),
        ("PACE_USER", ("20/10", "1/0.5"), ("20", "0/10", "20/0", "-1/10", "")),
    ],
)
def test_each_side_of_each_limit(
    monkeypatch: pytest.MonkeyPatch, name: str, taken: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    for value in taken:
        monkeypatch.setenv(f"ADJUTANT_{name}", value)
        assert getattr(Settings(), name.lower()) is not None
    for value in refused:
        monkeypatch.setenv(f"ADJUTANT_{name}", value)
        with pytest.raises(ValidationError) as refusal:
            Settings()
        assert [error["loc"] for error in refusal.value.errors()] == [(name.lower(),)], value


@pytest.mark.parametrize("given", ["a.sqlite", "postgresql.sqlite", "/data/postgres", "mysql://host/a"])
def test_a_value_without_scheme_is_a_file(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE", given)
    assert Settings().database == Path(given)
