"""What a group has added, and what is wrong in its file, in words."""

import pytest

from bot.base.catalog import DataFile
from bot.base.language import reading, say, words_of
from bot.messages.campaign_texts import MOST_FAULTS, MOST_OWN, faults
from rules.errors import DataError
from tests.bot.engine.test_campaign_data import RUMOUR, cards, give, storm
from tests.bot.harness import Harness, choose, text
from tests.games import catalog


async def test_without_a_file_it_shows_what_the_group_has_added(here: Harness) -> None:
    await storm(here)
    await choose(here.anna, here.marne, "campaign manage own-data", {})
    assert "Added to the cards: 0" in text(here.newest(here.anna))
    await give(here, here.anna, cards(MOST_OWN + 1), add_to_this_campaign=True)
    await here.bert.press(here.newest(here.carla), "Italy: Agree")
    await choose(here.anna, here.marne, "campaign manage own-data", {})
    told = text(here.newest(here.anna))
    assert f"Added to the cards: {MOST_OWN + 1}" in told
    assert (f"Our event {MOST_OWN}" in told, f"Our event {MOST_OWN + 1}" in told) == (True, False)


KNOWN = "[[printed_cards]]\nid = '{}#1'\nfeatures = [{{ kind = '{}', power = '{}', amount = {} }}]"
STORM, MARNE, FIELDS = "gathering-storm", "marne-1918", "fields-of-despair"
WRONG = (
    (STORM, "not a table at all"), (STORM, KNOWN.format("Germany", "income", "Germany", 0)),
    (STORM, KNOWN.format("Germany", "income", "Italy", 99)), (STORM, KNOWN.format("Germany", "income", "Spain", 1)),
    (STORM, KNOWN.format("Germany", "incom", "Germany", 1)), (STORM, KNOWN.format("general", "income", "Italy", 1)),
    (STORM, "[[cards]]\nid = 'x'\ntitle = 'Y'"), (STORM, "[cards]\nid = 'x'"),
    (STORM, "[[printed_cards]]\nid = 'Germany 1'\nfeatures = []"), (STORM, "[[cards]]\nid = 'Our card'"),
    (STORM, "[research_sheet]\nzeppelins = { results = [5] }"),
    (STORM, "[research_sheet]\nrockets = { results = [5, 5], maximum = 'x' }"), (STORM, "[phases]\nsource = 'x'"),
    (MARNE, "[[marker_types]]\nname = 'A German raid'"),
    (MARNE, RUMOUR.replace("In our own words.", "It rises by {rise}.")),
    (MARNE, RUMOUR.replace("In our own words.", "")), (MARNE, RUMOUR.replace("total = 1", "total = 2")),
    (MARNE, RUMOUR.replace("£#", "?")), (FIELDS, "[chits]\nhexes = ['Z99']"),
    (FIELDS, "[recon]\nlimits = { all = [1] }"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "wrong"), WRONG)
def test_a_fault_is_told_in_the_language_of_who_wrote_it(game: str, wrong: str) -> None:
    """Whatever stands in the file: its keys and values stay as they were written, and so does what a library says."""
    edition = catalog().editions[game]
    with pytest.raises(DataError) as caught:
        catalog().with_own(game, edition.body, DataFile("ours.toml", wrong))
    every = [*caught.value.faults]
    assert every
    for fault in every:
        assert fault.message.said(words_of("fr")) != str(fault.message)
        assert str(fault.said).replace("`", "") == str(fault).replace("`", "")
    with reading("fr"):
        told = [say(each.line) for each in faults(caught.value)]
    assert told[0] == "ours.toml\u00a0:"


@pytest.mark.parametrize("number", [1, MOST_FAULTS, MOST_FAULTS + 1])
def test_of_many_faults_the_first_are_named_and_the_rest_counted(number: int) -> None:
    told = [str(each) for each in faults(DataError(*(f"fault {each}" for each in range(1, number + 1))))]
    assert told[0] == "fault 1"
    assert len(told) == min(number, MOST_FAULTS + 1)
    assert (told[-1] == "Further faults: 1") == (number > MOST_FAULTS)
