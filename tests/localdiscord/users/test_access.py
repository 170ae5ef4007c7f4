"""What a user can do in a channel."""

import pytest

from localdiscord import InvalidAction, LocalDiscord, Permission
from localdiscord.users.access import check_access, check_talks


def test_a_user_needs_to_see_a_channel_and_every_permission() -> None:
    server = LocalDiscord()
    anna, bert, club, state = server.user("anna"), server.user("bert"), server.guild("The club"), server.hub.state
    general, den, forum = server.channel("general"), server.channel("den"), server.forum("campaigns")
    talk, locked = (server.thread(name, general) for name in ("talk", "locked"))
    server.lock(locked)
    state.channels.set_overwrite(den, bert.id, deny=Permission.VIEW_CHANNEL)
    state.channels.set_overwrite(general, bert.id, deny=Permission.SEND_MESSAGES, allow=Permission.PIN_MESSAGES)
    both = Permission.PIN_MESSAGES | Permission.SEND_MESSAGES
    for user_id, place, needed, sentence in (
        ("1", general, Permission.VIEW_CHANNEL, "This user does not exist."),
        (anna.id, {"id": "1"}, Permission.VIEW_CHANNEL, "You cannot see this channel."),
        (anna.id, club.channel("apart"), Permission.VIEW_CHANNEL, "You cannot see this channel."),
        (bert.id, anna.dm(), Permission.VIEW_CHANNEL, "You cannot see this channel."),
        (bert.id, den, Permission.VIEW_CHANNEL, "You cannot see this channel."),
        (anna.id, locked, Permission.VIEW_CHANNEL, "This thread is locked."),
        (bert.id, general, Permission.SEND_MESSAGES, "You do not have permission to do that in this channel."),
        (bert.id, talk, both, "You do not have permission to do that in this channel."),
        (bert.id, den, both, "You cannot see this channel."),
        (bert.id, general, Permission.PIN_MESSAGES, ""),
        (bert.id, talk, Permission.PIN_MESSAGES, ""),
        (anna.id, den, both, ""),
        (anna.id, anna.dm(), both, ""),
    ):
        for check in (check_access, check_talks):
            if sentence:
                with pytest.raises(InvalidAction) as error:
                    check(state, user_id, place["id"], needed)
                assert str(error.value) == sentence
            else:
                assert check(state, user_id, place["id"], needed) is place
    assert check_access(state, anna.id, forum["id"], both) is forum
    with pytest.raises(InvalidAction, match="A forum holds posts"):
        check_talks(state, anna.id, forum["id"], both)
