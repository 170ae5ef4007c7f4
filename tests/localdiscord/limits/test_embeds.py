"""The limits of embeds, exactly at each and one beyond."""

from typing import Any

import pytest

from localdiscord import Channel
from localdiscord.limits.embeds import check_total, trim
from localdiscord.limits.messages import check_message
from tests.localdiscord.limits.bounds import Case, broken, failures, sender
from tests.localdiscord.little_bot import LittleBot

FIELD = {"name": "x" * 100, "value": "x" * 900}


def full_embed() -> dict[str, Any]:
    """An embed of 3000 characters in each place that counts; an address does not."""
    return {
        "title": "x" * 200,
        "description": "x" * 1000,
        "url": "https://example.org",
        "footer": {"text": "x" * 700},
        "author": {"name": "x" * 100, "url": "https://example.org"},
        "fields": [{"name": "x" * 200, "value": "x" * 800}],
    }


RULES: list[Case] = [
    (
        "6000 characters in all embeds",
        {"embeds": [{"fields": [FIELD] * 3}, {"fields": [FIELD] * 3}]},
        {"embeds": [{"fields": [FIELD] * 3}, {"fields": [FIELD] * 3, "title": "x"}]},
    ),
    ("an embed says something", {"embeds": [{"title": "x"}]}, {"embeds": [{"color": 1}]}),
    (
        "the text that is counted is the one without blanks around it",
        {"embeds": [{"footer": {"text": f"  {'x' * 2048} "}, "author": {"name": f" {'x' * 256} "}}]},
        {"embeds": [{"footer": {"text": "  "}}]},
    ),
    (
        "6000 characters in titles, authors, footers and fields",
        {"embeds": [full_embed(), full_embed()]},
        {"embeds": [full_embed(), full_embed() | {"author": {"name": "x" * 101}}]},
    ),
]


async def test_rules_of_embeds(bot: LittleBot, general: Channel) -> None:
    assert await failures(iter(RULES), sender(bot, general)) == []


@pytest.mark.parametrize(
    ("embeds", "errors"),
    [
        ([{"title": "x"}, {}], {"1.description": "BASE_TYPE_REQUIRED"}),
        ([{"url": "https://example.org"}, {"timestamp": "2026-01-05"}], {
            f"{n}.description": "BASE_TYPE_REQUIRED" for n in (0, 1)
        }),
        *(([embed], {}) for embed in (
            {"description": "x"}, {"footer": {"text": "x"}}, {"author": {"name": "x"}},
            {"image": {"url": "https://example.org"}}, {"thumbnail": {"url": "attachment://a.png"}},
            {"fields": [{"name": "a", "value": "b"}]},
        )),
        ([{"fields": [{"name": "a", "value": "b"}, {"name": "a", "value": " "}]}], {
            "0.fields.1.value": "BASE_TYPE_REQUIRED"
        }),
        ([{"title": "x", "author": {"name": " "}, "color": -1}], {
            "0.author.name": "BASE_TYPE_REQUIRED", "0.color": "NUMBER_TYPE_MIN"
        }),
        ([{"title": "x", "url": "attachment://a.png"}], {"0.url": "URL_TYPE_INVALID_SCHEME"}),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_embed_is_named_at_its_place(embeds: list[Any], errors: dict[str, str]) -> None:
    named = {f"embeds.{path}": code for path, code in errors.items()}
    assert broken(check_message, {"embeds": embeds}) == named


@pytest.mark.parametrize(
    "more", [{"title": "x"}, {"description": "x"}, {"footer": {"text": "x"}}, {"author": {"name": "x"}},
             {"fields": [{"name": "x", "value": ""}]}, {"fields": [{"name": "", "value": "x"}]}]
)  # fmt: skip
def test_each_text_of_each_embed_counts(more: Any) -> None:
    full = {"fields": [{"name": "n" * 100, "value": "v" * 900}] * 3}
    assert [len(list(check_total({"embeds": embeds}))) for embeds in ([full] * 2, [more, full, full])] == [0, 1]
    assert broken(check_message, {"embeds": [full, full, {"title": "x"}]}) == {"embeds": "MAX_EMBED_SIZE_EXCEEDED"}


def test_blanks_are_taken_away_in_each_part() -> None:
    spaced, bare = " x ", "x"

    def embed(word: str) -> Any:
        part = {"name": word, "value": word}
        return {"title": word, "description": word, "url": " ", "footer": {"text": word}, "author": {"name": word},
                "fields": [part, dict(part)]}  # fmt: skip

    embeds = [embed(spaced), embed(spaced), {"title": None, "fields": None, "footer": None}]
    trim(embeds)
    assert embeds == [embed(bare), embed(bare), {"title": None, "fields": None, "footer": None}]
    trim(None)
