"""The bot's own account, its application and its commands."""

from typing import TYPE_CHECKING, Any

from localdiscord.limits import check_commands
from localdiscord.refusal import Json, unknown
from localdiscord.rest.call import Call, route

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord

_CHAT_INPUT = 1


@route("GET", "/users/@me")
def me(table: "LocalDiscord", _call: Call) -> Json:
    return table.world.bot | {"verified": True, "mfa_enabled": False, "locale": "en-US"}


@route("GET", "/oauth2/applications/@me")
def application(table: "LocalDiscord", _call: Call) -> Json:
    world = table.world
    return {
        "id": world.application_id,
        "name": world.bot["global_name"],
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
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "is_monetized": False,
        "owner": world.users[world.guild["owner_id"]],
        "team": None,
    }


@route("GET", "/gateway/bot")
def gateway(table: "LocalDiscord", _call: Call) -> Json:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
    return {"url": table.gateway.url, "shards": table.gateway.shards, "session_start_limit": limit}


@route("GET", "/gateway")
def plain_gateway(table: "LocalDiscord", _call: Call) -> Json:
    return {"url": table.gateway.url}


def _scope(table: "LocalDiscord", call: Call) -> str:
    if call.path["application"] != table.world.application_id:
        raise unknown("Application", 10002)
    guild_id = call.path.get("guild", "")
    if guild_id and guild_id != table.world.guild_id:
        raise unknown("Guild", 10004)
    return guild_id


def _get(table: "LocalDiscord", call: Call) -> list[Json]:
    return table.world.commands.get(_scope(table, call), [])


def _put(table: "LocalDiscord", call: Call) -> list[Json]:
    """The whole new list; a command that keeps its name keeps its id."""
    wanted: list[Json] = call.body if isinstance(call.body, list) else []
    check_commands(wanted)
    return _store(table, _scope(table, call), wanted)


def _post(table: "LocalDiscord", call: Call) -> Json:
    scope = _scope(table, call)
    others = [c for c in table.world.commands.get(scope, []) if c["name"] != call.form.get("name")]
    check_commands([*others, call.form])
    return _store(table, scope, [*others, call.form])[-1]


def _store(table: "LocalDiscord", scope: str, wanted: list[Json]) -> list[Json]:
    world = table.world
    known = {(c["type"], c["name"]): c["id"] for c in world.commands.get(scope, [])}
    commands = [_registered(table, scope, each, known) for each in wanted]
    world.register(scope, commands)
    return commands


def _registered(table: "LocalDiscord", scope: str, command: Json, known: dict[Any, str]) -> Json:
    world = table.world
    kind = command.get("type") or _CHAT_INPUT
    granted = command.get("default_member_permissions")
    kept: Json = {
        "id": known.get((kind, command["name"])) or world.clock.next_id(),
        "application_id": world.application_id,
        "version": world.clock.next_id(),
        "type": kind,
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": command.get("description", ""),
        "description_localizations": command.get("description_localizations"),
        "default_member_permissions": None if granted is None else str(granted),
        "nsfw": bool(command.get("nsfw")),
        "integration_types": command.get("integration_types") or [0],
        "contexts": command.get("contexts"),
    }
    if scope:
        kept["guild_id"] = scope
    else:
        kept["dm_permission"] = command.get("dm_permission", True)
    if kind == _CHAT_INPUT:
        kept["options"] = command.get("options") or []
    return kept


def _one(table: "LocalDiscord", call: Call) -> Json:
    commands = table.world.commands.get(_scope(table, call), [])
    for command in commands:
        if command["id"] == call.path["command"]:
            return command
    raise unknown("application command", 10063)


def _delete(table: "LocalDiscord", call: Call) -> None:
    gone = _one(table, call)
    scope = _scope(table, call)
    table.world.register(scope, [c for c in table.world.commands[scope] if c is not gone])


for _path in ("/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands"):
    route("GET", _path)(_get)
    route("PUT", _path)(_put)
    route("POST", _path)(_post)
    route("GET", _path + "/{command}")(_one)
    route("DELETE", _path + "/{command}")(_delete)
