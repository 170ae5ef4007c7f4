"""The limits of application commands."""

from typing import Any

import discord
import pytest

from localdiscord import LocalDiscord
from localdiscord.limits import commands
from localdiscord.limits.shape import List, Object
from tests.localdiscord.limits.bounds import bounds, broken, failures
from tests.localdiscord.little_bot import LittleBot


async def test_commands(bot: LittleBot, server: LocalDiscord) -> None:
    path = f"/applications/{server.hub.state.application_id}/commands"

    async def put(command: Any) -> Any:
        return await bot.raw("PUT", path, [command])

    async def put_option(option: Any) -> Any:
        return await put({"name": "x", "description": "x", "options": [option]})

    async def put_options(options: Any) -> Any:
        return await put({"name": "x", "description": "x", **options})

    assert await failures(bounds(commands.SLASH_COMMAND), put) == []
    string = ((where, {**good, "type": 3}, {**bad, "type": 3}) for where, good, bad in bounds(commands.OPTION)
              if not where.startswith("type"))  # fmt: skip
    assert await failures(string, put_option) == []
    many = List(commands.OPTION, 25)
    count = (each for each in bounds(Object({"options": many})) if each[0].endswith("count"))
    assert await failures(count, put_options) == []


def option(name: str, kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "x", **more}


def command(*options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "x", "description": "x", "options": list(options), **more}


def choices(*values: Any) -> list[dict[str, Any]]:
    return [{"name": f"{value}", "value": value} for value in values]


def full(count: int) -> list[dict[str, Any]]:
    """`count` choices of 200 characters each."""
    return [{"name": f"{n:0100}", "value": f"{n:0100}"} for n in range(count)]


def filled(rest: int) -> dict[str, Any]:
    """A command of 7924 + `rest` characters."""
    long = [{**option(letter), "description": "x" * 100} for letter in "abcdefghijklmnopqr"]
    last = {"name": "x" * 100, "value": "x" * rest}
    return command(*long, option("y", choices=full(25)), option("z", choices=[*full(5), last]))


@pytest.mark.parametrize(("kind", "most"), [(1, 100), (2, 15), (3, 15)])
async def test_each_command_type_has_its_maximum(bot: LittleBot, server: LocalDiscord, kind: int, most: int) -> None:
    path = f"/applications/{server.hub.state.application_id}/commands"
    words = {"description": "x"} if kind == 1 else {}
    all_ = [{"name": f"c{n}", "type": kind, **words} for n in range(most)]
    another = {"name": "c0", "type": 3 if kind == 2 else 2}
    assert len(await bot.raw("PUT", path, [*all_, another])) == most + 1
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("PUT", path, [*all_, {"name": "more", "type": kind, **words}])
    assert error.value.code == 30032


NAME, OPTIONS = "APPLICATION_COMMAND_INVALID_NAME", "APPLICATION_COMMAND_OPTIONS"
LENGTH, LOCALE, TWICE = "BASE_TYPE_BAD_LENGTH", "DICT_TYPE_CONVERT", f"{OPTIONS}_CHOICE_DUPLICATE"


