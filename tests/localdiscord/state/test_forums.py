"""Forums: their tags, their posts and what is pinned in them."""

from datetime import UTC, datetime
from pathlib import Path

from localdiscord import Clock, Json, LocalDiscord, Upload
from localdiscord.state.forums import add_post, emoji_of, free_tags, new_tags, pinned_in

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_an_edited_tag_keeps_its_id() -> None:
    clock = Clock(NOW)
    before = new_tags(clock, [{"name": "a"}, {"name": "b", "moderated": True, "emoji_name": "⚔️"}])
    assert [{key: each for key, each in tag.items() if key != "id"} for tag in before] == [
        {"name": "a", "moderated": False, "emoji_id": None, "emoji_name": None},
        {"name": "b", "moderated": True, "emoji_id": None, "emoji_name": "⚔️"},
    ]
    wanted: list[Json] = [
        {"id": int(before[1]["id"]), "name": "b again", "moderated": None},
        {"id": "1", "name": "c", "emoji_id": 5},
        {"name": "a"},
    ]
    after = new_tags(clock, wanted, before)
    assert [each["name"] for each in after] == ["b again", "c", "a"]
    assert after[0]["id"] == before[1]["id"]
    assert {each["id"] for each in after[1:]}.isdisjoint({"1", *(each["id"] for each in before)})
    assert (after[1]["emoji_id"], after[0]["moderated"], emoji_of({"emoji_id": 0})["emoji_id"]) == ("5", False, "0")
    assert free_tags({"available_tags": before}) == {before[0]["id"]}


def test_pins_belong_to_one_forum() -> None:
    server = LocalDiscord()
    anna, forums, state = server.user("anna"), [server.forum(name) for name in ("one", "two")], server.hub.state
    posts = [anna.post(forum, f"{number}", "x") for forum in forums for number in range(2)]
    for post in posts[1:3]:
        state.channels.change(post, flags=2)
    assert [pinned_in(state, forum) for forum in forums] == [[posts[1]], [posts[2]]]


async def test_a_post_is_a_thread_with_its_first_message(tmp_path: Path) -> None:
    async with LocalDiscord(database=tmp_path / "discord.db") as first_server:
        first_server.forum("campaigns", ["waiting"])
        first_server.forum("other")
    async with LocalDiscord(database=tmp_path / "discord.db") as server:
        anna, state = server.user("anna"), server.hub.state
        forum, other = server.forum("campaigns"), server.forum("other")
        forum["default_thread_rate_limit_per_user"] = 9
        author, tag = state.users[anna.id], forum["available_tags"][0]["id"]
        wanted = {"name": " Marne ", "message": {"content": "who?"}, "applied_tags": [int(tag)]}
        found = []
        for more in ({}, {"rate_limit_per_user": 0, "auto_archive_duration": 60}, {"rate_limit_per_user": 5}):
            first = add_post(state, forum, author, wanted | more, [Upload("a.txt", b"x")])
            post = state.channels.by_id[first.id]
            found.append((post["rate_limit_per_user"], post["thread_metadata"]["auto_archive_duration"]))
            assert (post["name"], post["parent_id"], post["owner_id"]) == ("Marne", forum["id"], anna.id)
            assert (post["applied_tags"], post["message_count"], post["last_message_id"]) == ([tag], 0, first.id)
            (message,) = anna.messages(post)
            assert (message["content"], message["attachments"][0]["filename"]) == ("who?", "a.txt")
            assert message["author"]["id"] == anna.id
        assert found == [(9, 4320), (0, 60), (5, 4320)]
        bare = add_post(state, other, state.bot, {"name": "x", "message": {"content": "x"}, "applied_tags": None})
        assert state.channels.by_id[bare.id]["applied_tags"] == []
    async with LocalDiscord(database=tmp_path / "discord.db") as again:
        last = [again.forum(name)["last_message_id"] for name in ("campaigns", "other")]
        assert last == [first.id, bare.id]
