"""Who may do what: permissions from roles and a channel's overwrites."""

from enum import IntFlag

from localdiscord.refusal import Json


class Permission(IntFlag):
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1

EVERYONE = int(
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)


def permissions(guild: Json, member: Json, channel: Json | None = None) -> int:
    """What this member may do in the guild, or in one channel of it (a thread asks with its parent)."""
    user_id: str = member["user"]["id"]
    if guild["owner_id"] == user_id:
        return ALL
    held = {guild["id"], *member["roles"]}
    granted = 0
    for role in guild["roles"]:
        if role["id"] in held:
            granted |= int(role["permissions"])
    if granted & Permission.ADMINISTRATOR:
        return ALL
    if channel is None:
        return granted
    overwrites = {overwrite["id"]: overwrite for overwrite in channel.get("permission_overwrites", ())}
    granted = _overwritten(granted, [overwrites.get(guild["id"])])
    granted = _overwritten(granted, [overwrites.get(role_id) for role_id in member["roles"]])
    return _overwritten(granted, [overwrites.get(user_id)])


def _overwritten(granted: int, overwrites: list[Json | None]) -> int:
    present = [overwrite for overwrite in overwrites if overwrite]
    for overwrite in present:
        granted &= ~int(overwrite["deny"])
    for overwrite in present:
        granted |= int(overwrite["allow"])
    return granted
