"""Languages: the channel reads its campaign's, each person their own, and any language is a file."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog as BabelCatalog

from bot.base import language
from bot.base.language import (
    Catalogue,
    language_of,
    languages,
    name_of,
    read_language,
    reading,
    say,
    say_plain,
    words_of,
)
from rules.campaign.questions.requests import Declined
from rules.campaign.time.undo import Rewind
from rules.errors import NotThere
from rules.line import ENGLISH, Day, Line, line
from rules.log import LogEntry
from rules.notice import tell_all
from rules.seat import Player, Seat
from tests.bot.harness import EPHEMERAL, Harness, choose, harness, labels, offered, text
from tests.bot.marne import drawn
from tests.games import SEED

GERMAN = {
    "The {seat} draw {count} markers.": "Die {seat} ziehen {count} {count:Marker|Marker}.",
    "You draw **{markers}**.": "Ihr zieht **{markers}**.", "Allies": "Alliierten",
    "Heroic Assault": "Heldenhafter Angriff", "entry {first}": "Eintrag {first}",
    "entries {first}–{last}": "Einträge {first} bis {last}", "Draw {count} events": "{count} Ereignisse ziehen",
    "That is so already.": "Das ist schon so.",
    "Draw the event markers of this turn": "Die Ereignismarker dieser Runde ziehen",
    "Return what I drew": "Zurücklegen", "On": "An",
    "“{word}” is not a number from {low} to {most}.": "„{word}“ ist keine Zahl von {low} bis {most}.",
    "Nothing was done": "Nichts ist geschehen", "change the language to {language}": "die Sprache wählen: {language}",
}  # fmt: skip


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A little German, beside English alone."""
    file = tmp_path / "locale" / "de" / language.CATALOGUE
    file.parent.mkdir(parents=True)
    texts = "".join(f'msgid "{english}"\nmsgstr "{said}"\n\n' for english, said in GERMAN.items())
    texts += 'msgid "Not translated"\nmsgstr ""\n\n#, fuzzy\nmsgid "Not sure"\nmsgstr "Nicht sicher"\n\n'
    file.write_text(f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n{texts}', encoding="utf-8")
    monkeypatch.setattr(language, "LOCALE", tmp_path / "locale")
    words_of.cache_clear()
    yield
    words_of.cache_clear()


@pytest.mark.usefixtures("german")
def test_a_language_is_a_file() -> None:
    assert languages() == ("en", "de")
    assert name_of("de") == "Deutsch"
    assert words_of("xx") is words_of("en") is ENGLISH
    assert language_of(discord.Locale.german.value) == "de"
    assert language_of(discord.Locale.british_english.value) == "en"
    with reading("de"):
        assert say("That is so already.") == "Das ist schon so."
        assert say(tell_all("The {seat} draw {count} markers.", seat=Seat("Allies"), count=3).line) == (
            "Die Alliierten ziehen 3 Marker."
        )
        for missing in ("Nobody has said this in German.", "Not translated", "Not sure"):
            assert say(missing) == missing
        assert say(line("{day}, {mean:.2f}", day=Day(date(1918, 7, 15)), mean=1.5)) == "15. Juli 1918, 1,50"
    assert say("That is so already.") == "That is so already."


@pytest.mark.usefixtures("german")
async def test_one_reader_reads_german_alone(here: Harness) -> None:
    """The channel of an English campaign stays English for a German draw; its private part is German."""
    here.anna.speak("de")
    await drawn(here)
    seen = here.anna.messages(here.marne)
    public, private = (
        [text(each) for each in seen if bool(each["flags"] & EPHEMERAL) is alone] for alone in (False, True)
    )
    assert any("The Allies draw 3 markers." in each for each in public)
    assert not any("Alliierten" in each for each in public)
    assert any("Ihr zieht" in each for each in private)


@pytest.mark.usefixtures("german")
async def test_names_are_found_in_both_languages(here: Harness) -> None:
    here.anna.speak("de")
    await here.anna.select(await drawn(here), "These stay (up to 3)", ["heroic-assault-1", "heroic-defense-1"])
    for typed in ("heldenh", "heroic ass"):
        found = await here.anna.autocomplete(here.marne, "event return", focused="marker", value=typed)
        assert [(each["name"], each["value"]) for each in found] == [("Heldenhafter Angriff", "Heroic Assault")]
    assert await offered(here.anna, here.marne, "campaign manage leave", "seat") == ["Alliierten", "Referee"]


@pytest.mark.usefixtures("german")
async def test_buttons_are_in_the_language_of_their_message(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage language", {"language": "de"})
    assert any("3 Ereignisse ziehen" in label for label in labels(here.newest(here.bert)))
    await here.anna.press(here.newest(here.anna), next(x for x in labels(here.newest(here.bert)) if "3 Ereig" in x))
    assert "Return what I drew" in labels(here.private(here.anna)[-1]), "her own Discord is English"


async def test_no_language_but_those_there_are(here: Harness) -> None:
    await here.found()
    assert await offered(here.anna, here.marne, "campaign manage language", "language") == ["English", "Français"]


def said_by(entry: LogEntry, there: Harness) -> str:
    """An entry without what is another in every run: ids and times."""
    said = " ".join([entry.title, repr(entry.command), *map(repr, entry.events)])
    for person in (there.anna, there.bert):
        said = said.replace(person.id, person.name)
    return re.sub(r"datetime\([^)]*\)", "", said)


@pytest.mark.usefixtures("german")
async def test_the_same_play_leaves_the_same_log_in_every_language(tmp_path: Path) -> None:
    """No translation ever reaches the log."""
    logs = []
    for locale in ("en-US", "de"):
        folder = tmp_path / f"in {locale}"
        folder.mkdir()
        async with harness(folder) as there:
            there.anna.speak(locale)
            there.bert.speak(locale)
            await there.found()
            await there.anna.slash(there.marne, "draw event")
            for marker in ("Heroic Assault", "Heroic Defense"):
                await there.anna.slash(there.marne, "event return", {"marker": marker})
            await there.go_on(there.anna, "turn phase")
            await there.bert.slash(there.marne, "campaign undo")
            session = await there.campaign()
            entries = await there.bot.client.service.newest(session, 50)
            logs.append([said_by(entry, there) for entry in entries])
    assert len(logs[0]) > 5
    assert logs[0] == logs[1]


async def in_french(here: Harness) -> None:
    """Two whose Discord is English play a French campaign."""
    await here.bot.client.service.servers.change(int(here.server.guild_id), language="fr")
    await here.found()


def public(here: Harness) -> str:
    """The newest message that everybody reads."""
    return text(here.newest(here.carla))


async def test_removing_the_panel_is_told_in_the_channels_language(here: Harness) -> None:
    await in_french(here)
    await choose(here.bert, here.marne, "campaign manage panel")
    await choose(here.bert, here.marne, "campaign manage panel", {"on": False})
    assert "takes the panel away" not in public(here)
    assert f"<@{here.bert.id}>" in public(here)


async def test_the_proof_of_the_dice_is_in_the_language_of_the_channel(here: Harness) -> None:
    await in_french(here)
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True, "for_good": True})
    agree = next(each for each in labels(here.newest(here.bert)) if "Accepter" in each or "accord" in each)
    await here.bert.press(here.newest(here.bert), agree)
    await choose(here.bert, here.marne, "record more verify")
    assert SEED.hex() in public(here)
    assert "The seed" not in public(here)


