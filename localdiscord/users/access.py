"""Whether a user can do something in a channel."""

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.channels import ChannelType
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State


def check_access(state: State, user_id: str, channel_id: str, needed: Permission) -> Json:
    """The channel; InvalidAction if the user does not see it, it is locked, or a needed permission is missing."""
    channels = state.channels
    if user_id not in state.users:
        raise InvalidAction("This user does not exist.")
    if not channels.can_view(user_id, channel_id):
        raise InvalidAction("You cannot see this channel.")
    channel = channels.by_id[channel_id]
    if channel.get("thread_metadata", {}).get("locked"):
        raise InvalidAction("This thread is locked.")
    if needed & ~channels.permissions_of(user_id, channel_id):
        raise InvalidAction("You do not have permission to do that in this channel.")
    return channel


def check_awake(state: State, channel_id: str) -> None:
    """InvalidAction in an archived thread: clients offer neither commands nor buttons there before a message."""
    if state.channels.by_id[channel_id].get("thread_metadata", {}).get("archived"):
        raise InvalidAction("This thread is archived: write in it first.")


def check_talks(state: State, user_id: str, channel_id: str, needed: Permission) -> Json:
    """The channel, if somebody can write in it; InvalidAction for a forum, which holds posts alone."""
    channel = check_access(state, user_id, channel_id, needed)
    if channel["type"] == ChannelType.FORUM:
        raise InvalidAction("A forum holds posts: create one, or write in one.")
    return channel
