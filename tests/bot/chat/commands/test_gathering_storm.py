"""Gathering Storm through Discord: dealing in secret, forms that ask what a kind asks, the ledger, entries."""

import random
from typing import Any

import pytest

from bot.messages.embeds import Colour, compose
from localdiscord import User
from localdiscord.users.labels import labelled_fields
from rules.errors import NotNow
from rules.games.gathering_storm import GatheringStorm
from rules.notice import Kind, Notice, Public, tell_seat
from rules.seat import Seat
from tests.bot.harness import Harness, choose, labels, text
from tests.faults.rounds import many
from tests.rules.games.gathering_storm.harness import Storm
from tests.rules.test_conformance import filled


async def found(here: Harness) -> dict[str, User]:
    """Five players; Anna is Germany and the referee. The seed deals Italy “Grain from the East”."""
    people = {"Germany": here.anna, "Italy": here.bert, "Britain": here.carla}
    people |= {"France": here.server.user("dora"), "Russia": here.server.user("emil")}
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    for seat, person in [*people.items()][1:]:
        await person.slash(here.marne, "campaign join", {"seat": seat})
    return people


async def drawn(here: Harness) -> dict[str, User]:
    people = await found(here)
    await here.anna.slash(here.marne, "draw event")
    return people


def newest(here: Harness, person: User) -> str:
    return text(here.newest(person))


