"""The bot's own account, its application and its commands."""

from typing import Final

from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import Json, unknown
from localdiscord.gateway.gateway import Gateway
from localdiscord.limits import check_commands
from localdiscord.state.state import State

_CHAT_INPUT: Final = 1
_GLOBAL: Final = "/applications/{application}/commands"
_GUILD: Final = "/applications/{application}/guilds/{guild}/commands"

_APPLICATION: Final[Json] = {
    "icon": None,
    "description": "",
    "summary": "",
    "bot_public": False,
    "bot_require_code_grant": False,
    "verify_key": "0" * 64,
    "type": None,
    "flags": 0,
    "flags_new": "0",
    "hook": True,
    "redirect_uris": [],
    "interactions_endpoint_url": None,
    "role_connections_verification_url": None,
    "approximate_user_install_count": 0,
    "approximate_user_authorization_count": 0,
    "explicit_content_filter": 0,
    "eligible_oauth2_scopes": [],
    "is_monetized": False,
    "team": None,
}


class ApplicationApi:
    """Login, and the registration of commands."""

    def __init__(self, state: State, gateway: Gateway) -> None:
        self._state = state
        self._gateway = gateway

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        commands = [
            route
            for path in (_GLOBAL, _GUILD)
            for route in (
                Route("GET", path, self._list_commands),
                Route("PUT", path, self._replace_commands),
                Route("GET", path + "/{command}", self._get_command),
                Route("DELETE", path + "/{command}", self._delete_command),
            )
        ]
        return [
            Route("GET", "/users/@me", self._get_me),
            Route("GET", "/oauth2/applications/@me", self._get_application),
            Route("GET", "/gateway/bot", self._get_gateway),
            *commands,
        ]

    def _get_me(self, _call: ApiCall) -> Json:
        return self._state.bot | {"verified": True, "mfa_enabled": False, "locale": "en-US"}

    def _get_application(self, _call: ApiCall) -> Json:
        state = self._state
        return _APPLICATION | {
            "id": state.application_id,
            "name": state.bot["global_name"],
            "owner": state.users[state.guild["owner_id"]],
            "approximate_guild_count": len(state.guilds),
        }

    def _get_gateway(self, _call: ApiCall) -> Json:
        settings = self._gateway.settings
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": settings.max_concurrency}
        return {"url": self._gateway.url, "shards": settings.shards, "session_start_limit": limit}

    # commands

    def _scope(self, call: ApiCall) -> str:
        """The guild whose commands the call is about; "" for the global ones."""
        if call.path["application"] != self._state.application_id:
            raise unknown("Application", 10002)
        guild_id = call.path.get("guild", "")
        if guild_id and guild_id not in self._state.guilds:
            raise unknown("Guild", 10004)
        return guild_id

    def _commands(self, call: ApiCall) -> list[Json]:
        return self._state.commands.get(self._scope(call), [])

    def _list_commands(self, call: ApiCall) -> list[Json]:
        return self._commands(call)

    def _replace_commands(self, call: ApiCall) -> list[Json]:
        """Registers the whole list; a command that keeps its name keeps its id."""
        wanted: list[Json] = call.body if isinstance(call.body, list) else []
        check_commands(wanted)
        ids = {(command["type"], command["name"]): str(command["id"]) for command in self._commands(call)}
        scope = self._scope(call)
        commands = [
            self._command(scope, command, ids.get((command.get("type") or _CHAT_INPUT, command["name"])))
            for command in wanted
        ]
        self._state.register_commands(scope, commands)
        return commands

    def _command(self, scope: str, command: Json, command_id: str | None) -> Json:
        clock, type_ = self._state.clock, command.get("type") or _CHAT_INPUT
        permissions = command.get("default_member_permissions")
        registered: Json = {
            "id": command_id or clock.next_id(),
            "application_id": self._state.application_id,
            "version": clock.next_id(),
            "type": type_,
            "name": command["name"],
            "name_localizations": command.get("name_localizations"),
            "description": command.get("description", ""),
            "description_localizations": command.get("description_localizations"),
            "default_member_permissions": None if permissions is None else str(permissions),
            "nsfw": bool(command.get("nsfw")),
            "integration_types": command.get("integration_types") or [0],
            "contexts": command.get("contexts"),
        }
        if scope:
            registered["guild_id"] = scope
        else:
            registered["dm_permission"] = command.get("dm_permission", True)
        if type_ == _CHAT_INPUT:
            registered["options"] = command.get("options") or []
        return registered

    def _get_command(self, call: ApiCall) -> Json:
        for command in self._commands(call):
            if command["id"] == call.path["command"]:
                return command
        raise unknown("application command", 10063)

    def _delete_command(self, call: ApiCall) -> None:
        deleted = self._get_command(call)
        remaining = [command for command in self._commands(call) if command is not deleted]
        self._state.register_commands(self._scope(call), remaining)
