"""What the Discord client does not let a user do."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from localdiscord import Channel, Clock, InvalidAction, Json, LocalDiscord, Permission, User
from localdiscord.state.composition import compose
from localdiscord.state.updates import Update
from tests.localdiscord.api.scene import EVENT

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def deny_everyone(server: LocalDiscord, channel: Channel, permission: Permission) -> None:
    overwrite = {"id": server.guild_id, "type": 0, "allow": "0", "deny": str(int(permission))}
    server.hub.state.channels.change(channel, permission_overwrites=[overwrite])


@pytest.mark.usefixtures("bot")
async def test_permissions(server: LocalDiscord, bert: User, general: Channel) -> None:
    deny_everyone(server, general, Permission.SEND_MESSAGES)
    with pytest.raises(InvalidAction, match="do not have permission"):
        bert.send(general, "x")
    deny_everyone(server, general, Permission.VIEW_CHANNEL)
    with pytest.raises(InvalidAction, match="cannot see this channel"):
        await bert.slash(general, "do")
    assert bert.messages(general) == []


def test_a_thread_has_a_name_and_is_in_a_text_channel(server: LocalDiscord, bert: User, general: Channel) -> None:
    talk = server.thread("talk", general)
    named = [(general, name, "1 to 100 characters") for name in ("", " ", "x" * 101)]
    for place, name, sentence in (*named, (talk, "x", "only in a text channel")):
        with pytest.raises(InvalidAction, match=sentence):
            server.hub.actions.create_thread(bert.id, place["id"], name)


async def test_a_thread_is_started_and_sleeps(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    thread = server.hub.actions.create_thread(bert.id, general["id"], "supply")
    row = anna.messages(general)[-1]
    assert (row["type"], row["content"], row["author"]["id"]) == (18, "supply", bert.id)
    assert row["message_reference"] == {"type": 0, "channel_id": thread["id"], "guild_id": server.guild_id}
    carla = server.user("carla")
    with pytest.raises(InvalidAction, match="not have permission"):
        server.hub.actions.archive(carla.id, thread["id"])
    with pytest.raises(InvalidAction, match="not a thread"):
        server.hub.actions.archive(bert.id, general["id"])
    server.hub.actions.archive(bert.id, thread["id"])
    assert thread["thread_metadata"]["archived"]
    server.reopen(thread)
    channels = server.hub.state.channels
    channels.set_overwrite(general, carla.id, allow=Permission.MANAGE_CHANNELS)
    with pytest.raises(InvalidAction, match="not have permission"):
        server.hub.actions.archive(carla.id, thread["id"])
    channels.set_overwrite(general, carla.id, allow=Permission.MANAGE_THREADS)
    server.hub.actions.archive(carla.id, thread["id"])
    assert thread["thread_metadata"]["archived"]
    carla.send(thread, "anybody awake?")
    assert not thread["thread_metadata"]["archived"]
    server.hub.actions.archive(anna.id, thread["id"])  # the owner of the guild manages threads


async def test_a_user_pins(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    said = bert.send(general, "hello")
    with pytest.raises(InvalidAction, match="not have permission"):
        bert.pin(said)
    anna.pin(said)
    anna.pin(said)
    pinned, row = bert.messages(general)
    assert row["author"]["id"] == anna.id
    assert (pinned["pinned"], row["type"], row["message_reference"]["message_id"]) == (True, 6, said["id"])
    with pytest.raises(InvalidAction, match="cannot be pinned"):
        anna.pin(row)
    anna.pin(said, pinned=False)
    assert [message["pinned"] for message in bert.messages(general)] == [False, False]
    # in a DM both can pin
    anna.pin(anna.send(anna.dm(), "hello"))
    assert server.rejected == []


def shown(server: LocalDiscord, place: Channel, *components: Json, reader: User | None = None) -> Json:
    """A message of the bot with these components; for one reader alone if one is given."""
    state, row = server.hub.state, {"type": 1, "components": [*components]}
    stored = compose(
        state, place["id"], state.bot, {"content": "x", "components": [row]}, only_for=reader.id if reader else None
    )  # fmt: skip
    state.messages.add(stored)
    return stored.message


def button(custom_id: str, **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": custom_id.title(), "custom_id": custom_id, **more}


def select(custom_id: str, kind: int = 3, **more: Any) -> Json:
    options = {"options": [{"label": letter.upper(), "value": letter} for letter in "abc"]} if kind == 3 else {}
    return {"type": kind, "custom_id": custom_id, "placeholder": custom_id.title(), **options, **more}


async def test_presses_and_choices_tell_their_source(server: LocalDiscord, anna: User, general: Channel) -> None:
    actions = server.hub.actions
    message = shown(server, general, button("go"), button("stay"), button("over", disabled=True))
    pressed = actions.press(anna.id, message["id"], "stay", "n")
    assert pressed.data == {"custom_id": "stay", "component_type": 2, "id": 3}
    assert (pressed.type, pressed.nonce, pressed.source and pressed.source.message) == (3, "n", message)
    choice = shown(server, general, select("card", max_values=2))
    picked = actions.select(anna.id, choice["id"], "card", ["b", "a"], "n")
    assert picked.data == {"custom_id": "card", "component_type": 3, "id": 2, "values": ["b", "a"]}
    assert (picked.type, picked.nonce, picked.source and picked.source.message) == (3, "n", choice)
    roles = shown(server, general, select("role", 6))
    role = server.hub.state.first.roles[server.guild_id]
    named = actions.select(anna.id, roles["id"], "role", [role["id"]])
    assert named.data["resolved"] == {"roles": {role["id"]: role}}
    for each in (pressed, picked, named):
        server.hub.interactions.acknowledge(each)
    closed = shown(server, general, select("late", disabled=True))
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: actions.press(anna.id, message["id"], "over"), "“Over” is disabled"),
        (lambda: actions.select(anna.id, closed["id"], "late", ["a"]), "“Late” is disabled"),
        (lambda: actions.press(anna.id, choice["id"], "card"), "no button or select with the custom_id card"),
        (lambda: actions.select(anna.id, message["id"], "go", ["a"]), "no button or select with the custom_id go"),
        (lambda: actions.select(anna.id, choice["id"], "card", []), "“Card” takes 1 to 2 values, not 0"),
        (lambda: actions.select(anna.id, choice["id"], "card", list("abc")), "“Card” takes 1 to 2 values, not 3"),
        (lambda: actions.select(anna.id, choice["id"], "card", ["z"]), "“Card” has no option z"),
        (lambda: actions.select(anna.id, roles["id"], "role", [anna.id]), f"cannot have the value {anna.id}"),
    ]
    for act, sentence in refused:
        with pytest.raises(InvalidAction, match=sentence):
            act()


async def test_invisible_messages_are_refused(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    den, actions = server.channel("den"), server.hub.actions
    private, hidden = shown(server, general, button("go"), reader=anna), shown(server, den, button("go"))
    deny_everyone(server, den, Permission.VIEW_CHANNEL)
    actions.read(bert.id, den["id"])
    assert server.hub.state.reads.waiting(bert.id, den["id"]).messages == 1, "what is hidden is not read"
    for message in (private, hidden, {"id": "1"}):
        with pytest.raises(InvalidAction, match="cannot see this message"):
            actions.press(bert.id, message["id"], "go")
        with pytest.raises(InvalidAction, match="cannot see this message"):
            bert.dismiss(message)
        with pytest.raises(InvalidAction, match="cannot see this message"):
            bert.pin(message)
    with pytest.raises(InvalidAction, match="cannot be pinned"):
        anna.pin(private)
    with pytest.raises(InvalidAction, match="that nobody else sees"):
        anna.dismiss(hidden)
    anna.dismiss(private)
    assert anna.messages(general) == []


def test_a_message_has_2000_characters_at_most_and_some(server: LocalDiscord, anna: User, general: Channel) -> None:
    assert anna.send(general, "x" * 2000)["content"] == "x" * 2000
    for text, sentence in (("x" * 2001, "at most 2000"), (" \n", "empty")):
        with pytest.raises(InvalidAction, match=sentence):
            anna.send(general, text)
    assert server.hub.actions.create_thread(anna.id, general["id"], f" {'x' * 100} ")["name"] == "x" * 100


async def test_a_thread_that_is_awake_is_not_woken(server: LocalDiscord, anna: User, general: Channel) -> None:
    thread, told = server.thread("talk", general), list[Update]()
    server.hub.state.updates.subscribe(told.append)
    server.hub.actions.send(anna.id, thread["id"], "hello")
    assert [each.type for each in told if each.type.startswith("channel")] == []


async def test_a_menu_is_used_at_its_message(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    actions, den = server.hub.actions, server.channel("den")
    menus = [{"id": "1", "name": "Why?", "type": kind, "default_member_permissions": None} for kind in (2, 3)]
    server.hub.state.register_commands("", menus)
    said = [anna.send(place, "x") for place in (general, den)]
    for message in said:
        begun = actions.context(bert.id, message["id"], "Why?", "n")
        server.hub.interactions.acknowledge(begun)
        assert (begun.user_id, begun.channel_id, begun.nonce) == (bert.id, message["channel_id"], "n")
        assert (begun.data["type"], begun.data["target_id"]) == (3, message["id"])
        begun = actions.context_on_user(bert.id, message["channel_id"], anna.id, "Why?", "m")
        server.hub.interactions.acknowledge(begun)
        assert (begun.user_id, begun.channel_id, begun.nonce) == (bert.id, message["channel_id"], "m")
        assert (begun.data["type"], begun.data["target_id"]) == (2, anna.id)
    private = shown(server, general, button("go"), reader=bert)
    with pytest.raises(InvalidAction, match="has no Apps menu"):
        actions.context(bert.id, private["id"], "Why?")


async def test_a_form_is_submitted_once(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    actions, interactions = server.hub.actions, server.hub.interactions
    field = {"type": 4, "custom_id": "word", "style": 1, "label": "Word"}
    form = {"custom_id": "form", "title": "x", "components": [{"type": 1, "components": [field]}]}
    message = shown(server, general, button("go"))

    def opened(user: User) -> str:
        pressed = actions.press(user.id, message["id"], "go")
        interactions.open_modal(pressed, form)
        interactions.acknowledge(pressed)
        return interactions.modal_of(user.id).id  # type: ignore[union-attr]

    older, hers, his = opened(anna), opened(anna), opened(bert)
    for user, wrong in ((anna, older), (anna, his), (bert, hers), (server.user("carla"), hers)):
        with pytest.raises(InvalidAction, match="no longer open"):
            actions.submit(user.id, wrong, {"word": "x"})
        actions.cancel_modal(user.id, wrong)
    with pytest.raises(InvalidAction, match="“Word” is required"):
        actions.submit(anna.id, hers, {"word": ""})
    sent = actions.submit(anna.id, hers, {"word": "x"}, "n")
    interactions.acknowledge(sent)
    assert (sent.type, sent.nonce, sent.user_id, sent.channel_id) == (5, "n", anna.id, general["id"])
    assert (sent.source and sent.source.message, sent.trigger and sent.trigger.data["custom_id"]) == (message, "go")
    with pytest.raises(InvalidAction, match="no longer open"):
        actions.submit(anna.id, hers, {"word": "x"})
    actions.cancel_modal(bert.id, his)
    with pytest.raises(InvalidAction, match="no longer open"):
        actions.submit(bert.id, his, {"word": "x"})


def test_users_find_their_guilds_events_in_order() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    anna, bert, club, state = server.user("anna"), server.user("bert"), server.guild("The club"), server.hub.state
    club.user("anna")

    def planned(guild_id: str, name: str, begins: int) -> Json:
        times = {key: (NOW + timedelta(hours=hours)).isoformat() for key, hours in (
            ("scheduled_start_time", begins), ("scheduled_end_time", begins + 1)
        )}  # fmt: skip
        return state.events.add(guild_id, state.bot, EVENT | times | {"name": name}).body

    late, soon, there = (
        planned(server.guild_id, "late", 5),
        planned(server.guild_id, "soon", 1),
        planned(club.id, "there", 3),
    )
    for user, names in ((anna, ["soon", "there", "late"]), (bert, ["soon", "late"])):
        assert [each["name"] for each in user.events()] == names
    bert.subscribe(late)
    assert [each["user_count"] for each in anna.events()] == [0, 0, 1]
    with pytest.raises(InvalidAction, match="no such event"):
        bert.subscribe(there)
    anna.subscribe(there)
    server.clock.moved = lambda: None  # nothing has happened yet on the server
    server.clock.advance(timedelta(hours=2))
    assert [each["name"] for each in anna.events()] == ["there", "late"], soon["name"]
    with pytest.raises(InvalidAction, match="no such event"):
        bert.subscribe(soon)
    bert.subscribe(late, subscribed=False)
    assert [each["user_count"] for each in anna.events()] == [1, 0]


async def test_a_select_offers_its_guilds_members(server: LocalDiscord, anna: User, general: Channel) -> None:
    club, actions = server.guild("The club"), server.hub.actions
    carl, den, _ = club.user("carl"), club.channel("den"), club.user("anna")
    bert = server.user("bert")
    for place, right, wrong in ((general, bert, carl), (den, carl, bert)):
        message = shown(server, place, select("who", 5))
        picked = actions.select(anna.id, message["id"], "who", [right.id])
        server.hub.interactions.acknowledge(picked)
        assert [*picked.data["resolved"]["members"]] == [right.id]
        with pytest.raises(InvalidAction, match=f"cannot have the value {wrong.id}"):
            actions.select(anna.id, message["id"], "who", [wrong.id])
