"""SUPPORT, fixed and conditional; worked example W12."""

import pytest

from rules.games.gathering_storm.effects.base import Account, EffectContext
from rules.games.gathering_storm.effects.support import (
    SupportByBalance,
    SupportByProgress,
    SupportByResults,
    SupportByTrade,
)
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import Aggression
from rules.seat import SideSeat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

MILITARY = ("German armor", "Axis rockets", "Axis specialized units", "German West Wall", "Axis economic preparation")
NAVAL = ("French battleship design", "Allied ASW research", "Allied light ships")


def pacts(*countries: str, owner: str = "Germany") -> frozenset[tuple[str, str]]:
    return frozenset((owner, country) for country in countries)


class TestFixed:
    def test_general_support_basic(self) -> None:
        """General, SUPPORT, Basic: a power's level is lower for the turn."""
        play = Storm()
        play.turn_up("mutiny-in-libya")
        assert (play.support(ITALY), play.support(GERMANY)) == (-1, 0)

    def test_general_support_compound(self) -> None:
        """General, SUPPORT, Compound: two powers at once."""
        play = Storm()
        play.turn_up("duce-in-berlin")
        assert (play.support(ITALY), play.support(GERMANY), play.support(FRANCE)) == (1, 1, 0)

    def test_general_support_ancillary(self) -> None:
        """General, SUPPORT, Ancillary: with diplomacy in Austria and the EAI, each to the account it names."""
        play = Storm()
        told = public(play.turn_up("vienna-demands"))
        assert (play.support(GERMANY), play.eai, play.diplomacy("Austria")) == (1, 1, {GERMANY: 2})
        assert "Germany's support: **+1**" in told
        assert "EAI: 0 → **+1**" in told

    def test_national_support_basic(self) -> None:
        """National, SUPPORT, Basic: lower for the rest of the turn, and only for it."""
        play = Storm()
        play.do(1, "enter_power", power="Britain", support=4)
        play.deal("pacifist-elected", shown=True)
        play.play("pacifist-elected")
        assert play.total(BRITAIN, Account.SUPPORT) == 3
        play.end_turn()
        assert play.total(BRITAIN, Account.SUPPORT) == 4

    def test_national_support_ancillary(self) -> None:
        """National, SUPPORT, Ancillary: with an effect on the EAI."""
        play = Storm().deal("model-for-brazil", shown=True)
        play.play("model-for-brazil")
        assert (play.support(ITALY), play.eai) == (1, 1)


