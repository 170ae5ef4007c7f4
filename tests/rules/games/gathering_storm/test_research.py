"""RESEARCH: doubling, atomic permission, national research, and the record of each side."""

from typing import Any

import pytest

from rules.games.gathering_storm.effects.base import Account, EffectContext
from rules.games.gathering_storm.effects.research import Doubled, Doubling
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.seat import SideSeat
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm

GER, ITA, BRI, FRA, RUS = (USERS[power] for power in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA))


def with_maximum(play: Storm, key: str, maximum: int, before: int) -> None:
    play.set(research={**play.state.research, key: play.progress(key).replace(maximum=maximum, before=before)})


class TestDoubling:
    @pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 7), (9, 12)])
    def test_research_doubling(self, before: int, after: int) -> None:
        """General, RESEARCH, Doubling: up to three points of earlier turns, for each side."""
        play = Storm().research(axis_air_range=before, allied_air_range=1)
        told = play.turn_up("better-aviation-fuel")
        assert play.progress("Axis air range").steps == after
        assert play.progress("Allied air range").steps == 2
        assert play.progress("Russian air range").steps == 0
        said = f"+{after - before} from doubling" if before else "nothing is recorded that could be doubled"
        assert f"Axis air range: {said}" in secret(told, ITALY)
        assert "from doubling" not in public(told)
        assert "Doubled in air range: Axis, Allies, Russia." in public(told)
        assert "Axis" not in secret(told, BRITAIN)

    def test_points_of_this_turn_are_not_doubled(self) -> None:
        play = Storm()
        play.set(research={"Axis air range": play.progress("Axis air range").replace(before=1, now=2)})
        play.turn_up("better-aviation-fuel")
        assert play.progress("Axis air range").steps == 4

    def test_it_does_not_go_past_the_maximum_and_leaves_a_surplus(self) -> None:
        play = Storm()
        with_maximum(play, "Axis air range", 10, 9)
        play.turn_up("better-aviation-fuel")
        now = play.progress("Axis air range")
        assert (now.steps, now.surplus) == (10, 2)

    def test_a_project_past_a_later_entered_last_step_loses_nothing(self) -> None:
        play = Storm()
        with_maximum(play, "Axis air range", 6, 9)
        play.turn_up("better-aviation-fuel")
        now = play.progress("Axis air range")
        assert (now.steps, now.surplus) == (9, 3)

    def test_a_second_doubling_comes_on_top_of_the_first(self) -> None:
        play = Storm()
        with_maximum(play, "Axis air range", 10, 8)
        play.set(research={"Axis air range": play.progress("Axis air range").replace(surplus=2, doubled=1, gifts=1)})
        play.turn_up("better-aviation-fuel")
        now = play.progress("Axis air range")
        assert (now.steps, now.surplus, now.doubled, now.gifts) == (10, 3, 3, 3)

    @pytest.mark.parametrize(
        ("before", "after", "surplus"), [(2, 4, 0), (3, 6, 0), (10, 12, 1), (11, 12, 2), (12, 12, 3)]
    )
    def test_battleship_design_is_doubled_to_the_twelfth_step(self, before: int, after: int, surplus: int) -> None:
        play = Storm().research(italian_battleship_design=before, british_battleship_design=1)
        told = play.turn_up("light-alloys")
        now = play.progress("Italian battleship design")
        assert (now.steps, now.surplus) == (after, surplus)
        more = f" {surplus} more did not fit and can go to other projects." if surplus else ""
        said = f"Italian battleship design: +{after - before} from doubling.{more}"
        if after == before:
            said = f"Italian battleship design: {surplus} doubled points do not fit and can go to other projects."
        assert [each for each in secret(told, ITALY).splitlines() if "battleship" in each] == [said]
        assert play.progress("British battleship design").steps == 2
        assert play.progress("German battleship design").steps == 0
        assert secret(told, GERMANY).count("battleship") == 1
        assert "**up to three" in public(told)

    @pytest.mark.parametrize("card", ["light-alloys", "better-aviation-fuel"])
    def test_everybody_reads_the_same_whatever_a_side_has_recorded(self, card: str) -> None:
        empty, full = Storm(), Storm()
        full.research(german_battleship_design=12, italian_battleship_design=3, axis_air_range=2)
        assert public(empty.turn_up(card)) == public(full.turn_up(card))

    def test_ruling_battleship_doubling(self) -> None:
        """The card prints three, the explanation all."""
        play = Storm(battleship_doubling="all")
        play.research(german_battleship_design=5, axis_air_range=5, russian_air_range=5)
        assert "battleship_doubling" in public(play.turn_up("light-alloys"))
        assert play.progress("German battleship design").steps == 10
        assert "battleship_doubling" not in public(play.turn_up("better-aviation-fuel"))
        assert [play.progress(f"{side} air range").steps for side in ("Axis", "Russian")] == [8, 8]

    @pytest.mark.parametrize("name", ["jets", "air range", "rockets", "radar", "economic preparation"])
    def test_every_project_that_the_aid_names_can_be_doubled(self, name: str) -> None:
        """L60: for the Axis, the Allies and Russia."""
        data = Storm().data
        assert {each.owner for each in data.projects if each.name == name} == {"Axis", "Allies", "Russia"}
        assert [*Doubling(kind="research doubling", project="tanks").problems(data, None)]

    def test_ruling_rockets_and_radar(self) -> None:
        """L60: by the other answer nobody doubles or assigns to what the sheet may not print."""
        for answer, owners in (("yes", {"Axis", "Allies", "Russia"}), ("no", {"Axis", "Russia"})):
            data = Storm(rockets_and_radar=answer).data
            context = EffectContext(data, Storm().state)
            doubled = Doubling(kind="research doubling", project="rockets").lasting(context)
            assert {data.by_key[event.project].owner for event in doubled if isinstance(event, Doubled)} == owners
            assert ("Russian radar" in [each.key for each in data.projects_of[RUSSIA]]) == (answer == "yes")


