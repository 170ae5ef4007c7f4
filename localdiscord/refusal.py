"""What the little Discord answers when it will not do something."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """An error answer to the bot: HTTP status, Discord's code and sentence, and what is wrong where."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        answer: Json = {"message": self.message, "code": self.code}
        if self.errors:
            answer["errors"] = self.errors
        return answer


@dataclass(frozen=True, slots=True)
class Refused:
    """One refusal that the bot got."""

    method: str
    path: str
    status: int
    code: int
    message: str
    errors: Json = field(default_factory=dict)


class CannotDo(Exception):
    """A deed that a person could not do on Discord."""


class NoAnswer(Exception):
    """The application did not respond in time."""


def unknown(what: str, code: int) -> Refusal:
    """404: there is no such thing, or the bot may not know of it."""
    return Refusal(404, code, f"Unknown {what}")


def invalid_form(errors: Json) -> Refusal:
    """400: the body breaks limits; `errors` says which, by path."""
    return Refusal(400, 50035, "Invalid Form Body", errors)
