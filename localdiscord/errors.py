"""The errors of the local Discord: those that the bot gets, and those that a user gets."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """An error response to the bot: the HTTP status, Discord's code and message, and the invalid fields."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON body of the response."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body

    def headers(self) -> dict[str, str]:
        """The headers of the response beside those of every one."""
        return {}


@dataclass(frozen=True, slots=True)
class RejectedRequest:
    """A request of the bot that was answered with an error."""

    method: str
    path: str
    status: int
    code: int
    message: str
    errors: Json = field(default_factory=dict)


class InvalidAction(Exception):
    """A user tried something that the Discord client would not let them do."""


class NoResponse(Exception):
    """The bot did not respond to an interaction in time."""


class NoPort(OSError):
    """The server cannot listen on any of its ports."""


def unknown(object_name: str, code: int) -> ApiError:
    """404: the object does not exist, or the bot cannot see it."""
    return ApiError(404, code, f"Unknown {object_name}")


def invalid_form_body(errors: Json) -> ApiError:
    """400: the body breaks limits; `errors` names them by path."""
    return ApiError(400, 50035, "Invalid Form Body", errors)
