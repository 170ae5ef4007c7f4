"""The limits of embeds, exactly at each and one beyond."""

from typing import Any

import pytest

from localdiscord.limits.embeds import check_total, trim
from localdiscord.limits.messages import check_message
from tests.localdiscord.limits.bounds import broken


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
def test_embed_errors_name_their_place(embeds: list[Any], errors: dict[str, str]) -> None:
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
