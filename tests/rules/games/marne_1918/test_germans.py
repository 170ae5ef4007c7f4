"""The Germans with a pool and a hand of their own."""

from pathlib import Path

from bot.base.catalog import SHIPPED
from rules.errors import NotNow
from rules.games.marne_1918 import Marne1918
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.state import Spied
from rules.pool import Zone
from tests.games import read_game
from tests.play import public, secret
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state
from tests.rules.games.marne_1918.german_events import with_german_events


class TestTheGermans:
    def test_with_a_pool_of_their_own_they_draw_and_hold_four(self, tmp_path: Path) -> None:
        play = campaign_with(drawn=frozenset(), game=with_german_events(tmp_path))
        play.do(BERT, "draw")
        assert len(state(play).pools[GERMANS].undecided) == 3
        refused(play, NotNow, "The Allies have not drawn", BERT, "next_turn")
        assert state(play).hand_limit(play.game.data, GERMANS) == 4

    def test_spies_show_their_hand_to_the_allied_player_alone(self, tmp_path: Path) -> None:
        hand = {"german-rumour-1": Zone.HAND, "german-assault-1": Zone.HAND}
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES, zones=hand, game=with_german_events(tmp_path))
        told = play.do(ANNA, "play", marker="Spies")
        assert "The Allies learn which events the Germans hold." in public(told)
        assert "German rumour" not in public(told)
        assert "The Germans hold **German assault, German rumour**." in secret(told, ALLIES)

    def test_only_the_allies_learn_that_spies_found_an_empty_hand(self, tmp_path: Path) -> None:
        """Each side can still read its earlier report; this turn adds none."""
        before = {ALLIES: Spied(turn=3, markers="Gas"), GERMANS: Spied(turn=2, markers="Mangin")}
        game = with_german_events(tmp_path)
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES, spied=before, game=game)
        told = play.do(ANNA, "play", marker="Spies")
        assert "The Allies learn which events the Germans hold." in public(told)
        assert "no markers" not in public(told)
        assert secret(told, ALLIES) == "The Germans hold no markers."
        assert secret(told, GERMANS) == ""
        assert state(play).spied == before

    def test_a_spy_report_replaces_only_the_report_of_its_own_side(self, tmp_path: Path) -> None:
        before = {ALLIES: Spied(turn=3, markers="Gas"), GERMANS: Spied(turn=2, markers="Mangin")}
        hand = dict.fromkeys(("german-rumour-1", "german-rumour-2", "german-assault-1"), Zone.HAND)
        play = campaign_with(
            "spies-1", phase=Phase.OFFENSIVES, zones=hand, spied=before, game=with_german_events(tmp_path)
        )
        play.do(ANNA, "play", marker="Spies")
        now = Spied(turn=5, markers="German assault, 2 × German rumour")
        assert state(play).spied == before | {ALLIES: now}

    def test_an_event_without_phases_is_played_at_any_time(self, tmp_path: Path) -> None:
        play = campaign_with(zones={"german-rumour-1": Zone.HAND}, game=with_german_events(tmp_path))
        play.do(BERT, "play", marker="German rumour")
        assert state(play).pools[GERMANS].zones["german-rumour-1"] is Zone.REMOVED

    def test_only_the_allied_hand_repeats_the_report_of_their_spies(self, tmp_path: Path) -> None:
        hand = {"german-rumour-1": Zone.HAND}
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES, zones=hand, game=with_german_events(tmp_path))
        play.do(ANNA, "play", marker="Spies")
        own = {seat: "\n".join(map(str, play.game.hand(state(play), seat))) for seat in (ALLIES, GERMANS)}
        assert "Spies on turn 5: the other side held German rumour." in own[ALLIES]
        assert "Spies" not in own[GERMANS]

    def test_by_ruling_they_hold_three(self, tmp_path: Path) -> None:
        game = with_german_events(tmp_path).with_ruling("german_hand_limit", 3)
        assert state(campaign_with(game=game)).hand_limit(game.data, GERMANS) == 3

    def test_the_type_in_the_docs_is_read(self, tmp_path: Path) -> None:
        page = (Path(__file__).parents[4] / "docs" / "german-events.md").read_text(encoding="utf-8")
        block = page.split("```toml\n")[1].split("```")[0]
        shipped = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
        (tmp_path / "marne_1918.toml").write_text(f"{shipped}\n{block}", encoding="utf-8")
        data = read_game(Marne1918, tmp_path).data
        assert data.named["German assault"].turns == (1, 10)
