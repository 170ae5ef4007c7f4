"""What a user typed as the value of an option."""

from typing import Any

import pytest

from localdiscord import Guild, InvalidAction, Json, LocalDiscord, Upload
from localdiscord.users.options import convert, is_unfinished, partial_value, to_upload

LARGEST = 2**53 - 1
SIDES = [{"name": "North", "value": "n"}, {"name": "n", "value": "north"}, {"name": "South", "value": "s"}]
PARTIAL = ("user", "deaf", "mute")


@pytest.fixture
def server() -> LocalDiscord:
    """Anna and Bert, two channels, a thread with the name of one of them, and another guild."""
    server = LocalDiscord()
    for name in ("Anna", "Bert"):
        server.user(name)
    server.thread("den", server.channel("general"))
    server.channel("den")
    club = server.guild("The club")
    club.user("carl")
    club.channel("apart")
    return server


def option(kind: int, **more: Any) -> Json:
    return {"name": "it", "type": kind, **more}


def converted(server: LocalDiscord, of: Json, typed: Any, guild: Guild | None = None) -> tuple[Any, Json]:
    """The value in a channel of a guild, and what it names."""
    resolved: Json = {}
    place = (guild or server.first_guild).channel("den" if guild is None else "apart")
    state = server.hub.state
    return convert(state, state.known_in(place["id"]), of, typed, resolved), resolved


@pytest.mark.parametrize(
    ("of", "typed", "value"),
    [
        (option(3), " two words ", "two words"),
        (option(3), "", ""),
        (option(3), 5, "5"),
        (option(3, min_length=2, max_length=3), "ab", "ab"),
        (option(3, min_length=2, max_length=3), "abc ", "abc"),
        (option(3), "x" * 6000, "x" * 6000),
        (option(3, required=True, min_length=0), " ", ""),
        (option(4), " -7 ", -7),
        (option(4), LARGEST, LARGEST),
        (option(4), -LARGEST, -LARGEST),
        (option(4, min_value=0, max_value=3), "0", 0),
        (option(4, min_value=0, max_value=3), "3", 3),
        (option(10), "1.5", 1.5),
        (option(10, min_value=-0.5, max_value=0), "-0.5", -0.5),
        (option(10), "1e3", 1000),
        (option(5), "YES", True),
        (option(5), True, True),
        (option(5), " no", False),
        (option(5), "False", False),
        (option(3, choices=SIDES), "n", "n"),
        (option(3, choices=SIDES), "NORTH", "n"),
        (option(3, choices=SIDES), "north", "north"),
        (option(3, choices=SIDES), "south", "s"),
        (option(4, choices=[{"name": "One", "value": 1}, {"name": "2", "value": 3}]), "1", 1),
        (option(4, choices=[{"name": "One", "value": 1}, {"name": "2", "value": 3}]), 2, 3),
    ],
)
def test_a_plain_value_is_read_as_its_type(server: LocalDiscord, of: Json, typed: Any, value: Any) -> None:
    found, resolved = converted(server, of, typed)
    assert (found, type(found), resolved) == (value, type(value) if of["type"] != 10 else float, {})


@pytest.mark.parametrize(
    ("of", "typed", "sentence"),
    [
        (option(3, required=True), " ", "“it” is too short."),
        (option(3, min_length=2), "a ", "“it” is too short."),
        (option(3, max_length=3), "abcd", "“it” is too long."),
        (option(3), "x" * 6001, "“it” is too long."),
        (option(4), "1.0", "“it” must be a whole number."),
        (option(4), LARGEST + 1, "“it” is too large."),
        (option(4), -LARGEST - 1, "“it” is too large."),
        (option(4, min_value=0), "-1", "“it” must be at least 0."),
        (option(4, max_value=3), "4", "“it” must be at most 3."),
        (option(10, min_value=0.5), "0.4", "“it” must be at least 0.5."),
        (option(10, max_value=0.5), "0.6", "“it” must be at most 0.5."),
        (option(10), "much", "“it” must be a number."),
        (option(10), "nan", "“it” must be a number."),
        (option(10), "inf", "“it” must be a number."),
        (option(10), "-inf", "“it” must be a number."),
        (option(5), "y", "“it” must be true or false."),
        (option(3, choices=SIDES), "west", "“west” is not a choice of “it”."),
        (option(6), "carl", "“it”: there is no user called carl."),
        (option(6), "@everyone", "“it”: there is no user called @everyone."),
        (option(7), "apart", "“it”: there is no channel called apart."),
        (option(7, channel_types=[15]), "den", "“it”: there is no channel called den."),
        (option(8), "everyone", "“it”: there is no role called everyone."),
        (option(8), "Anna", "“it”: there is no role called Anna."),
        (option(9), "carl", "“it”: there is no role called carl."),
        (option(11), "a.txt", "“it” must be a file."),
        (option(11), {"filename": "a.txt"}, "“it” must be a file."),
    ],
)
def test_a_wrong_value_is_refused_in_a_sentence(server: LocalDiscord, of: Json, typed: Any, sentence: str) -> None:
    with pytest.raises(InvalidAction) as error:
        converted(server, of, typed)
    assert str(error.value) == sentence


