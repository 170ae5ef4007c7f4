"""Permissions, step by step as Discord computes them: owner, roles, overwrites."""

import pytest

from localdiscord import Json, Permission
from localdiscord.state.permissions import ALL_PERMISSIONS, DEFAULT_PERMISSIONS, compute_permissions

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
        ({"20": 0}, [], True),
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
