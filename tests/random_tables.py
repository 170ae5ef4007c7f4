"""Random tables: some players, an administrator and a stranger, of whom each tries whatever there is to try."""

import random
from collections.abc import Iterator

from rules.campaign import Campaign
from rules.campaign.life.administration import AdminDefault, AdminEnd, AdminReopen, AdminSeat
from rules.campaign.life.ending import End, Reopen
from rules.campaign.life.rolling import RollDice
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.answering import AnswerQuestion, OpenAnswers
from rules.campaign.questions.checks import CheckBoard
from rules.campaign.questions.questions import PutQuestion, WithdrawQuestion
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.questions.rulings import ChooseDifficulty, SetRuling
from rules.campaign.seats.absence import GoOnWithout
from rules.campaign.seats.seating import HandOver, Join, Leave
from rules.campaign.time.corrections import Object, Withdraw
from rules.campaign.time.points import Mark
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.command import Command, Offer
from rules.errors import RuleError
from rules.game import AnyGame
from rules.seat import REFEREE, Player
from tests.games import ANSWERS, OPENINGS, founded
from tests.play import ADMIN, Play

STEPS = 40
STRANGER = 50
RARE = (Leave, End, AdminEnd, AdminSeat, Undo, Rewind)


def table(game: AnyGame, chance: random.Random) -> tuple[Play, list[int]]:
    """A table of some players, some sharing a seat, with a referee who plays or does not."""
    seats = [*game.seats]
    start = chance.choice([*seats, REFEREE])
    play = Play(game, founded(game, 1, start))
    play.all_agree = False
    users = [1]
    for user, seat in enumerate(chance.sample(seats, chance.randint(0, len(seats))), start=2):
        attempt(play, user, Join(seat=seat))
        users.append(user)
    if game.id in OPENINGS:
        attempt(play, 1, play.campaign.read_command(OPENINGS[game.id]))
    return play, [*users, STRANGER, STRANGER + 1, ADMIN]


def attempt(play: Play, user: int, command: Command) -> bool:
    """Whether the command was accepted."""
    try:
        play.do(user, command)
    except RuleError:
        return False
    return True


def filled(offer: Offer) -> Command:
    """The command of an offer with its form filled in."""
    empty = [name for name in offer.inputs if name in ANSWERS and not getattr(offer.command, name)]
    return offer.command.replace(**{name: ANSWERS[name] for name in empty})


def wishes(play: Play, users: list[int], chance: random.Random) -> Iterator[Command]:
    """What somebody may try: whatever anybody is offered, and all that a campaign knows."""
    campaign, game = play.campaign, play.game
    seat = chance.choice([*game.seats, REFEREE])
    to = chance.choice([each.number for each in campaign.requests] or [campaign.number])
    corrected = chance.choice([each.number for each in campaign.contested] or [campaign.number])
    player = Player(chance.choice(users))
    yield from (filled(offer) for user in users for offer in campaign.offers(user))
    yield from (Undo(), Agree(to=to), Decline(to=to), Object(to=corrected), Withdraw(to=corrected), RollDice())
    yield from (Join(seat=seat), Leave(seat=seat), HandOver(seat=seat, player=player))
    yield from (
        GoOnWithout(seat=seat),
        ChangeSettings(answer=4),
        ChangeSettings(pictures=False),
        ChangeSettings(language="fr"),
        End(),
        Reopen(),
        AdminReopen(),
    )
    put = chance.choice([each.number for each in campaign.questions] or [campaign.number])
    yield from (
        PutQuestion(question="Truce?", options=chance.choice(["", "Yes; No"]), seats=chance.choice(["", seat])),
        AnswerQuestion(to=put, answer=chance.choice(["Yes", "No"])),
        OpenAnswers(to=put),
        WithdrawQuestion(to=put),
    )
    newest = campaign.last_action.number if campaign.last_action else 0
    yield from (Rewind(to=max(0, newest - chance.randint(1, 6)), last=newest), Redo(number=chance.randint(1, 9)))
    yield from (Mark(name=f"Mark {campaign.seq}"), CheckBoard(changed=campaign.timeline.changed))
    yield from (AdminSeat(seat=seat), AdminDefault(seat=seat), AdminEnd())
    for name, ruling in game.data.rulings.by_name.items():
        yield SetRuling(name=name, choice=ruling.ids[-1])
    yield from (ChooseDifficulty(difficulty=id_) for id_ in game.data.difficulties)


def random_table(game: AnyGame, seed: int, steps: int = STEPS) -> Iterator[tuple[Campaign, Play]]:
    """Everybody tries everything: the table as it begins and after each deed, with the campaign as it stood before."""
    chance = random.Random(seed)
    play, users = table(game, chance)
    yield play.campaign, play
    for _ in range(steps):
        if chance.random() < 0.04:
            play.wait(days=chance.choice([1, 4, 15]))
        user = chance.choice(users)
        own = [filled(offer) for offer in play.campaign.offers(user)]
        wished = own if own and chance.random() < 0.6 else [*wishes(play, users, chance)]
        kind = chance.choice(sorted({each.type for each in wished}))
        command = chance.choice([each for each in wished if each.type == kind])
        if isinstance(command, RARE) and chance.random() < 0.7:
            continue
        stood = play.campaign
        if attempt(play, user, command):
            yield stood, play
