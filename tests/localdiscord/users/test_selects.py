"""What a user picks in a select."""

from typing import Any

import pytest

from localdiscord import InvalidAction, Json, LocalDiscord
from localdiscord.users.selects import check_options, display_name, identified, select_data


def select(kind: int, **more: Any) -> Json:
    options = {"options": [{"label": letter.upper(), "value": letter} for letter in "abc"]} if kind == 3 else {}
    return {"type": kind, "custom_id": "it", **options, **more}


@pytest.fixture
def server() -> LocalDiscord:
    server = LocalDiscord()
    for name in ("Anna", "Bert"):
        server.user(name)
    for name in ("general", "den"):
        server.channel(name)
    club = server.guild("The club")
    club.user("carl")
    club.channel("apart")
    return server


def test_each_kind_of_select_brings_what_was_picked(server: LocalDiscord) -> None:
    state = server.hub.state
    anna, bert, (general, den) = server.user("Anna"), server.user("Bert"), map(server.channel, ("general", "den"))
    known, roles, partial = state.known_in(general["id"]), state.first.roles, {"permissions": "0"}
    everyone, managed = roles
    users = {each.id: state.users[each.id] for each in (bert, anna)}
    members = {each.id: state.first.members[each.id] | partial for each in (bert, anna)}
    for kind, picked, resolved in (
        (5, [bert.id, anna.id], {"users": users, "members": members}),
        (6, [everyone, managed], {"roles": roles}),
        (7, [bert.id, anna.id], {"users": users, "members": members}),
        (7, [everyone], {"roles": {everyone: roles[everyone]}}),
        (7, [bert.id, managed, anna.id], {"users": users, "members": members, "roles": {managed: roles[managed]}}),
        (8, [den["id"], general["id"]], {"channels": {each["id"]: each | partial for each in (den, general)}}),
    ):
        assert select_data(known, select(kind, max_values=3), picked) == {"values": picked, "resolved": resolved}
    assert select_data(known, select(3, max_values=2), ["c", "a"]) == {"values": ["c", "a"]}
    club = server.guild("The club")
    for kind, wrong in (
        (5, everyone), (5, club.user("carl").id), (6, anna.id), (7, den["id"]), (8, club.channel("apart")["id"])
    ):  # fmt: skip
        right = {5: anna.id, 6: managed, 7: anna.id, 8: den["id"]}[kind]
        for values in ([wrong], [right, wrong], [wrong, right]):
            with pytest.raises(InvalidAction, match=f"cannot have the value {wrong}"):
                select_data(known, select(kind, max_values=2), values)


@pytest.mark.parametrize(
    ("bounds", "good", "bad", "sentence"),
    [
        ({}, [1], [0, 2], "takes 1 value, not {}"),
        ({"min_values": 0}, [0, 1], [2], "takes 0 to 1 value, not {}"),
        ({"max_values": 3}, [1, 3], [0, 4], "takes 1 to 3 values, not {}"),
        ({"min_values": 2, "max_values": 2}, [2], [1, 3], "takes 2 values, not {}"),
    ],
)
def test_a_select_takes_as_many_values_as_it_says(
    server: LocalDiscord, bounds: Json, good: list[int], bad: list[int], sentence: str
) -> None:
    known, values = server.hub.state.known_in(server.channel("den")["id"]), ["a", "b", "c", "a"]
    for count in good:
        assert select_data(known, select(3, **bounds), values[:count]) == {"values": values[:count]}
    for count in bad:
        with pytest.raises(InvalidAction, match=f"“it” {sentence.format(count)}"):
            select_data(known, select(3, **bounds), values[:count])


def test_each_value_is_an_option() -> None:
    field = select(3, placeholder="Card", label="Which card?")
    check_options(field, ["a", "c"])
    for wrong in (["z", "a"], ["a", "z"]):
        with pytest.raises(InvalidAction, match=r"“Which card\?” has no option z"):
            check_options(field, wrong)
    assert [display_name(field | {"label": label}) for label in ("x", "")] == ["x", "Card"]
    assert display_name(select(3)) == "it"


def test_users_and_channels_are_found_by_name(server: LocalDiscord) -> None:
    anna, den = server.user("Anna"), server.channel("den")
    known = server.hub.state.known_in(den["id"])
    for kind, named, found in (
        (5, "anna", anna.id),
        (5, "@anna", anna.id),
        (5, "den", "den"),
        (7, "@anna", anna.id),
        (7, "#den", "#den"),
        (8, "#den", den["id"]),
        (8, "den", den["id"]),
        (8, "anna", "anna"),
        (8, "apart", "apart"),
        (3, "anna", "anna"),
        (4, "anna", "anna"),
        (5, anna.id, anna.id),
        (5, "carl", "carl"),
    ):
        assert identified(known, select(kind), named) == found
