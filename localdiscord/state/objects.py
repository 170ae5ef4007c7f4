"""Discord's objects with the values that a new one has."""

from typing import Final

from localdiscord.errors import Json
from localdiscord.state.permissions import DEFAULT_PERMISSIONS

# how long a thread is active after its last message, unless somebody says otherwise
ARCHIVE_MINUTES: Final = 4320


def new_user(user_id: str, name: str, *, is_bot: bool) -> Json:
    """A user, whose username is the name in lower case."""
    user: Json = {
        "id": user_id,
        "username": name.lower(),
        "global_name": name,
        "discriminator": "0000" if is_bot else "0",
        "avatar": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    return user | {"bot": True} if is_bot else user


def new_member(user: Json, roles: list[str], joined_at: str) -> Json:
    """A user as a member of the guild."""
    return {
        "user": user,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": roles,
        "joined_at": joined_at,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def new_message(message_id: str, channel_id: str, author: Json, now: str) -> Json:
    """An empty message."""
    return {
        "id": message_id,
        "channel_id": channel_id,
        "author": author,
        "content": "",
        "timestamp": now,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
    }


def new_guild_channel(position: int) -> Json:
    """The fields that a text channel or a forum has beyond those of every channel."""
    return {
        "topic": None,
        "position": position,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }


def new_forum() -> Json:
    """The fields that a forum has beyond those of a text channel."""
    return {
        "available_tags": [],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
        "default_auto_archive_duration": ARCHIVE_MINUTES,
        "default_thread_rate_limit_per_user": 0,
    }


def new_overwrite(wanted: Json) -> Json:
    """What a role or a member is allowed and denied in a channel, as Discord returns it."""
    bits = {key: str(wanted.get(key) or 0) for key in ("allow", "deny")}
    return {"id": str(wanted["id"]), "type": int(wanted["type"])} | bits


def new_thread(parent_id: str, owner_id: str, now: str, minutes: int | None = None) -> Json:
    """The fields that a thread has beyond those of every channel."""
    return {
        "parent_id": parent_id,
        "owner_id": owner_id,
        "message_count": 0,
        "total_message_sent": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": minutes or ARCHIVE_MINUTES,
            "archive_timestamp": now,
            "create_timestamp": now,
            "locked": False,
        },
    }


ENGLISH: Final = "en-US"
"""The language of a guild and of a user until another is chosen."""
_GUILD: Final[Json] = {
    "afk_channel_id": None,
    "afk_timeout": 300,
    "application_id": None,
    "banner": None,
    "default_message_notifications": 0,
    "description": None,
    "discovery_splash": None,
    "explicit_content_filter": 0,
    "home_header": None,
    "incidents_data": None,
    "max_members": 500000,
    "max_presences": None,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "mfa_level": 0,
    "nsfw": False,
    "nsfw_level": 0,
    "premium_progress_bar_enabled": False,
    "premium_subscription_count": 0,
    "premium_tier": 0,
    "public_updates_channel_id": None,
    "region": "deprecated",
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "splash": None,
    "system_channel_flags": 0,
    "system_channel_id": None,
    "vanity_url_code": None,
    "verification_level": 0,
    "widget_channel_id": None,
    "widget_enabled": False,
}


def new_guild(guild_id: str, name: str, locale: str, bot_role_id: str, bot_name: str, bot_permissions: int) -> Json:
    """A guild of a language with the @everyone role and the bot's own role. It has no owner yet."""
    roles = [
        new_role(guild_id, "@everyone", DEFAULT_PERMISSIONS, position=0),
        new_role(bot_role_id, bot_name, bot_permissions, position=1, managed=True),
    ]
    lists: Json = {"roles": roles, "emojis": [], "stickers": [], "features": []}
    return _GUILD | lists | {"id": guild_id, "name": name, "preferred_locale": locale, "icon": None, "owner_id": ""}


def new_role(role_id: str, name: str, permissions: int, *, position: int, managed: bool = False) -> Json:
    """A role; one that is managed belongs to a bot."""
    return {
        "id": role_id,
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(permissions),
        "managed": managed,
        "mentionable": False,
        "flags": 0,
    }
