"""Thirty turns of legal play at random: every card of the starter deck occurs, and the log gives all back."""

import random

from rules.campaign import audit
from rules.games.gathering_storm.events.playing import Played
from tests.games import SEED
from tests.rules.games.gathering_storm.harness import Storm
from tests.rules.test_conformance import filled, seated

TURNS = 30


def test_thirty_turns() -> None:
    game = Storm(empty_pile="its cards are shuffled in again").game
    play, chance = seated(game), random.Random(1)
    while play.campaign.state.turn <= TURNS:
        offers = [(user, offer) for user in range(1, 6) for offer in play.campaign.offers(user)]
        events = [each for each in offers if each[1].command.type == "play"]
        onwards = [each for each in offers if each[1].command.type in ("draw", "next_phase", "next_turn")]
        wanted = chance.choice([events, onwards, onwards, offers]) or offers
        user, offer = chance.choice(wanted)
        play.do(user, filled(offer))
    played = {event.card for entry in play.log for event in entry.events if isinstance(event, Played)}
    assert played == {card.id for card in game.data.cards}
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()
