"""Responses to interactions: the callback, then the webhook of the interaction's token."""

from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import Json
from localdiscord.interactions.interaction import Interaction
from localdiscord.interactions.registry import Interactions
from localdiscord.interactions.responses import Responses


class WebhookApi:
    """The routes on which discord.py responds to an interaction."""

    def __init__(self, interactions: Interactions, responses: Responses) -> None:
        self._interactions = interactions
        self._responses = responses

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        message = "/webhooks/{application}/{token}/messages/{message}"
        return [
            Route("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            Route("POST", "/webhooks/{application}/{token}", self._follow_up),
            Route("GET", message, self._get_message),
            Route("PATCH", message, self._edit_message),
            Route("DELETE", message, self._delete_message),
        ]

    def _callback(self, call: ApiCall) -> Json | None:
        interaction = self._interactions.unacknowledged(call.path["interaction"], call.path["token"])
        callback = self._responses.callback(interaction, call.json_object, call.uploads)
        return callback if call.query.get("with_response") in ("1", "true") else None

    def _interaction(self, call: ApiCall) -> Interaction:
        return self._interactions.by_token(call.path["application"], call.path["token"])

    def _follow_up(self, call: ApiCall) -> Json:
        # for an interaction Discord returns the message whether or not the bot asks it to wait
        return self._responses.follow_up(self._interaction(call), call.json_object, call.uploads)

    def _get_message(self, call: ApiCall) -> Json:
        return self._responses.find(self._interaction(call), call.path["message"]).message

    def _edit_message(self, call: ApiCall) -> Json:
        return self._responses.edit(self._interaction(call), call.path["message"], call.json_object, call.uploads)

    def _delete_message(self, call: ApiCall) -> None:
        self._responses.delete(self._interaction(call), call.path["message"])
