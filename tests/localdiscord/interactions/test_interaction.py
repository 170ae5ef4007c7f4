"""An interaction: what its messages tell of it, and what it was answered with."""

from typing import Any

import pytest

from localdiscord import Channel, Interaction, Json, LocalDiscord, User
from localdiscord.interactions.interaction import InteractionType, full_name
from localdiscord.state.composition import compose


@pytest.fixture
async def begin(server: LocalDiscord, anna: User, general: Channel) -> Any:
    def begin(type_: InteractionType, data: Json, **more: Any) -> Interaction:
        begun = server.hub.interactions.begin(anna.id, general["id"], type_, data, **more)
        server.hub.interactions.acknowledge(begun)
        return begun

    return begin


async def test_a_message_tells_on_what_a_menu_was_used(server: LocalDiscord, begin: Any, anna: User) -> None:
    user, other = server.hub.state.users[anna.id], server.hub.state.bot
    message = anna.send(server.channel("general"), "hello")
    users = {anna.id: user, other["id"]: other}
    for data, told in (
        ({}, {}),
        ({"target_id": message["id"], "resolved": {"messages": {message["id"]: message}}}, {
            "target_message_id": message["id"]
        }),
        ({"target_id": other["id"], "resolved": {"users": users}}, {"target_user": other}),
    ):  # fmt: skip
        begun = begin(InteractionType.COMMAND, {"id": "1", "name": "x", **data})
        owners = {"authorizing_integration_owners": {"0": "7"}}
        assert begun.metadata(user, "7") == {"id": begun.id, "type": 2, "user": user, **owners, **told}


async def test_metadata_names_button_and_form(server: LocalDiscord, begin: Any, anna: User, general: Channel) -> None:
    state = server.hub.state
    source = compose(state, general["id"], state.bot, {"content": "x"})
    pressed = begin(InteractionType.COMPONENT, {"custom_id": "a"}, source=source)
    sent = begin(InteractionType.MODAL_SUBMIT, {"custom_id": "b"}, source=source, trigger=pressed)
    of = {"user": state.users[anna.id], "authorizing_integration_owners": {"0": "7"}}
    told = {"id": pressed.id, "type": 3, **of, "interacted_message_id": source.id}
    assert pressed.metadata(of["user"], "7") == told
    form = {"id": sent.id, "type": 5, **of, "triggering_interaction_metadata": told}
    assert sent.metadata(of["user"], "7") == form


async def test_an_interaction_knows_its_responses_as_they_are_now(server: LocalDiscord, begin: Any) -> None:
    state, begun = server.hub.state, begin(InteractionType.COMMAND, {"id": "1", "name": "x", "type": 1})
    assert (begun.message, begun.messages) == (None, [])
    first, more = [server.hub.responses._post(begun, {"content": word}, ()) for word in ("one", "two")]
    begun.original = first
    state.messages.replace(first, first.message | {"content": "one again"})
    assert (begun.message, begun.messages) == (first.message, [first.message, more.message])
    assert begun.message["content"] == "one again"


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ([], "draw"),
        ([{"name": "card", "type": 3}], "draw"),
        ([{"name": "card", "type": 1, "options": [{"name": "to", "type": 6}]}], "draw card"),
        ([{"name": "game", "type": 2, "options": [{"name": "card", "type": 1}]}], "draw game card"),
    ],
)
def test_a_command_is_named_with_its_group_and_subcommand(options: list[Json], name: str) -> None:
    assert full_name({"name": "draw", "options": options}) == name
    assert full_name({"name": "draw"}) == "draw"
