"""The limits of scheduled events, each named at its place."""

from typing import Any

import pytest

from localdiscord import Json
from localdiscord.limits import check_event
from tests.localdiscord.api.scene import EVENT
from tests.localdiscord.limits.bounds import broken

START, END = EVENT["scheduled_start_time"], EVENT["scheduled_end_time"]
PICTURE = "data:image/png;base64,x"
REQUIRED, WRONG_TIME = "BASE_TYPE_REQUIRED", "DATE_TIME_TYPE_PARSE"


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({}, {}),
        ({"image": PICTURE}, {}),
        ({"image": None, "recurrence_rule": None, "channel_id": None, "description": None}, {}),
        ({"image": "x"}, {"image": "IMAGE_INVALID"}),
        ({"image": 5}, {"image": "IMAGE_INVALID"}),
        ({"recurrence_rule": {}}, {"recurrence_rule": "NOT_HERE"}),
        ({"name": " "}, {"name": REQUIRED}),
        ({"privacy_level": 1}, {"privacy_level": "BASE_TYPE_CHOICES"}),
        ({"entity_type": 4}, {"entity_type": "BASE_TYPE_CHOICES"}),
        ({"status": 5}, {"status": "BASE_TYPE_CHOICES"}),
        ({"scheduled_start_time": "2150-01-01T18:00:00"}, {"scheduled_start_time": WRONG_TIME}),
        ({"scheduled_end_time": "tomorrow"}, {"scheduled_end_time": WRONG_TIME}),
        ({"scheduled_end_time": 5}, {"scheduled_end_time": WRONG_TIME}),
        ({"entity_metadata": {}}, {"entity_metadata.location": REQUIRED}),
        ({"channel_id": "1"}, {"channel_id": "BASE_TYPE_NULL"}),
        ({"scheduled_end_time": START}, {"scheduled_end_time": "GUILD_SCHEDULED_EVENT_END_BEFORE_START"}),
        ({"scheduled_end_time": "2150-01-01T19:00:00+02:00"}, {
            "scheduled_end_time": "GUILD_SCHEDULED_EVENT_END_BEFORE_START"
        }),
        ({"scheduled_end_time": "2150-01-01T17:30:00-01:00"}, {}),
        ({"scheduled_end_time": None, "entity_metadata": None}, {
            "scheduled_end_time": REQUIRED, "entity_metadata": REQUIRED
        }),
    ],
)  # fmt: skip
def test_a_new_event_and_a_change_have_the_same_limits(change: Json, errors: dict[str, str]) -> None:
    assert broken(check_event, EVENT | change) == errors
    assert broken(lambda wanted: check_event(wanted, EVENT), change) == errors


def test_a_new_event_needs_its_fields_and_a_change_none() -> None:
    needed = ("name", "scheduled_start_time", "privacy_level", "entity_type")
    for each in needed:
        rest = {key: value for key, value in EVENT.items() if key != each}
        for wanted in (rest, EVENT | {each: None}):
            assert broken(check_event, wanted) == {each: REQUIRED}
        assert broken(lambda wanted: check_event(wanted, EVENT), rest) == {}

    def moved(wanted: Any) -> None:
        check_event(wanted, EVENT | {"scheduled_start_time": END, "scheduled_end_time": "2150-01-02T00:00:00+00:00"})

    assert broken(moved, {"scheduled_start_time": START}) == {}
    assert broken(moved, {"scheduled_end_time": END}) == {
        "scheduled_end_time": "GUILD_SCHEDULED_EVENT_END_BEFORE_START"
    }
