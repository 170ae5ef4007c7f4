"""What users do in a forum: read its posts, create one, and give it other tags."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from localdiscord.errors import InvalidAction, Json
from localdiscord.limits.messages import CONTENT
from localdiscord.state.channels import ChannelFlag, ChannelType
from localdiscord.state.forums import MOST_APPLIED, add_post, free_tags
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State
from localdiscord.users.access import check_access

_LONGEST_TITLE: Final = 100


class Post(NamedTuple):
    """A post in the list of a forum: its thread, the names of its tags, and the id of what was written last in it."""

    thread: Json
    title: str
    tags: list[str]
    newest: str

    @property
    def is_pinned(self) -> bool:
        """Whether it stands at the top of the list."""
        return bool(self.thread["flags"] & ChannelFlag.PINNED)

    @property
    def is_archived(self) -> bool:
        """Whether it is among the older posts."""
        return bool(self.thread["thread_metadata"]["archived"])


class Posts:
    """Carries out what a user wants to do in a forum, or raises InvalidAction."""

    def __init__(self, state: State) -> None:
        self._state = state

    def in_forum(self, user_id: str, forum_id: str) -> list[Post]:
        """The posts of a forum as its members see them: what is pinned, what is active, what is archived; in each the
        newest activity first.
        """
        forum = self._forum(user_id, forum_id, Permission.VIEW_CHANNEL)
        names = {tag["id"]: str(tag["name"]) for tag in forum["available_tags"]}
        posts = [
            Post(
                thread,
                thread["name"],
                [names[each] for each in thread["applied_tags"] if each in names],
                _newest(thread),
            )
            for thread in self._state.channels.threads_of(forum_id)
        ]
        return sorted(posts, key=lambda post: (not post.is_pinned, post.is_archived, -int(post.newest)))

    def create(self, user_id: str, forum_id: str, title: str, content: str, tags: Iterable[str]) -> Json:
        """Creates a post and returns its thread; tags by name."""
        forum = self._forum(user_id, forum_id, Permission.SEND_MESSAGES)
        if not 1 <= len(title.strip()) <= _LONGEST_TITLE:
            raise InvalidAction(f"The title of a post has 1 to {_LONGEST_TITLE} characters.")
        if not 1 <= len(content.strip()) <= CONTENT:
            raise InvalidAction(f"The first message of a post has 1 to {CONTENT} characters.")
        applied = self._tag_ids(user_id, forum, tags, [])
        if not applied and forum["flags"] & ChannelFlag.REQUIRE_TAG:
            raise InvalidAction("A post in this forum needs a tag.")
        wanted = {"name": title, "message": {"content": content}, "applied_tags": applied}
        stored = add_post(self._state, forum, self._state.users[user_id], wanted)
        return self._state.channels.by_id[stored.id]

    def tag(self, user_id: str, post_id: str, tags: Iterable[str]) -> None:
        """Gives a post these tags, by name, in the place of those it had."""
        post = check_access(self._state, user_id, post_id, Permission.VIEW_CHANNEL)
        forum = self._state.channels.forum_of(post)
        if forum is None:
            raise InvalidAction("This is not a post of a forum.")
        if post["owner_id"] != user_id:
            check_access(self._state, user_id, post_id, Permission.MANAGE_THREADS)
        self._state.channels.change(post, applied_tags=self._tag_ids(user_id, forum, tags, post["applied_tags"]))

    def _forum(self, user_id: str, forum_id: str, needed: Permission) -> Json:
        forum = check_access(self._state, user_id, forum_id, needed)
        if forum["type"] != ChannelType.FORUM:
            raise InvalidAction("This is not a forum.")
        return forum

    def _tag_ids(self, user_id: str, forum: Json, names: Iterable[str], before: Iterable[str]) -> list[str]:
        known = {tag["name"]: str(tag["id"]) for tag in forum["available_tags"]}
        wanted = [*names]
        for name in wanted:
            if name not in known:
                raise InvalidAction(f"The forum has no tag “{name}”.")
        if len(wanted) > MOST_APPLIED:
            raise InvalidAction(f"A post has at most {MOST_APPLIED} tags.")
        applied = [known[name] for name in wanted]
        if {*applied} ^ {*before} <= free_tags(forum):
            return applied
        check_access(self._state, user_id, forum["id"], Permission.MANAGE_THREADS)
        return applied


def _newest(thread: Json) -> str:
    return str(thread["last_message_id"] or thread["id"])