@pytest.mark.parametrize("kind", [6, 9])
@pytest.mark.parametrize("typed", ["bert", "BERT", "@Bert", "{id}", "<@{id}>", "<@!{id}>"])
def test_a_user_comes_with_its_member(server: LocalDiscord, kind: int, typed: str) -> None:
    bert, state = server.user("Bert"), server.hub.state
    found, resolved = converted(server, option(kind), typed.format(id=bert.id))
    member = {key: each for key, each in state.first.members[bert.id].items() if key not in PARTIAL}
    assert found == bert.id
    assert resolved == {"users": {bert.id: state.users[bert.id]}, "members": {bert.id: member | {"permissions": "0"}}}


def test_a_user_of_a_dm_comes_without_a_member(server: LocalDiscord) -> None:
    anna, state = server.user("Anna"), server.hub.state
    known = state.known_in(anna.dm()["id"])
    for typed, user in (("anna", state.users[anna.id]), ("bot", state.bot)):
        resolved: Json = {}
        assert convert(state, known, option(6), typed, resolved) == user["id"]
        assert resolved == {"users": {user["id"]: user}}


def test_a_channel_option_respects_guild_and_type(server: LocalDiscord) -> None:
    thread, den = server.thread("den", server.channel("general")), server.channel("den")
    for typed, types, channel in (
        ("den", None, thread),
        ("den", [0], den),
        ("#den", [0, 15], den),
        (den["id"], None, den),
        (f"<#{den['id']}>", None, den),
        (thread["id"], [11, 12], thread),
    ):
        found, resolved = converted(server, option(7, channel_types=types), typed)
        assert (found, resolved) == (channel["id"], {"channels": {found: channel | {"permissions": "0"}}})
    club = server.guild("The club")
    assert converted(server, option(7), "apart", club)[0] == club.channel("apart")["id"]


@pytest.mark.parametrize("kind", [8, 9])
def test_a_role_is_of_the_guild(server: LocalDiscord, kind: int) -> None:
    club, state = server.guild("The club"), server.hub.state
    for guild in (None, club):
        of = state.guilds[(guild or server.first_guild).id]
        everyone, managed = of.body["roles"]
        for typed, role in (("@everyone", everyone), (everyone["id"], everyone), (f"<@&{managed['id']}>", managed)):
            found, resolved = converted(server, option(kind), typed, guild)
            assert (found, resolved) == (role["id"], {"roles": {role["id"]: role}})
        # the bot is a user before it is a role
        assert converted(server, option(kind), "Bot", guild)[0] == (managed["id"] if kind == 8 else state.bot_id)


def test_several_files_are_told_apart(server: LocalDiscord) -> None:
    state, resolved = server.hub.state, dict[str, Any]()
    known, given = state.known_in(server.channel("den")["id"]), [Upload("a.txt", b"a"), Upload("b.txt", b"bb")]
    ids = [convert(state, known, option(11), each, resolved) for each in given]
    assert [resolved["attachments"][each]["filename"] for each in ids] == ["a.txt", "b.txt"]
    assert [state.files.by_id[each] for each in ids] == given
    sent = {"filename": "c.txt", "content": "aGVsbG8=", "content_type": "text/x-orders"}
    assert to_upload("it", sent) == Upload("c.txt", b"hello", "text/x-orders")


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [(3, 5, "5"), (4, "7", 7), (10, "1.", 1.0), (10, "-3", -3.0),
     (5, True, True), (5, "tr", "tr"), (6, "123", "123"), (7, 5, "5")],
)  # fmt: skip
def test_unfinished_values_are_sent_as_typed(kind: int, typed: Any, value: Any) -> None:
    found = partial_value(option(kind), typed)
    assert (found, type(found)) == (value, type(value))


def test_neither_who_is_not_picked_nor_what_is_no_number_is_sent() -> None:
    for kind in range(3, 12):
        unfinished = [is_unfinished(option(kind), typed) for typed in ("ber", "123", 123, "-")]
        assert unfinished == [kind in (4, 6, 7, 8, 9, 10), False, False, kind in (4, 6, 7, 8, 9, 10)]
    assert [is_unfinished(option(4), "7."), is_unfinished(option(10), "7.")] == [True, False]
