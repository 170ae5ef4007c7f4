"""Permissions, step by step as Discord computes them: owner, roles, overwrites."""

import pytest

from localdiscord import Json, LocalDiscord, Permission
from localdiscord.state.permissions import ALL_PERMISSIONS, DEFAULT_PERMISSIONS, compute_permissions
from localdiscord.state.updates import Update

SEND = int(Permission.SEND_MESSAGES)


def overwrite(object_id: str, *, allow: int = 0, deny: int = 0) -> Json:
    return {"id": object_id, "allow": str(allow), "deny": str(deny)}


def permissions(roles: dict[str, int], overwrites: list[Json], *, owner: str = "2") -> int:
    """The permissions of user 1, who has all `roles` beside @everyone (10)."""
    everyone = {"id": "10", "permissions": str(DEFAULT_PERMISSIONS)}
    held = [{"id": role_id, "permissions": str(bits)} for role_id, bits in roles.items()]
    member = {"user": {"id": "1"}, "roles": list(roles)}
    guild = {"id": "10", "owner_id": owner, "roles": [everyone, *held]}
    return compute_permissions(guild, member, {"permission_overwrites": overwrites})


@pytest.mark.parametrize(
    ("roles", "overwrites", "can_send"),
    [
        ({}, [], True),
        ({}, [overwrite("10", deny=SEND)], False),
        ({"20": 0}, [overwrite("10", deny=SEND), overwrite("20", allow=SEND)], True),
        ({"20": 0}, [overwrite("20", deny=SEND)], False),
        ({"20": 0, "30": 0}, [overwrite("20", deny=SEND), overwrite("30", allow=SEND)], True),
        ({"20": 0}, [overwrite("20", allow=SEND), overwrite("1", deny=SEND)], False),
        ({"20": 0}, [overwrite("20", deny=SEND), overwrite("1", allow=SEND)], True),
        ({}, [overwrite("20", deny=SEND), overwrite("2", deny=SEND)], True),
        ({"20": int(Permission.ADMINISTRATOR)}, [overwrite("1", deny=SEND)], True),
        ({"20": 0, "30": 0}, [overwrite("30", deny=SEND), overwrite("20", allow=SEND)], True),
        ({"20": 0}, [overwrite("10", allow=SEND), overwrite("20", deny=SEND)], False),
        ({}, [overwrite("10", deny=SEND), overwrite("1", allow=SEND)], True),
    ],
)
def test_a_later_overwrite_wins(roles: dict[str, int], overwrites: list[Json], *, can_send: bool) -> None:
    assert bool(permissions(roles, overwrites) & SEND) == can_send


def test_the_owner_and_administrators_have_every_permission() -> None:
    assert permissions({}, [overwrite("1", deny=SEND)], owner="1") == ALL_PERMISSIONS
    assert permissions({"20": int(Permission.ADMINISTRATOR)}, []) == ALL_PERMISSIONS


def test_what_is_given_and_taken_in_a_channel_adds_up() -> None:
    server = LocalDiscord()
    general = server.channel("general")
    server.allow(general, Permission.PIN_MESSAGES)
    server.allow(general, Permission.MANAGE_MESSAGES)
    server.deny(general, Permission.SEND_MESSAGES)
    server.deny(general, Permission.MANAGE_MESSAGES)
    (given,) = general["permission_overwrites"]
    assert int(given["allow"]) == Permission.PIN_MESSAGES
    assert int(given["deny"]) == Permission.SEND_MESSAGES | Permission.MANAGE_MESSAGES
    server.allow(general, Permission.SEND_MESSAGES)
    (given,) = general["permission_overwrites"]
    assert int(given["allow"]) == Permission.PIN_MESSAGES | Permission.SEND_MESSAGES
    assert int(given["deny"]) == Permission.MANAGE_MESSAGES


def test_a_private_thread_is_for_its_members() -> None:
    state = LocalDiscord().hub.state
    anna, bert = state.add_user("anna"), state.add_user("bert")
    for user in (anna, bert):
        state.join(state.first, user)
    parent = state.channels.add_text(state.guild_id, "x")
    thread = state.channels.add_thread(parent["id"], "y", state.bot_id, private=True)
    assert thread["thread_metadata"]["invitable"], "its members can bring in others"
    thread["members"].append(anna["id"])
    assert state.channels.can_view(anna["id"], thread["id"])
    assert not state.channels.can_view(bert["id"], thread["id"])


def test_what_concerns_one_user_or_one_channel_is_told_to_no_others() -> None:
    server = LocalDiscord()
    anna, bert = server.user("anna"), server.user("bert")
    state, dm = server.hub.state, anna.dm()
    for update, told in (
        (Update("x", {}), [anna, bert]),
        (Update("x", {}, only_for=bert.id), [bert]),
        (Update("x", {}, channel_id=dm["id"]), [anna]),
        (Update("x", {}, channel_id=server.channel("general")["id"]), [anna, bert]),
        (Update("x", {}, channel_id=server.channel("general")["id"], only_for=anna.id), [anna]),
        (Update("x", {}, channel_id="12345"), []),
    ):
        assert [user for user in (anna, bert) if state.channels.can_receive(user.id, update)] == told
    for user_id in (anna.id, state.bot_id):
        assert state.channels.permissions_of(user_id, dm["id"]) == ALL_PERMISSIONS & ~Permission.ADMINISTRATOR
    assert state.channels.permissions_of(bert.id, dm["id"]) == 0
    stranger = server.guild("elsewhere").user("zoe")
    assert state.channels.permissions_of(stranger.id, server.channel("general")["id"]) == 0
