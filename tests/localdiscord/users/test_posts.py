"""What users do in a forum."""

import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, Permission, User

TAGS = ("waiting", "ended", "rules")


@pytest.fixture
def forum(server: LocalDiscord) -> Channel:
    return server.forum("campaigns", TAGS)


def listed(user: User, forum: Channel) -> list[tuple[str, list[str]]]:
    return [(post.title, post.tags) for post in user.posts(forum)]


async def test_users_open_posts_and_tag_their_own(forum: Channel, server: LocalDiscord, anna: User, bert: User) -> None:
    post = bert.post(forum, "Fields", "who plays?", ["waiting"])
    anna.post(forum, "Storm", "rules?")
    bert.send(post, "I wait")
    assert listed(anna, forum) == [("Fields", ["waiting"]), ("Storm", [])]
    bert.tag(post, "rules", "ended")
    assert listed(anna, forum)[0] == ("Fields", ["rules", "ended"])
    bert.tag(post, "ended")
    anna.tag(post, "ended", "rules")
    assert listed(bert, forum)[0] == ("Fields", ["ended", "rules"])
    storm = server.thread("Storm", forum)
    with pytest.raises(InvalidAction, match="no post “Storms”"):
        server.thread("Storms", forum)
    with pytest.raises(InvalidAction, match="permission"):
        bert.tag(storm, "ended")
    with pytest.raises(InvalidAction, match="no tag “lost”"):
        bert.tag(post, "lost")
    for tags in (TAGS * 2, ["waiting", *TAGS, *TAGS]):
        with pytest.raises(InvalidAction, match="at most 5"):
            bert.tag(post, *tags)
    for title, content in (("", "x"), ("x" * 101, "x"), ("x", " "), ("x", "x" * 2001)):
        with pytest.raises(InvalidAction, match="has 1 to"):
            bert.post(forum, title, content)
    general = server.channel("general")
    with pytest.raises(InvalidAction, match="not a forum"):
        bert.post(general, "x", "x")
    with pytest.raises(InvalidAction, match="not a post"):
        anna.tag(general, "ended")
    five = server.forum("five", list("abcdE"))
    longest = bert.post(five, f" {'x' * 100} ", "x" * 2000, list("Edcba"))
    assert listed(anna, five) == [("x" * 100, list("Edcba"))]
    bert.tag(longest, *"abcdE")
    server.hub.state.channels.change(five, permission_overwrites=[
        {"id": server.guild_id, "type": 0, "allow": "0", "deny": str(int(Permission.SEND_MESSAGES))}
    ])  # fmt: skip
    with pytest.raises(InvalidAction, match="permission"):
        bert.post(five, "x", "x")
    server.delete(forum)
    with pytest.raises(InvalidAction, match="cannot see"):
        anna.posts(forum)
    assert anna.messages(post) == []


async def test_a_user_keeps_moderated_tags(server: LocalDiscord, forum: Channel, anna: User, bert: User) -> None:
    post = bert.post(forum, "Fields", "who plays?", ["waiting"])
    tags = [each | {"moderated": each["name"] == "ended"} for each in forum["available_tags"]]
    server.hub.state.channels.change(forum, available_tags=tags)
    with pytest.raises(InvalidAction, match="permission"):
        bert.tag(post, "waiting", "ended")
    anna.tag(post, "waiting", "ended")
    for left in ((), ("waiting",), ("rules",)):
        with pytest.raises(InvalidAction, match="permission"):
            bert.tag(post, *left)
    assert listed(anna, forum) == [("Fields", ["waiting", "ended"])]
    bert.tag(post, "ended", "rules")
    assert listed(anna, forum) == [("Fields", ["ended", "rules"])]


def test_posts_are_listed_as_their_members_see_them(server: LocalDiscord, forum: Channel, anna: User) -> None:
    """What is pinned, what is active, what is archived; in each the newest activity first."""
    posts = {name: anna.post(forum, name, "x", ["rules", "ended"]) for name in "abcdef"}
    anna.post(server.forum("other"), "elsewhere", "x")
    server.thread("talk", server.channel("general"))
    channels = server.hub.state.channels
    channels.change(posts["c"], flags=2)
    for name in "af":
        server.archive(posts[name])
    for name in "bda":
        channels.change(posts[name], last_message_id=server.clock.next_id())
    channels.change(posts["e"], last_message_id=None)
    found = anna.posts(forum)
    assert [post.title for post in found] == list("cdbeaf")
    assert [(post.is_pinned, post.is_archived) for post in found] == [
        (True, False), *[(False, False)] * 3, *[(False, True)] * 2,
    ]  # fmt: skip
    assert [post.thread["id"] for post in found] == [posts[name]["id"] for name in "cdbeaf"]
    assert {tuple(post.tags) for post in found} == {("rules", "ended")}
    assert [post.newest for post in found] == [post.thread["last_message_id"] or post.thread["id"] for post in found]
    # a tag that the forum has no more has no name
    channels.change(forum, available_tags=[each for each in forum["available_tags"] if each["name"] != "ended"])
    assert anna.posts(forum)[0].tags == ["rules"]


def test_a_forum_that_asks_for_a_tag_gets_one(server: LocalDiscord, anna: User, bert: User) -> None:
    forum = server.forum("strict", ["a", "b"], requires_tag=True)
    with pytest.raises(InvalidAction, match="needs a tag"):
        anna.post(forum, "x", "x")
    post = bert.post(forum, "x", "who?", ["b"])
    assert (post["owner_id"], [each["author"]["id"] for each in anna.messages(post)]) == (bert.id, [bert.id])
    assert [each.tags for each in anna.posts(forum)] == [["b"]]
