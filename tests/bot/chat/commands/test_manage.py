"""The menus *Manage…*, *Record…* and *You*: what each lists for whom, as the campaign goes on, ends and is put away."""

from tests.bot.chat.answering.test_menus import there
from tests.bot.harness import Harness, choose, labels, offered

PLAYED = [
    "deadlines", "calendar", "pause", "language", "pictures", "calls", "rulings", "panel", "no-panel", "picture",
    "leave", "hand-over", "take-over", "go-on", "end", "trash", "move", "list",
]  # fmt: skip
OVER = ["rulings", "panel", "no-panel", "picture"]
RECORD = [
    "log", "mark", "redo", "compare", "fork", "check", "adjust", "export", "report", "stats", "seal", "words", "verify",
]  # fmt: skip


async def test_each_reads_what_is_there_for_them_in_each_part_of_its_life(here: Harness) -> None:
    """Anna is its referee and manages the server, Bert plays, Carla looks on."""
    await here.found()
    people = (here.anna, here.bert, here.carla)
    assert [await there(each, here.marne) for each in people] == [
        [*PLAYED[:7], "update", "own-data", *PLAYED[7:-1], "import", "list"],
        PLAYED,
        [*PLAYED[:5], "rulings", "panel", "no-panel", "picture", "watch", "take-over", "list"],
    ]
    assert [await there(each, here.marne, "record more") for each in people] == [RECORD] * 3
    assert [await there(each, here.marne, "me more") for each in people] == [
        ["campaigns", "remind", "notes", "forget"]
    ] * 3
    assert await there(here.anna, here.marne, "admin") == ["seat", "go-on", "settle", "end", "reopen"]
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    no_words = [each for each in RECORD if each != "words"]
    assert await there(here.bert, here.marne, "record more") == no_words, "the first die is rolled"
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    assert [await there(each, here.marne) for each in people] == [
        [*OVER, "reopen", "trash", "import", "list"],
        [*OVER, "reopen", "trash", "list"],
        [*OVER, "reopen", "list"],
    ]
    assert await there(here.bert, here.marne, "record more") == no_words
    assert await there(here.bert, here.marne, "me more") == ["campaigns", "notes", "forget"]
    await choose(here.anna, here.marne, "campaign manage trash", {"sure": True})
    newest = here.newest(here.bert)
    if labels(newest):
        await here.bert.press(newest, labels(newest)[0])
    assert [await there(each, here.marne) for each in people] == [
        ["restore", "import", "list"], ["restore", "list"], ["list"],
    ]  # fmt: skip


async def test_each_form_offers_the_seats_that_it_is_about(here: Harness) -> None:
    await here.found()
    own, others = ["Allies", "Referee"], ["Germans"]
    for entry, seats, theirs in (
        ("leave", own, others), ("hand-over", own, others), ("take-over", others, own), ("go-on", others, own),
    ):  # fmt: skip
        for person, expected in ((here.anna, seats), (here.bert, theirs)):
            assert await offered(person, here.marne, f"campaign manage {entry}", "seat") == expected, entry
    for entry in ("seat", "go-on", "settle"):
        assert await offered(here.anna, here.marne, f"admin {entry}", "seat") == [*own[:1], *others, *own[1:]], entry