def moving(play: Storm, power: SideSeat) -> list[str]:
    """The projects to which a power's button moves surplus."""
    offers = [each for each in play.campaign.offers(USERS[power]) if each.command.type == "reassign"]
    return [str(choice.value) for each in offers for choice in each.of("project")]


class TestSurplus:
    def play(self, **rulings: str) -> Storm:
        play = Storm(**rulings)
        with_maximum(play, "Axis air range", 8, 8)
        play.turn_up("better-aviation-fuel")
        assert play.progress("Axis air range").surplus == 3
        return play

    def test_it_goes_to_projects_of_the_category_until_used_up(self) -> None:
        play = self.play()
        told = play.do(ITA, "reassign", power="Italy", source="Axis air range", project="Axis air transport", points=2)
        assert public(told) == ""
        assert (play.progress("Axis air transport").steps, play.progress("Axis air range").surplus) == (2, 1)
        hand = [str(each) for each in play.game.hand(play.state, GERMANY)]
        assert "Axis air transport: level 1, 2 steps, 2 assigned this turn." in hand
        play.refused("has a surplus of only 1", GER, "reassign", power="Germany", source="Axis air range",
                     project="Axis jets", points=2)  # fmt: skip

    def test_it_stays_in_its_category_and_on_its_side(self) -> None:
        play = self.play()
        ask: dict[str, Any] = {"power": "Germany", "source": "Axis air range", "points": 1}
        play.refused("can go only to another air project", GER, "reassign", project="Axis torpedoes", **ask)
        play.refused("belongs to another side", GER, "reassign", project="Allied jets", **ask)
        play.refused("Choose another project", GER, "reassign", project="Axis air range", **ask)
        play.refused("no such research project", GER, "reassign", project="Axis zeppelins", **ask)

    def test_ruling_radar_category(self) -> None:
        ask: dict[str, Any] = {"power": "Germany", "source": "Axis air range", "project": "Axis radar"}
        self.play().do(GER, "reassign", **ask)
        self.play(radar_category="naval").refused("another air project", GER, "reassign", **ask)

    def test_ruling_jets_category(self) -> None:
        ask: dict[str, Any] = {"power": "Germany", "source": "Axis air range", "project": "Axis jets"}
        self.play().do(GER, "reassign", **ask)
        self.play(jets_category="military").refused("another air project", GER, "reassign", **ask)

    def test_ruling_atomic_surplus(self) -> None:
        """15.24: also into atomic research before it is permitted; by the other ruling only once it is."""
        ask: dict[str, Any] = {"power": "Germany", "source": "Axis air range", "project": "Axis atomic research"}
        play = self.play()
        told = play.do(GER, "reassign", **ask)
        assert play.progress("Axis atomic research").steps == 1
        assert "Ruling: Can the surplus of a doubling" in secret(told, GERMANY)
        play = self.play(atomic_surplus="no")
        play.refused("until it is permitted", GER, "reassign", **ask)
        play.world(is_atomic_permitted=True)
        play.do(GER, "reassign", **ask)

    def test_battleship_points_do_not_go_to_an_allys_own_project(self) -> None:
        play = Storm().research(british_battleship_design=12)
        play.turn_up("light-alloys")
        ask: dict[str, Any] = {"power": "Britain", "source": "British battleship design"}
        play.refused("belongs to another side", BRI, "reassign", project="French battleship design", **ask)
        play.do(BRI, "reassign", project="Allied light ships", **ask)
        assert play.progress("Allied light ships").steps == 1

    def test_all_of_it_can_be_moved_as_far_as_there_is_room(self) -> None:
        play = self.play()
        with_maximum(play, "Axis air transport", 6, 4)
        ask: dict[str, Any] = {"power": "Germany", "source": "Axis air range"}
        play.refused("Axis air transport has room for only 2 more", GER, "reassign", project="Axis air transport",
                     points=3, **ask)  # fmt: skip
        play.at("Research")
        assert moving(play, GERMANY) == ["Axis air transport", "Axis jets", "Axis radar", "Axis atomic research"]
        play.do(GER, "reassign", project="Axis air transport", points=2, **ask)
        assert moving(play, ITALY) == ["Axis jets", "Axis radar", "Axis atomic research"]
        play.do(ITA, "reassign", power="Italy", source="Axis air range", project="Axis jets", points=1)
        assert (play.progress("Axis air range").surplus, play.progress("Axis jets").now) == (0, 1)
        assert moving(play, GERMANY) == []
        play.refused("has a surplus of only 0", GER, "reassign", project="Axis jets", points=1, **ask)

    def test_it_is_offered_until_it_lapses_and_where_rulings_allow(self) -> None:
        play = self.play(atomic_surplus="no", jets_category="military")
        for phase in ("Random events", "Research"):
            play.at(phase)
            assert moving(play, GERMANY) == ["Axis air transport", "Axis radar"]
        (form,) = [each for each in play.campaign.offers(GER) if each.command.type == "reassign"]
        assert form.inputs == ("project", "points")
        pressed = play.copy()
        pressed.do(GER, form.command)
        moved = [pressed.progress(f"Axis {name}") for name in ("air range", "air transport")]
        assert [(each.surplus, each.now) for each in moved] == [(2, 0), (0, 1)]
        play.at("Construction")
        assert moving(play, GERMANY) == []

    @pytest.mark.parametrize(("source", "project"), [("jets", "air range"), ("air range", "jets")])
    def test_the_ruling_on_the_category_of_either_project_is_told(self, source: str, project: str) -> None:
        play = Storm()
        key = f"Axis {source}"
        play.set(research={key: play.progress(key).replace(surplus=1)})
        told = play.do(GER, "reassign", power="Germany", source=key, project=f"Axis {project}")
        assert secret(told, GERMANY).count("Ruling: ") == 1
        assert f"Ruling: {play.data.rulings.jets_category.question}" in secret(told, GERMANY)

    def test_it_lapses_with_the_research_phase(self) -> None:
        play = self.play()
        play.at("Construction")
        play.refused("expired", GER, "reassign", power="Germany", source="Axis air range", project="Axis jets")
        play.end_turn()
        assert play.progress("Axis air range").surplus == 0


