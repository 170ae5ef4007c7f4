"""A member's permissions, computed from roles and channel overwrites."""

from enum import IntFlag

from localdiscord.errors import Json


class Permission(IntFlag):
    """The permission bits that the server checks or grants."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    PIN_MESSAGES = 1 << 51


ALL_PERMISSIONS = (1 << 53) - 1

# what @everyone has in a new guild, and the bot unless a test says otherwise
DEFAULT_PERMISSIONS = int(
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
# what an interaction says that the bot may do in a DM
IN_A_DM = (
    Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE | Permission.USE_EXTERNAL_EMOJIS
)


def compute_permissions(guild: Json, member: Json, channel: Json) -> int:
    """The member's permission bits in a channel; for a thread, pass its parent."""
    user_id: str = member["user"]["id"]
    if guild["owner_id"] == user_id:
        return ALL_PERMISSIONS
    role_ids = {guild["id"], *member["roles"]}
    granted = 0
    for role in guild["roles"]:
        if role["id"] in role_ids:
            granted |= int(role["permissions"])
    if granted & Permission.ADMINISTRATOR:
        return ALL_PERMISSIONS
    overwrites = {overwrite["id"]: overwrite for overwrite in channel.get("permission_overwrites", ())}
    granted = _overwrite(granted, [overwrites.get(guild["id"])])
    granted = _overwrite(granted, [overwrites.get(role_id) for role_id in member["roles"]])
    return _overwrite(granted, [overwrites.get(user_id)])


def _overwrite(granted: int, overwrites: list[Json | None]) -> int:
    present = [overwrite for overwrite in overwrites if overwrite]
    for overwrite in present:
        granted &= ~int(overwrite["deny"])
    for overwrite in present:
        granted |= int(overwrite["allow"])
    return granted
