"""The numbers of the tables are those that Discord documents: the other tests of the limits take them as they stand.

The pages: the resources channel, message, guild-scheduled-event, the interactions application-commands and
receiving-and-responding, and the reference of the components.
"""

from typing import Any

import pytest

from localdiscord.api import events as scheduled
from localdiscord.api import messages as history
from localdiscord.interactions.registry import TOKEN_LIFETIME
from localdiscord.limits import channels, commands, components, embeds, events, messages
from localdiscord.limits.shape import List, Number, Object, OneOf, Shape, Text, Url, Variant
from localdiscord.state import forums
from localdiscord.state import messages as kinds
from localdiscord.state.channels import ChannelType
from localdiscord.state.components import ComponentType

WEB = "http https"
ANYWHERE = "http https attachment"
ID = f"0..{2**63 - 1}"
CUSTOM_ID = "1-100"


def told(shape: Shape) -> Any:
    """What a table says: `1-100` characters, `0..25` as a number, and `!` behind a field that is needed."""
    match shape:
        case Text():
            return f"{shape.least}-{shape.most}"
        case Number():
            return f"{shape.least}..{shape.most}"
        case OneOf():
            return [*map(int, shape.values)]
        case Url():
            return f"{shape.most} {' '.join(shape.schemes)}"
        case List():
            return f"{shape.least} to {shape.most} of", told(shape.of)
        case Variant():
            return {int(kind): told(each) for kind, each in shape.of.items()}
        case Object():
            fields = {f"{name}{'!' * (name in shape.required)}": told(each) for name, each in shape.fields.items()}
            return fields | {f"{name}!": "any" for name in shape.required if name not in shape.fields}
        case _:
            return "checked"