class TestAtomic:
    def test_atomic_research(self) -> None:
        """General, RESEARCH, Atomic: permitted from now on; what a surplus put there before is doubled."""
        play = Storm().at("Research")
        ask: dict[str, Any] = {"power": "Germany", "project": "Axis atomic research", "points": 1}
        play.refused("not permitted until an event", GER, "assign", **ask)
        play.at("Random events").research(axis_atomic_research=2)
        play.turn_up("fission-understood")
        assert play.progress("Axis atomic research").steps == 4
        play.at("Research")
        play.do(GER, "assign", **ask)
        play.end_turn()
        assert play.state.world.is_atomic_permitted
        assert play.progress("Axis atomic research").before == 5


class TestNational:
    def test_research_advance(self) -> None:
        """National, RESEARCH, Basic: a level is two steps, at once when it is carried out before assignment."""
        play = Storm().at("Research").deal("torpedo-drawings")
        told = play.play("torpedo-drawings", when="before")
        assert play.progress("Axis torpedoes").steps == 2
        assert "The event advanced Axis torpedoes 2 steps." in public(told)

    def test_after_assignment_it_waits_until_the_research_phase_ends(self) -> None:
        play = Storm().at("Research").deal("torpedo-drawings")
        assert "once research points have been assigned" in public(play.play("torpedo-drawings", when="after"))
        assert play.progress("Axis torpedoes").steps == 0
        play.do(GER, "assign", power="Germany", project="Axis torpedoes", points=1)
        told = public(play.do(1, "next_turn"))
        assert "takes effect." in told
        assert play.progress("Axis torpedoes").steps == 3

    def test_once_points_are_assigned_it_is_carried_out_after(self) -> None:
        play = Storm().at("Research").deal("torpedo-drawings")
        whens = []
        for _ in range(2):
            (form,) = (each for each in play.campaign.offers(GER) if each.command.type == "play")
            whens.append([str(choice.value) for choice in form.of("when")])
            play.do(ITA, "assign", power="Italy", project="Axis jets", points=1)
        assert whens == [["before", "after"], ["after"]]
        play.refused("choose “after”", GER, "play", marker="torpedo-drawings", when="before")
        play.refused("“When”: choose after", GER, "play", marker="torpedo-drawings", when="now")
        play.play("torpedo-drawings", when="after")

    def test_each_side_has_begun_to_assign_once_it_did(self) -> None:
        play = Storm().at("Research").deal("torpedo-drawings")
        keys = []
        for power, project in ((ITALY, "Axis jets"), (BRITAIN, "Allied jets"), (ITALY, "Axis radar")):
            keys.append({each.key for each in play.campaign.offers(GER) if each.command.type == "assign"})
            play.do(USERS[power], "assign", power=power, project=project, points=1)
            play.refused("choose “after”", GER, "play", marker="torpedo-drawings", when="before")
        assert keys[0].isdisjoint(keys[1])
        assert keys[1] == keys[2], "what another side does leaves it as it is"

    def test_flexible_research(self) -> None:
        """National, RESEARCH, Flexible: one of the side's intelligence projects, as its player chooses."""
        play = Storm().at("Research").deal("italian-agents")
        play.refused("“Research project”: choose Axis espionage, ", ITA, "play", marker="italian-agents",
                     project="Axis air range", when="before")  # fmt: skip
        play.play("italian-agents", project="Axis subversion", when="before")
        assert play.progress("Axis subversion").steps == 2

    def test_double_research(self) -> None:
        """National, RESEARCH, Double: two different projects, a step each."""
        play = Storm().at("Research").deal("second-bureau")
        ask: dict[str, Any] = {"marker": "second-bureau", "project": "Allied espionage", "when": "before"}
        play.refused("different project from the first", FRA, "play", second="Allied espionage", **ask)
        play.refused("“Second research project”", FRA, "play", second="Axis espionage", **ask)
        play.do(FRA, "play", second="Allied subversion", **ask)
        assert [play.progress(f"Allied {name}").steps for name in ("espionage", "subversion", "covert operations")] == [
            1,
            1,
            0,
        ]

    def test_espionage(self) -> None:
        """National, RESEARCH, Espionage effect: a point more in one intelligence project, after assignment too."""
        play = Storm().at("Research").deal("reader-of-axis-mail")
        play.do(BRI, "assign", power="Britain", project="Allied espionage", points=2)
        play.refused("“Research project”: choose Allied espionage, ", BRI, "play", marker="reader-of-axis-mail",
                     project="Allied jets")  # fmt: skip
        told = public(play.play("reader-of-axis-mail", project="Allied espionage"))
        assert play.progress("Allied espionage").now == 3
        assert "One intelligence project of the Allies gets an extra point at no cost." in told
        assert "as a spy ring in Axis intelligence, or as a second one if there is one already" in told

    @pytest.mark.parametrize(
        ("owner", "against", "power", "found"),
        [
            ("Allies", "Axis", BRITAIN, []),
            ("Allies", "Allies", BRITAIN, [("against", "Allies is no other side")]),
            ("France", "Allies", FRANCE, [("against", "Allies is no other side")]),
            ("Allies", "Atlantis", None, [("against", "Atlantis is no other side")]),
            ("Axis", "Russia", BRITAIN, [("owner", "Axis is not Britain or its alliance")]),
        ],
    )
    def test_espionage_is_of_ones_own_side_against_another(
        self, owner: str, against: str, power: SideSeat | None, found: list[tuple[str, str]]
    ) -> None:
        from rules.games.gathering_storm.effects.research import Espionage

        effect = Espionage(kind="espionage", owner=owner, category="intelligence", against=against)
        assert [(place, str(said)) for place, said in effect.problems(Storm().data, power)] == found

    def test_research_counter(self) -> None:
        """National, RESEARCH, Additional expenditure: one more activity counter, purge or not."""
        play = Storm().world(is_purged=True).at("Research").deal("academy-mobilized")
        told = public(play.play("academy-mobilized"))
        assert play.given(Account.RESEARCH_COUNTERS, RUSSIA) == 1
        assert "No purge forbids Russia's extra research counter." in told
        assert "Where factories allow two, it can be a third." in told


