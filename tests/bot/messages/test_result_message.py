"""What the channel reads of results: the words of each, and what is left of them later."""

from datetime import timedelta

import pytest

from bot.messages.embeds import Colour
from bot.messages.result_message import headline, in_lines, is_part, settled, still_called, struck
from rules.campaign.decider.waiting import waits
from rules.campaign.life.pictures import SetPictures
from rules.campaign.questions.requests import Agree
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.line import line
from rules.notice import tell_all, tell_board, tell_section, tell_title
from tests.bot.harness import Harness, Message, choose, labels, text, until
from tests.bot.marne import decide_all, drawn
from tests.games import all_games
from tests.rules.games.gathering_storm.harness import USERS, Storm

SET_UP = {"total": 33, "hexes": "A05 B05 C06", "air": "2", "artillery": "3"}


async def at_war(here: Harness) -> None:
    """A solo campaign of Fields of Despair in turn 8, at the step that spends the economic points."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await choose(here.anna, here.marne, "enter setup-8", SET_UP)
    await here.anna.slash(here.marne, "turn next")


def public(here: Harness) -> list[Message]:
    """The messages that everybody reads."""
    return here.carla.messages(here.marne)


@pytest.mark.parametrize(("language", "names"), [("en", ["Take a seat", "Dice"]), ("fr", ["Prendre une place", "Dés"])])
async def test_what_stays_below_the_founding_is_in_the_campaigns_language(
    here: Harness, language: str, names: list[str]
) -> None:
    """Also once something was done."""
    await here.anna.slash(here.marne, "server settings", {"language": language})
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.anna.slash(here.marne, "draw event")
    (founding,) = (each for each in public(here) if names[1] in labels(each))
    assert labels(founding) == names


async def test_what_was_changed_twice_is_set_once_on_the_board(here: Harness) -> None:
    await at_war(here)
    for total in ("40", "41"):
        await choose(here.anna, here.marne, "enter adjust", {"what": "total", "value": total, "reason": "manpower"})
    told = text(public(here)[-1])
    assert "CP total: 33 → **40**" in told
    assert "CP total: 40 → **41**" in told
    assert "Track: 40" not in told
    assert "Track: 41" in told


async def test_equal_changes_of_two_entries_add_up(here: Harness) -> None:
    """Nobody has entered the points, so each hex tells how many more they are."""
    await drawn(here)
    await decide_all(here)
    await here.go_on(here.anna, "turn phase", {"to": "German combat"})
    for name in ("Soissons", "Fismes"):
        (offer,) = await here.bert.autocomplete(here.marne, "act", focused="offer", value="victory hex")
        await here.bert.slash(here.marne, "act", {"offer": offer["value"]})
        await here.bert.submit({"Who took it?": "Germans", "Which hex?": name, "Victory points of the hex": "2"})
    assert "Change the German victory points by +4 (Soissons +2, Fismes +2)." in text(public(here)[-1])


async def test_what_to_do_next_is_gone_once_it_is_done(here: Harness) -> None:
    await at_war(here)
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    await here.anna.slash(here.marne, "turn next")
    await here.anna.slash(here.marne, "turn phase", {"skip": "they wait"})
    await here.anna.press(here.private(here.anna)[-1], "Go on")
    await here.anna.slash(here.marne, "turn next")
    begun = public(here)[-1]
    assert "Move blocks (7.2)" in text(begun)
    await choose(here.anna, here.marne, "enter combat", {"attacks": "A05 3"})
    done = public(here)[-1]
    assert done["id"] == begun["id"]
    assert "Move blocks (7.2)" not in text(done)
    await choose(here.anna, here.marne, "enter combat", {"losses": 0})
    await here.anna.slash(here.marne, "turn next")
    await until(lambda: labels(public(here)[-2]) == ["Why?"])
    assert "Allied breakout" in text(public(here)[-1])


async def test_a_step_in_which_nothing_happened_leaves_no_message(here: Harness) -> None:
    await at_war(here)
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    await here.anna.slash(here.marne, "turn next")
    await here.anna.slash(here.marne, "turn phase", {"skip": "they wait"})
    await here.anna.press(here.private(here.anna)[-1], "Go on")
    before = len(public(here))
    for _ in range(2):
        await here.anna.slash(here.marne, "turn next")
    assert len(public(here)) == before + 1
    assert "Allied breakout" in public(here)[-1]["content"]


async def test_a_phase_in_which_nothing_can_be_played_is_told_too(here: Harness) -> None:
    """Whoever goes on reads where the game stands now, and the channel has the buttons of now."""
    await drawn(here)
    await decide_all(here)
    await here.bert.press(public(here)[-1], "Next: Offensives Declaration")
    begun = public(here)[-1]
    assert text(begun).startswith("**⏭️ Offensives Declaration begins** · Germans\n")
    assert labels(begun)[:3] == ["Next: Supply", "Next turn", "Germans: Declare an offensive"]
    await here.bert.press(begun, "Next: Supply")
    assert (public(here)[-1]["id"], shown(public(here)[-1])[1]) == (begun["id"], "⏭️ Supply begins")


async def test_a_message_names_no_seat_where_there_is_only_one(here: Harness) -> None:
    await at_war(here)
    assert " · " not in text(public(here)[-1]).splitlines()[0]


async def test_after_half_a_day_a_result_is_news_again(here: Harness) -> None:
    """Who looks for what is new looks at the bottom of the channel."""
    await at_war(here)
    before = len(public(here))
    here.server.clock.advance(timedelta(hours=13))
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    assert len(public(here)) == before + 1


def shown(message: Message) -> tuple[int, str]:
    """The colour and the title of a result."""
    (embed,) = message["embeds"]
    return embed["color"], message["content"].split("**")[1]


async def test_the_bar_has_the_colour_of_the_side_and_the_title_an_icon(here: Harness) -> None:
    colours = all_games()["marne-1918"].data.colours
    allies, germans = (int(colours[side][1:], 16) for side in ("Allies", "Germans"))
    hand = await drawn(here)
    assert hand["components"][0]["accent_color"] == Colour.SECRET
    assert shown(public(here)[-1]) == (allies, "🎴 Events drawn")
    await decide_all(here)
    await here.go_on(here.bert)
    assert shown(public(here)[-1]) == (germans, "⏭️ Turn 2: 30 May 1918")
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    assert shown(public(here)[-1]) == (Colour.ACTION, "🎲 Dice rolled"), "no move of the game"
    await choose(here.anna, here.marne, "campaign manage deadlines", {"answer": 3, "silence": 9})
    assert shown(public(here)[-1]) == (Colour.ACTION, "✋ Deadlines requested")
    await here.anna.slash(here.marne, "campaign ask", {"question": "Who is next?"})
    assert shown(public(here)[-1]) == (Colour.ACTION, "✋ Question")


async def test_what_the_bot_does_for_the_central_powers_has_their_colour(here: Harness) -> None:
    colours = all_games()["fields-of-despair"].data.colours
    await at_war(here)
    assert shown(public(here)[-1])[0] == int(colours["Allies"][1:], 16)
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    await here.anna.slash(here.marne, "turn next")
    await here.anna.press(public(here)[-1], "Begin the CP action phase: 3 hexes, CP hex in France")
    assert shown(public(here)[-1])[0] == int(colours["Central Powers"][1:], 16)


async def test_a_campaign_with_data_of_before_has_the_colour_of_the_bot(here: Harness) -> None:
    await here.found_high_card()
    assert all_games()["high-card"].data.colours == {}
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    assert shown(public(here)[-1])[0] == Colour.ACTION


def test_of_several_headlines_the_last_says_what_came_of_it() -> None:
    assert headline([tell_title("Attack"), tell_all("x"), tell_title("Roll the dice"), tell_all("y")]) == line(
        "Roll the dice"
    )
    assert headline([tell_all("x")]) is None


def test_what_was_asked_and_what_some_agreed_to_are_part_of_the_last_answer() -> None:
    play = Storm()
    play.all_agree = False
    play.do(USERS[GERMANY], SetPictures(on=False))
    for power in (ITALY, BRITAIN, FRANCE, RUSSIA):
        play.do(USERS[power], Agree(to=play.campaign.number(play.campaign.requests[0].seq)))
    asked, *some, last = play.log[-5:]
    answered = settled(play.log)
    assert [is_part(each, answered) for each in (asked, *some)] == [True] * 4
    assert not is_part(last, answered)
    assert not any(is_part(each, frozenset()) for each in play.log)


def test_of_what_was_undone_nothing_is_to_be_done_on_the_board() -> None:
    told = struck([tell_all("It rains."), tell_board("Place a cloud."), tell_section("Sky", "It is grey.")])
    assert [(str(each), each.section) for each in told] == [("~~It rains.~~", None), ("~~It is grey.~~", "Sky")]


async def test_below_the_end_and_below_the_status_of_what_ended_stands_the_report_alone(here: Harness) -> None:
    """And the founding offers no seat any more."""
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    assert sorted(labels(public(here)[0])) == ["Choose a scenario", "Dice", "Draw 3 events", "My hand", "Take a seat"]
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await until(lambda: labels(public(here)[0]) == ["Dice"])
    assert labels(public(here)[-1]) == ["Report"]
    await here.anna.slash(here.marne, "campaign status")
    assert labels(here.private(here.anna)[-1]) == ["Report"]
    await choose(here.anna, here.marne, "campaign manage reopen")
    assert labels(public(here)[-1]) == ["Draw 3 events", "Choose a scenario", "My hand"]


async def test_once_another_acts_the_founding_keeps_its_free_seats(here: Harness) -> None:
    """Until they are taken: a game for five is not full when one has joined."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Italy"})
    await until(lambda: labels(public(here)[0]) == ["Take a seat", "Dice"])
    (menu,) = (row["components"][0] for row in public(here)[0]["components"] if row["components"][0]["type"] == 3)
    assert [option["value"] for option in menu["options"]] == ["Britain", "France", "Russia"]


