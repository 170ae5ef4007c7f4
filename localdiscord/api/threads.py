"""Threads and their members."""

from localdiscord.api.access import check_awake, get_channel, get_message, wrong_channel_type
from localdiscord.api.posts import create_post
from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import ApiError, Json, unknown
from localdiscord.limits import check_thread
from localdiscord.state.channels import THREADS, THREADS_IN, ChannelType
from localdiscord.state.composition import tell_of_thread
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State


class ThreadApi:
    """Creates threads, lists the archived ones, and lets members join and leave."""

    def __init__(self, state: State) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        members = "/channels/{channel}/thread-members"
        archived = "/channels/{channel}/threads/archived"
        return [
            Route("POST", "/channels/{channel}/threads", self._create, 201),
            Route("POST", "/channels/{channel}/messages/{message}/threads", self._create_from_message, 201),
            Route("GET", archived + "/public", self._list_public_archived),
            Route("GET", archived + "/private", self._list_private_archived),
            Route("GET", members, self._list_members),
            Route("GET", members + "/{user}", self._get_member),
            Route("PUT", members + "/@me", self._add_member),
            Route("DELETE", members + "/@me", self._remove_member),
            Route("PUT", members + "/{user}", self._add_member),
            Route("DELETE", members + "/{user}", self._remove_member),
        ]

    # creation

    def _create(self, call: ApiCall) -> Json:
        if get_channel(self._state, call)["type"] == ChannelType.FORUM:
            return create_post(self._state, call)
        # without a type Discord creates a private thread
        type_ = call.json_object.get("type", ChannelType.PRIVATE_THREAD)
        if type_ not in THREADS_IN.get(get_channel(self._state, call)["type"], ()):
            raise wrong_channel_type()
        private = type_ == ChannelType.PRIVATE_THREAD
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        return self._add_thread(get_channel(self._state, call, needed), call.json_object, private=private)

    def _create_from_message(self, call: ApiCall) -> Json:
        channel = get_channel(self._state, call, Permission.CREATE_PUBLIC_THREADS)
        if channel["type"] not in THREADS_IN:
            raise wrong_channel_type()
        stored = get_message(self._state, call)
        if stored.id in self._state.channels.by_id:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        thread = self._add_thread(channel, call.json_object, thread_id=stored.id)
        self._state.messages.replace(stored, stored.message | {"thread": thread})
        return thread

    def _add_thread(self, parent: Json, wanted: Json, *, private: bool = False, thread_id: str | None = None) -> Json:
        check_thread(wanted)
        thread = self._state.channels.add_thread(
            parent["id"],
            wanted["name"].strip(),
            self._state.bot_id,
            private=private,
            thread_id=thread_id,
            minutes=wanted.get("auto_archive_duration"),
        )
        if thread_id is None:
            tell_of_thread(self._state, thread, self._state.bot)
        return thread

    # archived threads

    def _list_public_archived(self, call: ApiCall) -> Json:
        return self._list_archived(call, ChannelType.PUBLIC_THREAD, ChannelType.ANNOUNCEMENT_THREAD)

    def _list_private_archived(self, call: ApiCall) -> Json:
        return self._list_archived(call, ChannelType.PRIVATE_THREAD)

    def _list_archived(self, call: ApiCall, *types: ChannelType) -> Json:
        parent = get_channel(self._state, call)
        threads = [
            thread
            for thread in self._state.channels.threads_of(parent["id"])
            if thread["type"] in types and thread["thread_metadata"]["archived"]
        ]
        threads.sort(key=lambda thread: str(thread["thread_metadata"]["archive_timestamp"]), reverse=True)
        return {"threads": threads, "members": [], "has_more": False}

    # members

    def _get_thread(self, call: ApiCall) -> tuple[Json, list[str]]:
        """The thread and the ids of its members."""
        thread = get_channel(self._state, call)
        if thread["type"] not in THREADS:
            raise wrong_channel_type()
        return thread, thread.setdefault("members", [thread["owner_id"]])

    def _list_members(self, call: ApiCall) -> list[Json]:
        thread, members = self._get_thread(call)
        return [_thread_member(thread, user_id) for user_id in members]

    def _get_member(self, call: ApiCall) -> Json:
        thread, members = self._get_thread(call)
        if call.path["user"] not in members:
            raise unknown("Member", 10007)
        return _thread_member(thread, call.path["user"])

    def _get_user_id(self, call: ApiCall) -> str:
        user_id = call.path.get("user", self._state.bot_id)
        if user_id not in self._state.users:
            raise unknown("User", 10013)
        return user_id

    def _add_member(self, call: ApiCall) -> None:
        thread, members = self._get_thread(call)
        check_awake(thread)
        user_id = self._get_user_id(call)
        if user_id != self._state.bot_id:
            get_channel(self._state, call, Permission.SEND_MESSAGES_IN_THREADS)
        if user_id not in members:
            members.append(user_id)
            self._state.channels.change(thread, member_count=len(members))

    def _remove_member(self, call: ApiCall) -> None:
        thread, members = self._get_thread(call)
        check_awake(thread)
        user_id = self._get_user_id(call)
        is_own = thread["type"] == ChannelType.PRIVATE_THREAD and thread["owner_id"] == self._state.bot_id
        if user_id != self._state.bot_id and not is_own:
            get_channel(self._state, call, Permission.MANAGE_THREADS)
        if user_id in members:
            members.remove(user_id)
            self._state.channels.change(thread, member_count=len(members))


def _thread_member(thread: Json, user_id: str) -> Json:
    joined_at = thread["thread_metadata"]["create_timestamp"]
    return {"id": thread["id"], "user_id": user_id, "join_timestamp": joined_at, "flags": 0}
