"""Somebody is forgotten: they give up their seats, and nothing is open for them any more."""

from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings, Uncalled
from rules.campaign.seats.seating import Forget
from rules.line import ENGLISH, say
from rules.seat import FORMER, REFEREE, Player
from tests.high_card import BLUE, RED
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, two_players


def test_a_player_leaves_every_seat_and_their_requests_end() -> None:
    play = two_players((ANNA, ChangeSettings(calls=False)), (ANNA, End()))
    assert play.campaign.requests
    told = public(play.do(ANNA, Forget()))
    assert "gives up Red." in told
    assert "asked to be forgotten" in told
    campaign = play.campaign
    assert (campaign.roster[RED], campaign.roster[REFEREE], campaign.roster[BLUE]) == ((), (), (Player(BERT),))
    assert (campaign.requests, campaign.of(Uncalled).players) == ((), frozenset())


def test_it_can_be_done_when_the_campaign_has_ended() -> None:
    play = two_players((ANNA, End()), all_agree=True)
    assert play.campaign.is_ended
    play.do(ANNA, Forget())
    assert play.campaign.roster[RED] == ()


def test_a_former_player_has_a_name_and_no_mention() -> None:
    class German:
        def find(self, text: str, form: str = "") -> str:
            return {"Former player {number}": "Ehemals {number}"}.get(text, text)

    assert str(Player(FORMER + 2)) == say(Player(FORMER + 2), ENGLISH) == "Former player 2"
    assert say(Player(FORMER + 2), German()) == "Ehemals 2"  # type: ignore[arg-type]
    assert str(Player(2**61)) == f"<@{2**61}>"
