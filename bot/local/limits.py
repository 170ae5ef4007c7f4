"""What Discord refuses."""

from bot.local.refusal import Json


def check_message(payload: Json, *, has_files: bool = False, before: Json | None = None) -> None: ...


def check_form(form: Json) -> None: ...


def check_choices(data: Json) -> None: ...


def check_commands(commands: list[Json]) -> None: ...


def check_channel(form: Json) -> None: ...


def check_thread(form: Json) -> None: ...