@pytest.mark.parametrize(
    ("wrong", "errors"),
    [
        (command() | {"name": "X"}, {"name": NAME}),
        (command() | {"name": "a b"}, {"name": NAME}),
        (command() | {"description": None}, {"description": "BASE_TYPE_REQUIRED"}),
        (command(name_localizations={"fr": "x" * 33, "de": "x" * 32, "en": "x"}), {
            "name_localizations.fr": LENGTH, "name_localizations.en": LOCALE
        }),
        (command(name="über"), {}),
        (command(option("a", name_localizations={"fr": ""}, description_localizations={"fr": ""})), {
            f"options.0.{field}_localizations.fr": LENGTH for field in ("name", "description")
        }),
        (command(description_localizations={"fr": "", "de": "x" * 101, "en-GB": "x" * 100, "xx": "x"}), {
            "description_localizations.fr": LENGTH, "description_localizations.de": LENGTH,
            "description_localizations.xx": LOCALE
        }),
        (command(option("a"), option("b"), option("a")), {"options.2.name": f"{OPTIONS}_NAME_DUPLICATE"}),
        (command(option("a"), option("B")), {"options.1.name": NAME}),
        (command(option("a"), option("b", required=True), option("c", required=True)), {
            f"options.{index}": f"{OPTIONS}_REQUIRED_INVALID" for index in (1, 2)
        }),
        (command(option("a", required=True), option("b", required=True), option("c"), option("d")), {}),
        (command(option("a"), option("b", 1)), {"options": f"{OPTIONS}_TYPE_INVALID"}),
        (command(option("a", 1), option("b", 2, options=[option("c", 1), option("d", 2)])), {
            "options.1.options.1.type": f"{OPTIONS}_TYPE_INVALID"
        }),
        *((command(option("a", 1, options=[option("b", kind)])), {
            "options.0.options.0.type": f"{OPTIONS}_TYPE_INVALID"
        }) for kind in (1, 2)),
        (command(option("a", 1, options=[option("b"), option("c", required=True)])), {
            "options.0.options.1": f"{OPTIONS}_REQUIRED_INVALID"
        }),
        (command(option("a", 1), option("b", 1, options=[option("c"), option("C")])), {
            "options.1.options.1.name": NAME
        }),
        (command(option("a"), option("b", choices=choices("x", "x"), autocomplete=True)), {
            "options.1.choices.1.name": TWICE, "options.1.choices.1.value": TWICE,
            "options.1.autocomplete": f"{OPTIONS}_CHOICES_AUTOCOMPLETE",
        }),
        (command(option("a", 4, choices=[{"name": "x", "value": 1}, {"name": "y", "value": "2"}])), {
            "options.0.choices.1.value": f"{OPTIONS}_CHOICE_TYPE"
        }),
        *((command(option("a", kind, choices=choices(*good, wrong))), {
            f"options.0.choices.{len(good)}.value": f"{OPTIONS}_CHOICE_TYPE"
        }) for kind, good, wrong in ((3, ("x",), 1), (4, (1 - 2**53, 2**53 - 1), 1.5), (10, (1, -(2.0**53)), "x"))),
        (filled(76), {}),
        (filled(77), {"": "APPLICATION_COMMAND_TOO_LARGE"}),
        *((command(option("a", kind, **{bound: 1})), {f"options.0.{bound}": f"{OPTIONS}_BOUND"} if wrong else {})
          for kind, bound, wrong in ((3, "max_value", True), (3, "min_value", True), (4, "max_length", True),
                                     (10, "min_length", True), (6, "min_value", True), (5, "max_value", True),
                                    (4, "max_value", False), (10, "min_value", False), (10, "max_value", False),
                                    (3, "max_length", False), (3, "min_length", False))),
        ({"type": 2, "name": "x", "description": "y"}, {
            "description": "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"
        }),
        ({"type": 3, "name": "x", "options": [option("a")]}, {
            "options": "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID"
        }),
        ({"type": 3, "name": "X y"}, {}),
        ({"type": 4, "name": "x"}, {"type": "BASE_TYPE_CHOICES"}),
    ],
)  # fmt: skip
def test_command_errors_name_their_place(wrong: Any, errors: dict[str, str]) -> None:
    right = {"name": "right", "description": "x"}
    named = {f"1.{path}".rstrip("."): code for path, code in errors.items()}
    assert broken(commands.check_commands, [right, wrong, {"type": 2, "name": "right"}]) == named


def test_of_two_commands_of_one_name_the_later_is_named() -> None:
    one, other = ({"name": name, "description": "x"} for name in ("one", "other"))
    menus = [{"name": "one", "type": kind} for kind in (2, 3)]
    assert broken(commands.check_commands, [one, *menus, other]) == {}
    assert broken(commands.check_commands, [one, other, *menus, one | {"type": 1}, menus[1]]) == dict.fromkeys(
        ("4", "5"), "APPLICATION_COMMANDS_DUPLICATE_NAME"
    )
