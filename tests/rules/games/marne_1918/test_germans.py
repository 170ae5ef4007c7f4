"""The Germans with a pool and a hand of their own."""

from pathlib import Path

from bot.base.catalog import SHIPPED
from rules.games.marne_1918 import Marne1918
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.state import Spied
from rules.pool import Zone
from tests.games import read_game
from tests.play import public, secret
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, shown, state
from tests.rules.games.marne_1918.german_events import with_german_events


class TestTheGermans:
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

    def test_only_the_allied_hand_repeats_the_report_of_their_spies(self, tmp_path: Path) -> None:
        hand = {"german-rumour-1": Zone.HAND}
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES, zones=hand, game=with_german_events(tmp_path))
        play.do(ANNA, "play", marker="Spies")
        own = {seat: "\n".join(map(str, play.game.hand(state(play), seat))) for seat in (ALLIES, GERMANS)}
        assert "Spies on turn 5: the other side held German rumour." in own[ALLIES]
        assert "Spies" not in own[GERMANS]

    def test_clemenceau_lets_the_allies_alone_keep_more(self, tmp_path: Path) -> None:
        limits = {ALLIES: [3, 4], GERMANS: [4, 4]}
        for tracks in ([], ["clemenceau-1"]):
            play = campaign_with(tracks=tracks, game=with_german_events(tmp_path))
            for seat, allowed in limits.items():
                own = [str(each) for each in play.game.hand(state(play), seat)]
                assert own[-1] == f"Markers kept: 0 of {allowed[len(tracks)]}."
        assert "The Allies can keep 4 markers until the end of the game." in shown(play)
        assert "The Germans can keep" not in shown(play)

    def test_the_events_are_complete_once_both_sides_are_ready(self, tmp_path: Path) -> None:
        play = campaign_with(drawn=frozenset(), game=with_german_events(tmp_path))
        for user, said in ((ANNA, "The Allies are ready."), (BERT, "The Events phase is complete.")):
            play.do(user, "draw")
            assert public(play.do(user, "sort")).splitlines()[-1] == said

    def test_the_type_in_the_docs_is_read(self, tmp_path: Path) -> None:
        page = (Path(__file__).parents[4] / "docs" / "german-events.md").read_text(encoding="utf-8")
        block = page.split("```toml\n")[1].split("```")[0]
        shipped = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
        (tmp_path / "marne_1918.toml").write_text(f"{shipped}\n{block}", encoding="utf-8")
        data = read_game(Marne1918, tmp_path).data
        assert data.named["German assault"].turns == (1, 10)