def test_a_text_that_is_too_long_ends_with_a_whole_line() -> None:
    assert in_lines("Head", None, "", "One\nTwo") == "Head\nOne\nTwo"
    assert in_lines(None, "") == ""
    call = "<@123456789012345678> (Germany), your answer is due"
    text = in_lines("Head", "\n".join([call] * 60))
    *lines, last = text.split("\n")
    assert len(text) <= 2000 < len(text) + len(call) + 1
    assert ({*lines[1:]}, last) == ({call}, "…")
    assert in_lines("x" * 1000, "x" * 999) == "x" * 1000 + "\n" + "x" * 999
    assert in_lines("x" * 1000, "x" * 1000) == "x" * 1000 + "\n…"
    assert in_lines("x" * 2000) == "x" * 2000
    assert in_lines("x" * 2001) == "x" * 1999 + "…"


async def test_what_is_still_awaited_stays_within_a_message(here: Harness) -> None:
    await drawn(here)
    for number in range(3):
        await here.anna.slash(here.marne, "campaign ask", {"question": f"Is hex {number} {'yours or ' * 7}ours?"})
    campaign = (await here.campaign()).campaign
    text = still_called("x" * 1700, campaign, waits(campaign))["content"]
    assert len(text) <= 2000
    assert text.count("is due") == 1
    assert text.endswith("\n…")