async def test_the_button_below_a_dm_is_in_the_language_of_its_message(here: Harness) -> None:
    await in_french(here)
    await here.anna.slash(here.marne, "me settings", {"reach": "DM"})
    await here.settle(after=timedelta(days=2, minutes=1))
    (dm,) = here.anna.messages(here.anna.dm())
    assert labels(dm) != ["No more reminders"]


@pytest.mark.usefixtures("german")
async def test_waits_elsewhere_are_in_ones_own_language(here: Harness) -> None:
    here.bert.speak("de")
    await here.found()
    await choose(here.anna, here.marne, "campaign manage language", {"language": "de"})
    await choose(here.bert, here.marne, "me more campaigns")
    assert "die Sprache wählen" in text(here.newest(here.bert))


@pytest.mark.usefixtures("german")
async def test_a_form_is_refused_in_the_words_of_who_filled_it_in(here: Harness) -> None:
    here.anna.speak("de")
    await here.found()
    await here.anna.slash(here.marne, "act", {"offer": "Enter victory points"})
    await here.anna.submit({"vp": "500"})
    refused = text(here.newest(here.anna))
    assert "Nichts ist geschehen" in refused
    assert "„500“ ist keine Zahl von 0 bis 199." in refused


@pytest.mark.parametrize("is_withdrawn", [True, False])
def test_a_request_is_named_in_its_readers_language(is_withdrawn: bool) -> None:
    declined = Declined(player=Player(2), to=3, asker=Player(3), wish=Line(Rewind.wish), is_withdrawn=is_withdrawn)
    (told,) = declined.tell()
    with reading("fr"):
        assert "revenir à un moment antérieur" in say(told.line).replace("\xa0", " ")


def test_a_time_in_a_list_is_its_day() -> None:
    """Discord resolves it nowhere but in a message."""
    assert say_plain("until <t:1768435200:R>") == "until 2026-01-15"
    assert say_plain("<t:99999999999999>") == "<t:99999999999999>", "no calendar has such a day"


def test_a_language_is_read_by_its_letters_or_by_its_own_name() -> None:
    for typed in ("fr", " FR ", "Français", " français"):
        assert read_language(typed) == "fr"
    assert read_language("english") == "en"
    for wrong in ("French", "f", ""):
        with pytest.raises(NotThere, match="I speak English and Français"):
            read_language(wrong)


def test_a_name_without_the_form_is_used_as_it_is() -> None:
    catalog = BabelCatalog("de")
    catalog.add("Poland", "Polen")
    catalog.add("Poland", "von Polen", context="of")
    catalog.add("France", "Frankreich")
    german = Catalogue("de", catalog)
    assert [german.find(name, "of") for name in ("Poland", "France", "Italy")] == ["von Polen", "Frankreich", "Italy"]
    assert [german.find(name) for name in ("Poland", "France", "Italy")] == ["Polen", "Frankreich", "Italy"]