class TestRecords:
    def test_research_is_told_to_its_power_alone(self) -> None:
        play = Storm().at("Research")
        told = play.do(GER, "assign", power="Germany", project="Axis rockets", points=3)
        assert public(told) == ""
        assert "Axis rockets: +3 this turn" in secret(told, GERMANY)

    def test_a_printed_last_step_stands(self) -> None:
        """RESEARCH, Doubling: battleship design does not go past its twelfth step."""
        play = Storm()
        key = "German battleship design"
        for maximum in (11, 13):
            play.refused("printed maximum of 12 steps", GER, "record", power="Germany", project=key, maximum=maximum)
        play.do(GER, "record", power="Germany", project=key, steps=11, maximum=12)
        assert play.progress(key).maximum == 12

    def test_the_steps_of_this_turn_are_before_the_last_step_too(self) -> None:
        play = Storm().at("Research")
        jets: dict[str, Any] = {"power": "Germany", "project": "Axis jets"}
        play.do(GER, "record", **jets, steps=1)
        play.do(GER, "assign", **jets, points=2)
        play.do(GER, "enter_sheet_line", project="Axis jets", results="1", maximum=5)
        play.refused("cannot go past step 5", GER, "record", **jets, steps=4)
        play.do(GER, "record", **jets, steps=3)
        play.refused("cannot go past step 4", GER, "record", **jets, maximum=4)
        play.do(GER, "record", **jets, steps=2, maximum=4)
        assert (play.progress("Axis jets").steps, play.progress("Axis jets").maximum) == (4, 4)

    def test_a_nought_is_recorded_and_is_not_the_same_as_empty(self) -> None:
        play = Storm()
        jets: dict[str, Any] = {"power": "Germany", "project": "Axis jets"}
        play.do(GER, "record", **jets, steps=3, results=2)
        play.do(GER, "record", **jets, steps=0)
        assert (play.progress("Axis jets").before, play.progress("Axis jets").results) == (0, 2)
        play.do(GER, "record", **jets, results=0, maximum=9)
        now = play.progress("Axis jets")
        assert (now.before, now.results, now.maximum) == (0, 0, 9)

    def test_an_allys_record_makes_only_forms_of_that_sheet_stale(self) -> None:
        def forms(user: int) -> set[str]:
            return {each.key for each in play.campaign.offers(user) if each.command.type == "record"}

        play = Storm()
        before = {user: forms(user) for user in USERS.values()}
        for steps in range(3):
            play.do(GER, "record", power="Germany", project="Axis jets", steps=steps)
            assert {user for user, keys in before.items() if keys.isdisjoint(forms(user))} == {GER, ITA}
            before |= {user: before[user] | forms(user) for user in (GER, ITA)}

    def test_a_form_proposes_the_record_and_the_printed_results(self) -> None:
        play = Storm()
        play.do(GER, "enter_sheet_line", project="Axis jets", results="3, 6")
        play.do(GER, "record", power="Germany", project="Axis jets", steps=2, maximum=9)
        play.at("Research")
        play.do(GER, "assign", power="Germany", project="Axis jets", points=1)
        (form,) = (each.command for each in play.campaign.offers(ITA) if each.subject == "Axis jets")
        proposed = form.model_dump(include={"steps", "results", "maximum", "revealed"})
        assert proposed == {"steps": 2, "results": 1, "maximum": 9, "revealed": False}
        told = play.do(ITA, form)
        assert secret(told, ITALY) == "Recorded for Axis jets: 2 from earlier turns, 1 from this turn, results 1."
        assert (public(told), secret(told, GERMANY)) == ("", "")
        now = play.progress("Axis jets")
        assert (now.before, now.now, now.results) == (2, 1, 1)
        play.do(ITA, "record", power="Italy", project="Axis jets", steps=6)
        (form,) = (each.command for each in play.campaign.offers(ITA) if each.subject == "Axis jets")
        assert form.model_dump()["results"] == 2, "one more than is recorded"

    def test_bad_input(self) -> None:
        play = Storm()
        play.refused("assigned only in the phase", GER, "assign", power="Germany", project="Axis rockets")
        play.at("Research")
        play.refused("belongs to another side", GER, "assign", power="Germany", project="Russian armor")
        play.refused("research of your own side", GER, "assign", power="France", project="Allied jets")
        play.refused("no such research project", GER, "assign", power="Germany", project="Axis lasers")
        play.refused("cannot go past step 12", GER, "record", power="Germany",
                     project="German battleship design", steps=13)  # fmt: skip
        play.refused("no result to reveal", GER, "record", power="Germany", project="Axis rockets", revealed="true")
        play.research(german_battleship_design=11)
        play.refused("has room for only 1 more", GER, "assign", power="Germany",
                     project="German battleship design", points=2)  # fmt: skip
        play.refused("“Points” must be at least", GER, "assign", power="Germany", project="Axis jets", points=0)

    def test_no_points_are_assigned_past_the_printed_last_step(self) -> None:
        play = Storm()
        jets: dict[str, Any] = {"power": "Germany", "project": "Axis jets"}
        play.do(GER, "enter_sheet_line", project="jets", results="3", maximum=5)
        play.do(GER, "record", **jets, steps=4)
        play.at("Research")
        play.refused("has room for only 1 more", GER, "assign", **jets, points=2)
        play.do(GER, "assign", **jets, points=1)
        (form,) = [each for each in play.campaign.offers(GER) if each.command.type == "assign"]
        assert "Axis jets" not in form.chosen_from["project"]

    def test_a_cleared_project_is_recorded_like_a_new_one(self) -> None:
        play = Storm()
        for steps in (3, 0):
            play.do(GER, "record", power="Germany", project="Axis jets", steps=steps)
            (form,) = [each for each in play.campaign.offers(GER) if str(each.label) == "Record Germany's research"]
            assert ("Axis jets" in form.chosen_from["project"]) == (steps == 0)


