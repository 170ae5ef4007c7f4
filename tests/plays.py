"""How often random legal play gives each command of each game.

``python -m tests.plays`` prints it. Kinds of commands are chosen alike, so that entries do not crowd out the play.
"""

from collections import Counter

from rules.game import AnyGame
from tests.games import all_games
from tests.rules.test_conformance import random_play

GAMES_EACH, STEPS = 12, 500


def played(game: AnyGame, games: int = GAMES_EACH, steps: int = STEPS) -> Counter[str]:
    """How often each command of a game was given in some random games."""
    count: Counter[str] = Counter(dict.fromkeys(game.commands_by_type, 0))
    for seed in range(games):
        for play, _ in random_play(game, seed, steps, all_agree=True):
            command = play.log[-1].command
            given = next((each.command for each in play.log[-2:] if each.command.type in count), command)
            count[given.type] += given.type in count
    return count


def main() -> None:
    """Print the report."""
    for game in all_games().values():
        count = played(game)
        print(f"{game.title}: {count.total()} actions in {GAMES_EACH} games of {STEPS} steps")
        for type_, number in count.most_common():
            print(f"{number:8} {type_}")


if __name__ == "__main__":
    main()
