"""What the goldens cost their reader: ``make words``.

Each script is played, and what stands in its channels at the end is counted: public messages of the bot with an embed,
their words, and what people did for it (commands, presses, forms). Words stand between blanks; a message that grew by
edits counts once, as it reads at the end, and once more by what each of its results brought (``arriving``).
"""

import json
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bot.messages.campaign_texts import DONE, TO_COME
from localdiscord.state.components import SELECTS, ComponentType, walk
from rules.dice import GLYPHS
from tests.scripts import GOLDEN, perform, played

APART = (
    "Dice", "Diplomacy", "On your board", "To change on the board", "Until the turn ends", "As the turn ended",
    "Changed",
)  # fmt: skip
"""The fields of a result that are looked at, not read: dice, and what moves on the board and its tracks."""
BAR = DONE + TO_COME
CONTROLS = {ComponentType.BUTTON, *SELECTS}
INPUTS = ("/", "click", "select", "fill")
TURNS = {"storm_two_posts": 15, "storm_printed_deck": 28}
"""So many inputs of all five players a whole turn takes at most: with the starter deck, and with a printed one, whose
cards are typed as they stand.
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a script costs: public messages, all their words as they read at the end, those that are ``arriving`` result
    by result, dice and board with them; the most that one message has beside dice and board, the most that a single
    result brings there, the inputs of people, and the buttons that are left; the ``presses`` of a button, a choice in a
    menu or a form, and the ``fields`` that were filled in forms; ``told`` is what each message
    says, and ``private`` what somebody alone read.
    """

    script: str
    messages: int
    words: int
    arriving: int
    longest: int
    result: int
    inputs: int
    buttons: int
    presses: int
    fields: int
    told: tuple[str, ...] = ()
    private: tuple[str, ...] = ()


@cache
def cost(script: Path, lines: tuple[int, int] | None = None) -> Cost:
    """Play a script and count; ``lines`` are the first and last line of it that count."""
    told = played(script) if script.parent == GOLDEN else perform(script)
    assert told.code == 0, f"{script} fails"
    first, last = lines or (1, sys.maxsize)
    shown: dict[str, dict[str, Any]] = {}
    posted: set[str] = set()
    private: list[dict[str, Any]] = []
    result = arriving = 0
    for each in map(json.loads, told.record):
        if not each["payload"].get("embeds"):
            continue
        if each["visible_to"] != "all":
            private.append(each["payload"])
            continue
        if each["kind"] in ("message", "edit"):
            if first <= each["line"] <= last and not _is_panel(each["payload"]):
                before = shown.get(each["payload"]["id"])
                result = max(result, _new_words(each["payload"], before))
                arriving += _new_words(each["payload"], before, ())
            shown[each["payload"]["id"]] = each["payload"]
            if first <= each["line"] <= last and each["kind"] == "message":
                posted.add(each["payload"]["id"])
    messages = [shown[id_] for id_ in shown if id_ in posted]
    done = script.read_text(encoding="utf-8").splitlines()[first - 1 : last]
    return Cost(
        script.stem, len(messages), sum(counted(" ".join(texts(each))) for each in messages), arriving,
        max((counted(" ".join(texts(each, APART))) for each in messages), default=0),
        result, sum(line.startswith(INPUTS) for line in done), sum(map(_buttons, messages)),
        sum(line.startswith(INPUTS[1:]) for line in done),
        sum(len(shlex.split(line)) - 1 for line in done if line.startswith("fill")),
        tuple("\n".join(texts(each)) for each in messages),
        tuple("\n".join(texts(each)) for each in private),
    )  # fmt: skip


def texts(message: dict[str, Any], apart: tuple[str, ...] = ()) -> Iterator[str]:
    """What stands in a message, without the fields that are ``apart``."""
    yield message["content"]
    for embed in message["embeds"]:
        yield embed.get("title", "")
        yield embed.get("description", "")
        for field in embed.get("fields", ()):
            if field["name"] not in apart:
                yield f"{field['name']} {field['value']}"
        yield embed.get("footer", {}).get("text", "")
    yield from (part["content"] for part in walk(message["components"]) if "content" in part)


def _is_panel(message: dict[str, Any]) -> bool:
    """Whether a message is the panel, with its bar of turns: it is looked up, and tells no result."""
    return any(mark in message["embeds"][0].get("description", "") for mark in BAR)


def _new_words(message: dict[str, Any], before: dict[str, Any] | None, apart: tuple[str, ...] = APART) -> int:
    """The words of the lines, beside its call and the fields that are ``apart``, that a message did not have before."""
    old = "\n".join(texts(before, apart)).splitlines() if before else []
    content, *told = texts(message, apart)
    head, _, _call = content.partition("\n")
    now = "\n".join((head, *told)).splitlines()
    return sum(counted(line) for line in now if line not in old)


def counted(text: str) -> int:
    """The words of a text: each has a letter, a digit or a die."""
    return sum(any(each.isalnum() or each in GLYPHS for each in word) for word in text.split())


def _buttons(message: dict[str, Any]) -> int:
    return sum(part["type"] in CONTROLS for part in walk(message["components"]))


def of_turn(script: Path) -> Cost:
    """What the first turn of a script costs, from the draw to the next turn."""
    lines = script.read_text(encoding="utf-8").splitlines()
    return cost(script, (lines.index("/draw event") + 1, lines.index('expect "Turn 2"') + 1))


def main() -> None:
    """Print a table of all goldens, or of one that is named."""
    heads = ("messages", "words", "arriving", "longest", "result", "inputs", "buttons", "presses", "fields")
    print(f"{'script':24}" + "".join(f"{head:>10}" for head in heads))
    for script in sorted(GOLDEN.glob(f"{sys.argv[1] if sys.argv[1:] else '*'}.script")):
        each = cost(script)
        print(f"{each.script:24}" + "".join(f"{getattr(each, head):>10}" for head in heads))
    for name, most in TURNS.items():
        print(f"{name}: a turn takes {of_turn(GOLDEN / f'{name}.script').inputs} inputs, at most {most}")


if __name__ == "__main__":
    main()