async def test_who_has_left_a_power_reads_its_secret_totals_no_more(
    here: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await drawn(here)
    monkeypatch.setattr(GatheringStorm, "ledger", lambda *_: [tell_seat(Seat("Italy"), "A hidden total: 3")])
    italian = people["Italy"]
    for is_told in (True, False):
        await italian.slash(here.marne, "ledger")
        assert ("A hidden total" in text(here.newest(italian))) is is_told
        if is_told:
            await choose(italian, here.marne, "campaign manage leave", {"seat": "Italy"})


class TestForms:
    async def play_of(self, here: Harness, title: str, values: dict[str, Any], phases: int) -> str:
        people = await drawn(here)
        for _ in range(phases):
            await here.go_on(here.anna)
        person = people["Russia" if "bloc" in title else "France"]
        await person.slash(here.marne, "event play", {"marker": title})
        assert person.modal is not None
        await person.submit(values)
        return newest(here, here.carla)

    async def test_a_kind_that_chooses_a_country_asks_for_it(self, here: Harness) -> None:
        told = await self.play_of(here, "A hostile bloc comes apart", {"target": "Turkey"}, 9)
        assert "Diplomacy in Turkey: **+1** for Russia" in told

    async def test_a_ship_is_asked_for_and_shown_safely(self, here: Harness) -> None:
        title = "A ship by public subscription"
        told = await self.play_of(here, title, {"unit": "@everyone *Richelieu*"}, 3)
        assert "Unit: \\@everyone \\*Richelieu\\*" in told

    async def test_who_presses_done_is_asked_alone_for_the_event(self, here: Harness) -> None:
        """Nothing ends before that is answered, and nobody else sees a question."""
        people = await drawn(here)
        for _ in range(3):
            await here.go_on(here.anna)
        await here.anna.slash(here.marne, "turn next")
        asked, france = here.newest(here.carla), people["France"]
        await france.press(asked, next(each for each in labels(asked) if each.endswith("Done")))
        question = here.newest(france)
        assert "France has not played **A ship by public subscription**." in text(question)
        assert labels(question) == ["Play it", "Order it", "Let it go"]
        (request,) = (await here.campaign()).campaign.requests
        assert "France" in request.needed
        await france.press(question, "Play it")
        await france.submit({"unit": "Richelieu"})
        assert "Unit: Richelieu" in newest(here, here.carla)

    async def test_a_plan_that_leaves_an_event_is_asked_about_and_kept(self, here: Harness) -> None:
        """With all that was filled in; to plan it is what they do already."""
        france = (await drawn(here))["France"]
        await france.slash(here.marne, "act", {"offer": "Plan France's turn"})
        await france.submit({"event": "keep it", "counters": "Rumania 3"})
        question = here.newest(france)
        assert "France has not played **A ship by public subscription**." in text(question)
        assert labels(question) == ["Go on"]
        await france.press(question, "Go on")
        assert (await here.campaign()).campaign.state.plans["France"].counters == (("Rumania", 3),)

    async def test_who_does_something_unseen_finds_more_of_it_below(self, here: Harness) -> None:
        await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
        await here.anna.slash(here.marne, "draw event")
        await here.anna.slash(here.marne, "turn phase", {"to": "Research"})
        await here.be_sure(here.anna)
        more = "Assign Germany's research points"
        await here.anna.slash(here.marne, "hand")
        assert more not in str(here.newest(here.anna)), "of many things one is chosen first"
        await here.anna.slash(here.marne, "act", {"offer": more})
        await here.anna.submit({"project": "Axis rockets", "points": "1"})
        assert more in str(here.newest(here.anna))

    async def test_a_form_proposes_what_holds(self, here: Harness) -> None:
        await found(here)
        await here.anna.slash(here.marne, "enter", {"what": "Climate and balance"})
        await here.anna.submit({"climate": "2", "balance": "-1"})
        told = "Economic Climate: 0 → **2**.\nBalance of Power (positive: Axis ahead): 0 → **-1**."
        assert told in newest(here, here.carla)
        await here.anna.slash(here.marne, "enter", {"what": "Climate and balance"})
        assert "'value': '2'" in str(here.anna.modal)


class TestEntries:
    async def test_an_entry_out_of_range_changes_nothing(self, here: Harness) -> None:
        await found(here)
        before = (await here.campaign()).campaign.state
        await here.anna.slash(here.marne, "enter", {"what": "Climate and balance"})
        await here.anna.submit({"climate": "9", "balance": "0"})
        assert "“Economic Climate (-3 to 3)” must be at most 3 (you typed “9”)." in newest(here, here.anna)
        assert (await here.campaign()).campaign.state is before


class TestLimits:
    def test_nothing_is_cut_for_one_who_plays_all_five_powers(self) -> None:
        """Turns at random with everything written down: results, hands and ledgers fit Discord's embeds."""
        play, chance = Storm(empty_pile="shuffled_again"), random.Random(5)
        game = play.game
        for project in play.data.projects:
            play.set(
                research={**play.state.research, project.key: play.progress(project.key).replace(before=9, results=2)}
            )
        play.set(extra=dict.fromkeys(game.seats, 2), has_drawn=False)
        while play.state.turn <= many(4, 10):
            offers = [(user, offer) for user in range(1, 6) for offer in play.campaign.offers(user)]
            onwards = [each for each in offers if each[1].command.type in ("draw", "next_phase", "next_turn")]
            user, offer = chance.choice(onwards if onwards and chance.random() < 0.5 else offers)
            try:
                told = play.do(user, filled(offer))
            except NotNow:  # a plan that stands already
                continue
            fits([each for each in told if isinstance(each, Public)])
            fits([each for each in told if not isinstance(each, Public)])
            fits([each for seat in game.seats for each in game.hand(play.state, seat)])
            fits([*game.status(play.state)])
            fits([*game.ledger(play.state)])


def fits(notices: list[Notice]) -> None:
    embed = compose("Title", notices, Colour.ANSWER)
    assert len(embed) <= 6000
    assert len(embed.fields) <= 25
    apart = {notice.section or notice.kind for notice in notices if notice.kind not in (Kind.RESULT, Kind.TITLE)}
    assert len(apart) == len({(field.name or "").removesuffix(" (more)") for field in embed.fields})
    whole = "".join(each for each in (embed.description, *(field.value for field in embed.fields)) if each)
    assert "…" not in whole, whole


class TestResearchSheet:
    async def test_the_sheet_survives_restart_and_undo(self, here: Harness) -> None:
        people = await drawn(here)
        russia = people["Russia"]
        await russia.slash(here.marne, "act", {"offer": "Record Russia's research"})
        await russia.submit({"project": "Russian atomic research", "steps": "5"})
        await here.restart()
        await russia.slash(here.marne, "hand")
        assert "Russian atomic research: level 2, 5 steps." in newest(here, russia)
        await self.change(here, russia, proposed="5", steps="7")
        assert "Russian atomic research: level 3, 7 steps." in newest(here, russia)
        await russia.slash(here.marne, "campaign undo")
        await russia.slash(here.marne, "hand")
        assert "Russian atomic research: level 2, 5 steps." in newest(here, russia)
        await self.change(here, russia, proposed="5", steps="6")
        for seat, person in people.items():
            await person.slash(here.marne, "hand")
            everything = "\n".join(map(text, person.messages(here.marne)))
            assert ("Russian atomic research: " in everything) is (seat == "Russia")

    async def change(self, here: Harness, person: User, proposed: str, steps: str) -> None:
        """Choose the project in the hand, and correct the form that proposes what stands."""
        hand = here.newest(person)
        if "Record" not in labels(hand):
            await person.select(hand, "More about…", ["Russian atomic research"])
            hand = here.newest(person)
        await person.press(hand, "Record")
        assert person.modal is not None
        fields = {field["custom_id"]: field for _, field in labelled_fields(person.modal.body["components"])}
        assert fields["steps"]["value"] == proposed
        await person.submit({"steps": steps})
        assert "Record" in labels(here.newest(person)), "who does something unseen often does more of it"


async def test_the_form_of_a_turn_takes_the_highest_numbers(here: Harness) -> None:
    italian = (await drawn(here))["Italy"]
    await italian.slash(here.marne, "act", {"offer": "Plan Italy's turn"})
    research, counters = "Research: each project and its points", "Counters: each country and its value"
    await italian.submit({research: "Axis jets 20", counters: "Albania 9"})
    plan = (await here.campaign()).campaign.state.plans[Seat("Italy")]
    assert (plan.research, plan.counters) == ((("Axis jets", 20),), (("Albania", 9),))
