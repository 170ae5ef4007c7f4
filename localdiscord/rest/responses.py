"""Answers to interactions, and what follows them."""

from typing import TYPE_CHECKING

from localdiscord.refusal import Json
from localdiscord.rest.call import Call, route

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord

_MESSAGE = "/webhooks/{application}/{token}/messages/{message}"


@route("POST", "/interactions/{interaction}/{token}/callback")
def callback(table: "LocalDiscord", call: Call) -> Json | None:
    answer = table.interactions.callback(call.path["interaction"], call.path["token"], call.form, call.uploads)
    return answer if call.query.get("with_response") in ("1", "true") else None


@route("POST", "/webhooks/{application}/{token}")
def follow_up(table: "LocalDiscord", call: Call) -> Json:
    # Discord always waits for the followups of an interaction
    interaction = table.interactions.living(call.path["application"], call.path["token"])
    return table.interactions.follow_up(interaction, call.form, call.uploads)


@route("GET", _MESSAGE)
def read(table: "LocalDiscord", call: Call) -> Json:
    interaction = table.interactions.living(call.path["application"], call.path["token"])
    return table.interactions.message_of(interaction, call.path["message"]).message


@route("PATCH", _MESSAGE)
def edit(table: "LocalDiscord", call: Call) -> Json:
    interaction = table.interactions.living(call.path["application"], call.path["token"])
    return table.interactions.edit(interaction, call.path["message"], call.form, call.uploads)


@route("DELETE", _MESSAGE)
def delete(table: "LocalDiscord", call: Call) -> None:
    interaction = table.interactions.living(call.path["application"], call.path["token"])
    table.interactions.delete(interaction, call.path["message"])
