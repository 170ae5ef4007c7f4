"""New objects, as Discord returns them."""

import pytest

from localdiscord.state.objects import new_guild, new_thread, new_user
from localdiscord.state.permissions import DEFAULT_PERMISSIONS


def test_a_user_and_a_bot_have_names() -> None:
    anna, bot = new_user("1", "Anna", is_bot=False), new_user("2", "Bot", is_bot=True)
    found = [
        [each.get(key) for key in ("id", "username", "global_name", "discriminator", "bot")] for each in (anna, bot)
    ]
    assert found == [["1", "anna", "Anna", "0", None], ["2", "bot", "Bot", "0000", True]]


@pytest.mark.parametrize(("minutes", "lasts"), [(None, 4320), (60, 60)])
def test_a_thread_lasts_as_long_as_somebody_says(minutes: int | None, lasts: int) -> None:
    thread = new_thread("1", "2", "now", minutes)
    assert (thread["parent_id"], thread["owner_id"], thread["member_count"]) == ("1", "2", 1)
    assert thread["thread_metadata"] == {
        "archived": False, "auto_archive_duration": lasts, "archive_timestamp": "now", "create_timestamp": "now",
        "locked": False,
    }  # fmt: skip


def test_a_guild_has_the_role_of_everyone_and_that_of_the_bot() -> None:
    guild = new_guild("1", "The club", "fr", "2", "Bot", 8)
    assert [guild[key] for key in ("id", "name", "preferred_locale", "owner_id")] == ["1", "The club", "fr", ""]
    roles = [[each[key] for key in ("id", "name", "permissions", "position", "managed")] for each in guild["roles"]]
    assert roles == [["1", "@everyone", str(DEFAULT_PERMISSIONS), 0, False], ["2", "Bot", "8", 1, True]]