def choices(play: Storm, type: str) -> tuple[str, ...]:
    """The projects that a form of Germany's can choose among."""
    (offer,) = (each for each in play.campaign.offers(GER) if each.command.type == type)
    return tuple(str(each.value) for each in offer.of("project"))


def test_each_project_takes_the_points_for_which_it_has_room() -> None:
    """Two projects can have all the points for which they have room; what was done in this turn is not proposed."""
    play = Storm()
    for key in ("Axis rockets", "German armor"):
        with_maximum(play, key, maximum=2, before=0)
    play.at("Research")
    assert "Axis rockets" in choices(play, "assign")
    play.do(GER, "assign", power="Germany", project="Axis rockets", points=1, others="German armor 2")
    assert (play.progress("Axis rockets").now, play.progress("German armor").now) == (1, 2)
    (offer,) = (each for each in play.campaign.offers(GER) if each.command.type == "assign")
    assert offer.command.model_dump(include={"project", "others"}) == {"project": "Axis air range", "others": ""}
    assert "German armor" not in choices(play, "assign"), "there is no room"


def test_atomic_research_is_offered_once_it_is_permitted() -> None:
    play = Storm().at("Research")
    for is_permitted in (False, True):
        play.world(is_atomic_permitted=is_permitted)
        assert ("Axis atomic research" in choices(play, "assign")) is is_permitted


def test_a_result_that_all_have_seen_is_not_revealed_again() -> None:
    play = Storm()
    for results, told in ((1, "A research result in Axis rockets is revealed."), (2, "")):
        given = {"type": "record", "power": "Germany", "project": "Axis rockets", "results": results, "revealed": True}
        assert public(play.do(GER, given)) == told


def test_a_surplus_moves_to_another_project() -> None:
    play = Storm().at("Research")
    play.set(research={"Axis rockets": play.progress("Axis rockets").replace(before=3, surplus=2)})
    assert "Axis rockets" not in choices(play, "reassign")
    assert "German armor" in choices(play, "reassign")


def test_the_sheet_says_what_each_step_came_from() -> None:
    """A record of fewer steps takes gifts along."""
    play = Storm()
    key = "Axis rockets"
    play.set(research={key: play.progress(key).replace(before=3, gifts=2, now=3, advanced=1)})

    for given in (2, 1):
        (row,) = (str(each) for each in play.game.hand(play.state, GERMANY) if key in str(each))
        assert row.endswith(f" 2 assigned this turn, 1 from an event this turn, {given} from events of earlier turns.")
        play.do(GER, "record", power="Germany", project=key, steps=1)