class TestW12:
    """The worked example of conditional support."""

    @pytest.mark.parametrize(("results", "net"), [(0, -3), (2, -1), (3, 0), (6, 3), (8, 3)])
    def test_larger_army(self, results: int, net: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Base -3, at most +3 net: the cap is on the result, not on the offset."""
        monkeypatch.setattr(SupportByResults, "results", lambda *_: results)
        (effect,) = Storm().data.card("larger-army").features
        assert Storm().now(effect) == net

    @pytest.mark.parametrize(("results", "net"), [(0, -1), (1, 0), (2, 1), (5, 1)])
    def test_bomber_prophets(self, results: int, net: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Base -1, at most +1 net: an offset held to +1 could never raise the level."""
        monkeypatch.setattr(SupportByResults, "results", lambda *_: results)
        (effect,) = Storm().data.card("bomber-prophets").features
        assert Storm().now(effect) == net

    @pytest.mark.parametrize(
        ("countries", "net"),
        [((), 0), (("Rumania",), 1), (("Poland",), 2), (("Rumania", "Russia"), 3), (("Poland", "Russia"), 3)],
    )
    def test_grain_from_the_east(self, countries: tuple[str, ...], net: int) -> None:
        (effect,) = Storm().data.card("grain-from-the-east").features
        assert Storm().now(effect, pacts=pacts(*countries)) == net

    @pytest.mark.parametrize(("index", "net"), [(-5, -3), (-1, -1), (0, 0), (2, 2), (4, 3)])
    def test_eai(self, index: int, net: int) -> None:
        play = Storm()
        (effect,) = play.data.card("talk-of-empire").features
        (change,) = effect.changes(EffectContext(play.data, play.state, eai=index))
        assert change.amount == net

    @pytest.mark.parametrize(("climate", "net"), [(-3, 3), (0, 0), (2, -2)])
    def test_climate(self, climate: int, net: int) -> None:
        (effect,) = Storm().data.card("tariffs-in-parliament").features
        assert Storm().now(effect, climate=climate) == net

    @pytest.mark.parametrize(
        ("balance", "power", "net"),
        [
            (4, GERMANY, 3), (4, FRANCE, -3), (-2, GERMANY, -2), (-2, FRANCE, 2), (4, ITALY, 3), (-1, ITALY, -1),
            (1, BRITAIN, -1),
        ],
    )  # fmt: skip
    def test_balance(self, balance: int, power: str, net: int) -> None:
        effect = SupportByBalance(kind="support by Balance of Power", power=power, cap=3)
        assert Storm().now(effect, balance=balance) == net

    def test_live(self) -> None:
        """The EAI drops from 2 to 1 later in the turn, and the support with it; the channel reads it."""
        play = Storm().set(turn=5)
        for target in ("Austria", "Poland"):
            play.do(1, "enter_aggression", power="Germany", target=target, value=0)
        play.set(turn=6).deal("talk-of-empire")
        play.play("talk-of-empire")
        assert (play.eai, play.support(ITALY)) == (2, 2)
        told = public(play.do(1, "enter_world", climate=3, balance=0))
        assert (play.eai, play.support(ITALY)) == (1, 1)
        assert "Italy's support: +2 → **+1** from Rome talks of empire" in told
        assert "EAI: +2 → **+1**" in told


class TestByResults:
    """Conditional (research results)."""

    def test_national_support_by_research_results(self) -> None:
        """Each project of the category counts once it has a result, the power's own and the joint ones."""
        play = Storm().put("larger-army")
        levels = []
        for count in range(len(MILITARY) + 1):
            play.results(*MILITARY[:count])
            levels.append(play.support(GERMANY))
        assert levels == [-3, -2, -1, 0, 1, 2]

    def test_joint_results_count_for_both_and_an_allys_own_for_none(self) -> None:
        play = Storm().put("bomber-prophets").put("larger-army")
        play.results("Axis air range", "Axis rockets", "Allied air range")
        assert (play.support(ITALY), play.support(GERMANY)) == (0, -2)
        effect = SupportByResults(kind="support by research results", power=ITALY, base=0, cap=9, category="military")
        play.results(*MILITARY)
        assert play.now(effect) == 3

    @pytest.mark.parametrize("before", [(), ("Axis air range",)])
    def test_a_ruling_that_puts_a_project_into_the_category_is_cited(self, before: tuple[str, ...]) -> None:
        play = Storm(jets_radar_results="count_in_their_category").put("bomber-prophets").results(*before)
        ask = {"type": "record", "power": "Italy", "project": "Axis jets", "results": 1}
        assert "**air" in public(play.do(USERS[ITALY], ask))
        play = Storm(jets_category="military", jets_radar_results="count_in_their_category")
        play.put("bomber-prophets")
        assert public(play.do(USERS[ITALY], ask)) == ""
        assert play.support(ITALY) == -1

    def test_french_naval_results_are_the_three_that_are_named(self) -> None:
        play = Storm().put("italian-dockyards").results(*NAVAL, "British battleship design")
        assert play.support(FRANCE) == 1

    def test_results_of_this_turn_count_while_the_event_runs(self) -> None:
        play = Storm().put("bomber-prophets")
        told = play.do(USERS[GERMANY], "record", power="Germany", project="axis air range", steps=6, results=1)
        assert "Italy's support: -1 → **0**" in public(told)
        assert "air range" not in public(told)

    @pytest.mark.parametrize(("answer", "counted"), [("one_for_each_project", 1), ("every_result", 2)])
    def test_intelligence_results_count_only_once_revealed(self, answer: str, counted: int) -> None:
        play = Storm(results_count=answer)
        effect = SupportByResults(
            kind="support by research results", power=GERMANY, base=0, cap=9, category="intelligence"
        )
        for key, is_revealed in (("Axis espionage", True), ("Axis subversion", False)):
            play.do(1, "record", power="Germany", project=key, steps=4, results=2, revealed=is_revealed)
        assert play.now(effect) == counted

    def test_intelligence_results_count_once_they_are_revealed(self) -> None:
        play = Storm()
        effect = SupportByResults(
            kind="support by research results", power=GERMANY, base=0, cap=3, category="intelligence"
        )
        play.results("Axis espionage")
        assert play.now(effect) == 0
        told = play.do(1, "record", power="Germany", project="Axis espionage", steps=4, results=1, revealed="true")
        assert play.now(effect) == 1
        assert "A research result in Axis espionage is revealed." in public(told)


class TestByProgress:
    @pytest.mark.parametrize(("steps", "net"), [(0, -3), (1, -3), (2, -2), (5, -1), (12, 3), (20, 3)])
    def test_national_support_by_research_progress(self, steps: int, net: int) -> None:
        """Conditional (research progress): a level is two steps; at most +3 net."""
        play = Storm().put("tank-commission").research(russian_armor=steps)
        assert play.support(RUSSIA) == net

    def test_a_project_that_is_another_powers_is_a_fault(self) -> None:
        effect = SupportByProgress(
            kind="support by research progress", power=RUSSIA, base=-3, cap=3, project="German armor"
        )
        assert [*effect.problems(Storm().data, RUSSIA)] == [("project", "German armor is not of Russia")]


class TestByTrade:
    def test_national_support_by_trade_pacts(self) -> None:
        """Conditional (economic): each country once for the alliance, an ally's pact too, no enemy's, live."""
        play = Storm().put("grain-from-the-east")
        play.do(1, "enter_trade", owner="Germany", country="Rumania")
        play.do(1, "enter_trade", owner="Italy", country="rumania")
        play.do(1, "enter_trade", owner="Britain", country="Poland")
        play.do(1, "enter_trade", owner="Germany", country="Hungary")
        assert play.support(ITALY) == 1
        told = public(play.do(1, "enter_trade", owner="Axis", country="Russia"))
        assert play.support(ITALY) == 3
        assert "Italy's support: +1 → **+3**" in told
        play.do(1, "enter_trade", owner="Axis", country="Russia", holds="false", reason="misread")
        assert play.support(ITALY) == 1

    def test_the_pacts_that_are_worth_two(self) -> None:
        data = Storm().data
        every = {name for region in data.regions.countries.values() for name in region}
        assert {name for name in every if data.worth(name) == 2} == {"Poland", "Spain", "Turkey", "Russia"}

    def test_the_regions_are_those_of_4_16(self) -> None:
        printed = "FinNorSwe PolRumRus BelIreRhiSpa AusCzeHun AlbBulGreTurYug"
        regions = Storm().data.regions.countries.values()
        assert " ".join("".join(name[:3] for name in region) for region in regions) == printed

    def test_an_unknown_region_is_a_fault_and_so_is_an_unknown_power(self) -> None:
        for power, fault in ((ITALY, []), (SideSeat("Spain"), [("power", "there is no power Spain")])):
            effect = SupportByTrade(kind="support by trade pacts", power=power, cap=3, region="Iberia")
            told = [*effect.problems(Storm().data, ITALY)]
            assert told == [*fault, ("region", "there is no region Iberia")]


class TestByTracks:
    def test_national_support_by_eai(self) -> None:
        """Conditional (European Aggression Index): raised and lowered by it, nothing at zero."""
        play = Storm().put("talk-of-empire")
        assert play.support(ITALY) == 0
        play.world(aggressions=(Aggression(target="Austria", power=GERMANY, value=1, turn=0, conquered=0),))
        assert play.support(ITALY) == 1
        play.world(climate=3)
        assert play.support(ITALY) == 0
        play.world(aggressions=())
        assert play.support(ITALY) == -1

    def test_national_support_by_economic_climate(self) -> None:
        """Conditional (Economic Climate): a favourable one lowers the level, an adverse one raises it."""
        play = Storm().put("tariffs-in-parliament")
        seen = {}
        for climate in (-3, -1, 0, 2, 3):
            play.do(1, "enter_world", climate=climate, balance=0, reason="misread")
            seen[climate] = play.support(BRITAIN)
        assert seen == {-3: 3, -1: 1, 0: 0, 2: -2, 3: -3}

    def test_national_support_by_balance_of_power(self) -> None:
        """Conditional (Balance of Power): an Axis advantage helps the Axis and hurts the Allies, to 3 either way."""
        play = Storm().put("general-staff-review")
        seen = {}
        for balance in (-9, -3, 0, 2, 9):
            play.do(1, "enter_world", climate=0, balance=balance, reason="misread")
            seen[balance] = play.support(FRANCE)
        assert seen == {-9: 3, -3: 3, 0: 0, 2: -2, 9: -3}

    def test_russia_has_no_side_in_the_balance(self) -> None:
        effect = SupportByBalance(kind="support by Balance of Power", power=RUSSIA, cap=3)
        assert len([*effect.problems(Storm().data, RUSSIA)]) == 1
