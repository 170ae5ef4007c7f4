"""A person at the table, as tests and scripts know one."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from localdiscord.component import walk
from localdiscord.deeds import BUTTON
from localdiscord.form import MENUS
from localdiscord.interaction import Form, Interaction
from localdiscord.refusal import CannotDo, Json
from localdiscord.settle import bot_tasks

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord

Place = Json  # a channel or a thread, as Discord's object


class Person:
    """What somebody can do; every deed returns when the bot is done with it."""

    def __init__(self, table: "LocalDiscord", user: Json) -> None:
        self._table = table
        self.user = user
        self.id: str = user["id"]
        self.name: str = user["global_name"]

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def modal(self) -> Form | None:
        """The form that stands open."""
        return self._table.deeds.form_of(self.id)

    def messages(self, channel: Place) -> list[Json]:
        """What is seen there, oldest first."""
        return [post.message for post in self._table.world.visible(self.id, channel["id"])]

    def dm(self) -> Place:
        """The private conversation with the bot."""
        return self._table.world.dm(self.id)

    # deeds

    async def slash(self, channel: Place, name: str, options: Mapping[str, Any] | None = None) -> Interaction:
        return await self._done(self._table.deeds.command(self.id, channel["id"], name, options or {}))

    async def autocomplete(
        self,
        channel: Place,
        name: str,
        *,
        focused: str,
        value: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> list[Json]:
        """The choices that are offered while typing."""
        deeds = self._table.deeds
        asked = deeds.autocomplete(self.id, channel["id"], name, options or {}, focused, value)
        await self._done(asked)
        return asked.choices

    async def press(self, message: Json, label_or_custom_id: str) -> Interaction:
        button = pick(message, {BUTTON}, label_or_custom_id)
        if "custom_id" not in button:
            raise CannotDo("That button is a link.")
        return await self._done(self._table.deeds.press(self.id, message["id"], button["custom_id"]))

    async def select(self, message: Json, placeholder_or_custom_id: str, values: Sequence[str]) -> Interaction:
        """Chooses options of a menu, each by its label or value."""
        menu = pick(message, set(MENUS), placeholder_or_custom_id)
        by_label = {option["label"]: option["value"] for option in menu.get("options", ())}
        chosen = [by_label.get(value, value) for value in values]
        return await self._done(self._table.deeds.select(self.id, message["id"], menu["custom_id"], chosen))

    async def submit(self, values: Mapping[str, Any]) -> Interaction:
        """Sends the open form, its fields by label or custom_id, options by label or value."""
        form = self.modal
        if form is None:
            raise CannotDo("No form is open.")
        filled = by_custom_id(form, values)
        return await self._done(self._table.deeds.submit(self.id, form.id, filled))

    def close(self) -> None:
        """Puts the form away without sending it."""
        if self.modal is not None:
            self._table.deeds.close(self.id, self.modal.id)

    def say(self, channel: Place, content: str) -> Json:
        return self._table.deeds.say(self.id, channel["id"], content).message

    def dismiss(self, message: Json) -> None:
        self._table.deeds.dismiss(self.id, message["id"])

    async def _done(self, interaction: Interaction) -> Interaction:
        await interaction.first
        # the bot still waits for the end of its request, so its task is seen if it lives in this event loop
        if tasks := bot_tasks():
            await asyncio.wait(tasks)
        else:
            await self._table.traffic.quiet(self._table.quiet)
        return interaction


def pick(message: Json, kinds: set[int], name: str) -> Json:
    """A component by its custom_id, label or placeholder."""
    those = [each for each in walk(message["components"]) if each["type"] in kinds]
    for key in ("custom_id", "label", "placeholder"):
        for each in those:
            if each.get(key) == name:
                return each
    raise CannotDo(f"The message has no “{name}”.")


def by_custom_id(form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with the form's custom_ids as keys, and options by value."""
    filled: dict[str, Any] = {}
    fields = dict(labelled(form.body["components"]))
    for name, value in values.items():
        field = fields.get(name) or next((f for f in fields.values() if f["custom_id"] == name), None)
        if field is None:
            raise CannotDo(f"The form has no field “{name}”.")
        filled[field["custom_id"]] = _option_values(field, value)
    return filled


def _option_values(field: Json, value: Any) -> Any:
    options: list[Json] = field.get("options") or []
    if not options:
        return value
    by_label = {option["label"]: option["value"] for option in options}
    if isinstance(value, str):
        return by_label.get(value, value)
    return [by_label.get(each, each) for each in value]


def labelled(components: Sequence[Json]) -> list[tuple[str, Json]]:
    """The fields of a form with their labels."""
    fields: list[tuple[str, Json]] = []
    for each in components:
        for inner in each.get("components", ()):
            fields.append((inner.get("label") or inner["custom_id"], inner))
        if "component" in each:
            fields.append((each["label"], each["component"]))
    return fields
