"""Thirty turns of legal play at random: every card of the starter deck occurs, and the log gives all back."""

import random

from rules.campaign import Campaign, audit
from rules.games.gathering_storm.events import Discarded, Played
from tests.games import SEED
from tests.rules.games.gathering_storm.sitting import Storm
from tests.rules.test_conformance import seated

TURNS = 30


def test_thirty_turns() -> None:
    game = Storm(empty_pile="its cards are shuffled in again").game
    play, chance = seated(game), random.Random(1)
    while play.campaign.state.turn <= TURNS:
        offers = [(user, offer) for user in range(1, 6) for offer in play.campaign.offers(user)]
        onwards = [each for each in offers if each[1].command.do in ("draw", "next_phase", "next_turn")]
        user, offer = chance.choice(onwards if onwards and chance.random() < 0.5 else offers)
        play.do(user, offer.command)
    events = [event for entry in play.log for event in entry.events]
    played = {event.card for event in events if isinstance(event, Played)}
    discarded = {event.card for event in events if isinstance(event, Discarded)}
    assert {card.id for card in game.tables.cards} == played | discarded
    assert len(played) > 35
    assert Campaign.fold(play.campaign.founding, game, play.log) == play.campaign
    assert audit(play.campaign.founding, game, play.log, SEED) == []