MINUTES = [60, 1440, 4320, 10080]
THREAD = {"name": "1-100", "auto_archive_duration": MINUTES, "rate_limit_per_user": "0..21600"}
NEW_THREAD = {"name!": "1-100", "auto_archive_duration": MINUTES, "rate_limit_per_user": "0..21600"}
TEXT_CHANNEL = {"topic": "0-1024", "rate_limit_per_user": "0..21600"}
TAGS = ("0 to 5 of", ID)
FORUM = {
    "topic": "0-4096", "rate_limit_per_user": "0..21600", "flags": "checked",
    "available_tags": ("0 to 20 of", {"name!": "0-20"}), "default_reaction_emoji": {}, "default_sort_order": [0, 1],
    "default_forum_layout": [0, 1, 2], "default_auto_archive_duration": MINUTES,
    "default_thread_rate_limit_per_user": "0..21600",
}  # fmt: skip
CHOICE = {"name!": "1-100", "value!": "checked"}
PICTURE = {"url": f"2048 {ANYWHERE}"}
OPTION = {"label!": "1-100", "value!": "1-100", "description": "0-100"}
SELECT = {"custom_id!": CUSTOM_ID, "placeholder": "0-150", "min_values": "0..25", "max_values": "1..25"}
SELECTS = {
    ComponentType.STRING_SELECT: {**SELECT, "options!": ("1 to 25 of", OPTION)},
    ComponentType.USER_SELECT: SELECT,
    ComponentType.ROLE_SELECT: SELECT,
    ComponentType.MENTIONABLE_SELECT: SELECT,
    ComponentType.CHANNEL_SELECT: SELECT,
}
BUTTON = {"style!": [1, 2, 3, 4, 5, 6], "label": "0-80", "custom_id": CUSTOM_ID, "url": "512 http https discord"}
ROW = {"components!": ("1 to 5 of", {ComponentType.BUTTON: BUTTON, **SELECTS})}
TEXT = {"content!": "1-4000"}
THUMBNAIL = {"media!": {"url!": f"2048 {ANYWHERE}"}, "description": "0-1024"}
LAYOUT = {
    ComponentType.ACTION_ROW: ROW,
    ComponentType.SECTION: {
        "components!": ("1 to 3 of", {ComponentType.TEXT_DISPLAY: TEXT}),
        "accessory!": {ComponentType.BUTTON: BUTTON, ComponentType.THUMBNAIL: THUMBNAIL},
    },
    ComponentType.TEXT_DISPLAY: TEXT,
    ComponentType.MEDIA_GALLERY: {"items!": ("1 to 10 of", THUMBNAIL)},
    ComponentType.FILE: {"file!": {"url!": "2048 attachment"}},
    ComponentType.SEPARATOR: {"spacing": [1, 2]},
}
CONTAINER = {"components!": ("1 to 40 of", LAYOUT), "accent_color": f"0..{0xFFFFFF}"}
TEXT_INPUT = {
    "custom_id!": CUSTOM_ID,
    "style!": [1, 2],
    "placeholder": "0-100",
    "value": "0-4000",
    "min_length": "0..4000",
    "max_length": "1..4000",
}
UP_TO_TEN = {"min_values": "0..10", "max_values": "1..10"}
FIELDS = {
    ComponentType.TEXT_INPUT: TEXT_INPUT,
    **SELECTS,
    ComponentType.FILE_UPLOAD: {"custom_id!": CUSTOM_ID, **UP_TO_TEN},
    ComponentType.RADIO_GROUP: {"custom_id!": CUSTOM_ID, "options!": ("2 to 10 of", OPTION)},
    ComponentType.CHECKBOX_GROUP: {"custom_id!": CUSTOM_ID, **UP_TO_TEN, "options!": ("1 to 10 of", OPTION)},
    ComponentType.CHECKBOX: {"custom_id!": CUSTOM_ID},
}
MODAL_ROW = {"components!": ("1 to 1 of", {ComponentType.TEXT_INPUT: {**TEXT_INPUT, "label!": "1-45"}})}
LABEL = {"label!": "1-45", "description": "0-100", "component!": FIELDS}
EMBED = {
    "title": "0-256", "description": "0-4096", "url": f"2048 {WEB}", "color": f"0..{0xFFFFFF}",
    "footer": {"text!": "1-2048", "icon_url": f"2048 {ANYWHERE}"},
    "author": {"name!": "1-256", "url": f"2048 {WEB}", "icon_url": f"2048 {ANYWHERE}"}, "image": PICTURE,
    "thumbnail": PICTURE, "fields": ("0 to 25 of", {"name!": "1-256", "value!": "1-1024"}),
}  # fmt: skip
EVENT = {
    "description": "1-1000", "scheduled_end_time": "checked", "entity_metadata": {"location!": "1-100"},
    "channel_id": ID, "status": [1, 2, 3, 4], "image": "checked", "recurrence_rule": "checked",
}  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "documented"),
    [
        (channels.CHANNEL, {"name": "1-100", **TEXT_CHANNEL}),
        (channels.FORUM, {"name": "1-100", **FORUM}),
        (channels.NEW_CHANNEL[ChannelType.TEXT], {"name!": "1-100", **TEXT_CHANNEL, "type": [0]}),
        (channels.NEW_CHANNEL[ChannelType.FORUM], {"name!": "1-100", **FORUM, "type": [15]}),
        (channels.THREAD, NEW_THREAD),
        (channels.THREAD_CHANGES, THREAD),
        (channels.POST, {**NEW_THREAD, "applied_tags": TAGS, "message!": {}}),
        (channels.POST_CHANGES, {**THREAD, "flags": "checked", "applied_tags": TAGS}),
        (channels.HISTORY, {"limit": "1..100", "before": ID, "after": ID, "around": ID}),
        (channels.RECIPIENT, {"recipient_id!": ID}),
        (commands.OPTION, {"type!": [*range(1, 12)], "name!": "1-32", "description!": "1-100",
         "choices": ("0 to 25 of", CHOICE), "min_length": "0..6000", "max_length": "1..6000"}),
        (commands.SLASH_COMMAND, {"name!": "1-32", "description!": "1-100"}),
        (commands.MENU_COMMAND, {"name!": "1-32", "type": [2, 3]}),
        (events.EVENT, {"name": "1-100", "scheduled_start_time": "checked", "privacy_level": [2],
         "entity_type": [1, 2, 3], **EVENT}),
        (events.NEW_EVENT, {"name!": "1-100", "scheduled_start_time!": "checked", "privacy_level!": [2],
         "entity_type!": [1, 2, 3], **EVENT}),
        (messages.MESSAGE, {"content": "0-2000", "embeds": ("0 to 10 of", EMBED), "nonce": "0-25",
         "components": ("0 to 40 of", {**LAYOUT, ComponentType.CONTAINER: CONTAINER}),
         "attachments": ("0 to 10 of", {"description": "0-1024", "filename": "1-1024", "id!": "any"})}),
        (messages.CHOICES, {"choices!": ("0 to 25 of", CHOICE)}),
        (components.MODAL, {"custom_id!": CUSTOM_ID, "title!": "1-45", "components!": ("1 to 5 of",
         {ComponentType.ACTION_ROW: MODAL_ROW, ComponentType.TEXT_DISPLAY: TEXT, ComponentType.LABEL: LABEL})}),
    ],
)  # fmt: skip
def test_a_table_says_what_discord_documents(shape: Shape, documented: Any) -> None:
    assert told(shape) == documented


def test_the_other_numbers_are_those_that_discord_documents() -> None:
    assert (components.ROWS, components.V2_COMPONENTS, components.V2_TEXT) == (5, 40, 4000)
    assert (embeds.TOTAL_CHARACTERS, commands.TOTAL_CHARACTERS, messages.MENTIONS) == (6000, 8000, 100)
    assert commands.MOST_COMMANDS == {1: 100, 2: 15, 3: 15}
    assert (messages.FILES, messages.FILE_SIZE) == (10, 10 * 1024 * 1024)
    assert (forums.MOST_TAGS, forums.MOST_APPLIED, forums.MOST_PINNED) == (20, 5, 1)
    assert (kinds.MOST_PINS, history.MOST_REACTIONS, scheduled.MOST_OPEN, scheduled.MOST_USERS) == (250, 20, 100, 100)
    hours = [each.total_seconds() / 3600 for each in (TOKEN_LIFETIME, history.OLD, history.OLDEST_IN_BULK)]
    assert hours == [0.25, 1, 14 * 24]


def test_the_languages_are_those_that_discord_documents() -> None:
    assert " ".join(sorted(commands.LOCALES)) == (
        "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr"
        " uk vi zh-CN zh-TW"
    )
