"""Long games of legal play at random: every command is really played, every kind occurs, and the log gives all back."""

import random
from collections.abc import Iterator

from rules.campaign import audit
from rules.command import Command
from rules.dice import Source
from rules.game import AnyGame
from rules.games.gathering_storm.effects import KINDS
from rules.games.gathering_storm.playing import Played
from rules.games.gathering_storm.powers import ADJECTIVES, RUSSIA
from rules.games.gathering_storm.research import Record
from tests.faults.rounds import many
from tests.games import SEED
from tests.play import Play
from tests.rules.games.gathering_storm.harness import USERS, Storm, weighted_play

STEPS = 420
# the starter deck, which is reshuffled, and a printed deck of which much is entered
STARTER = {"next_phase": 12, "next_turn": 12, "draw": 40, "play": 20, "reassign": 200, "enter_waiver": 3}
PRINTED = {"printed_deck": 1000, "write_card": 25, "write_general": 25, "turn_up": 25, "play": 25, "next_phase": 4}


def varied(command: Command, chance: random.Random) -> Command:
    """The command with numbers that its form does not propose, as far as they matter to others."""
    if isinstance(command, Record):
        ship = f"{ADJECTIVES[command.power]} battleship design"
        if command.power != RUSSIA and chance.random() < 0.5:
            return command.replace(project=ship, steps=11)
        return command.replace(steps=chance.randint(0, 10), results=chance.randint(0, 2))
    return command


def played_at_random(
    seed: int, weights: dict[str, int], steps: int = STEPS, game: AnyGame | None = None
) -> Iterator[Play]:
    game = game or Storm(empty_pile="shuffled_again").game
    for play, _ in weighted_play(game, seed, steps, varied, **weights):
        yield play


def test_every_command_is_played_and_every_kind_occurs() -> None:
    commands: set[str] = set()
    for weights in (STARTER, PRINTED):
        *_, play = played_at_random(2, weights)
        commands |= {entry.command.type for entry in play.log}
        data = play.game.data
        played = [event for entry in play.log for event in entry.events if isinstance(event, Played)]
        kinds = {feature.kind for event in played for feature in data.card(event.card).features}
        if weights is STARTER:
            assert kinds == set(KINDS) - {"in words"}
            assert {event.card for event in played} == {card.id for card in data.cards}
        else:
            assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()
        assert play.campaign.refold(play.log) == play.campaign
    assert commands >= {*Storm().game.commands_by_type} - {
        "adjust",
        "begin_here",
        "correct_result",
        "enter_hand",
        "take_position",
    }


def test_views_hold_through_a_long_game() -> None:
    """Whatever state play reaches: what is asked before a phase ends can be worked out and reads as sentences."""
    for number, play in enumerate(played_at_random(2, STARTER, many(150, 300))):
        if number % 10:
            continue
        game, state = play.game, play.campaign.state
        ahead = game.read_command({"type": "next_phase", "to": "Crises"})
        assert {*game.acting(state, ahead)} <= {*game.seats}
        assert all(str(line) for seat in game.seats for line in game.lost(state, seat, ahead))
        for seat in game.awaited(state):
            command = game.default(state, seat)
            assert command is not None
            play.campaign.decide(USERS[seat], command, None, Source(SEED, 0))
