"""Earlier campaigns: few are kept, they are what a whole refold gives, and an undo is near one of them."""

import random
from collections.abc import Sequence

import pytest

from rules.campaign.decider.campaign import History
from rules.campaign.time.undo import Undo
from rules.log import LogEntry, undone_entries
from tests.faults.rounds import many
from tests.games import all_games
from tests.night_watch import EnterScore
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch

GAMES = all_games()


def followed(past: History, log: Sequence[LogEntry]) -> History:
    """The history after the newest entry of a log, entry by entry: an undo starts before what it undoes."""
    undoes = log[-1].undoes
    past = past if undoes is None else past.back(undoes)
    *_, past = past.follow_each(log[past.now.seq :])
    return past


def with_undos(chance: random.Random, entries: int) -> Play:
    """Night Watch at random: notes, calls and scores, some of them undone or withdrawn, also where more came since."""
    play = night_watch(all_agree=True)
    while len(play.log) < entries:
        user = chance.choice((ANNA, BERT))
        taken = [offer for offer in play.campaign.offers(user) if offer.command.type in ("withdraw", "object")]
        if taken and chance.random() < 0.3:
            play.do(user, chance.choice(taken).command)
        elif play.campaign.timeline.last and chance.random() < 0.3:
            play.do(user, Undo())
        elif chance.random() < 0.2:
            play.do(user, EnterScore(score=chance.randrange(9), reason="We counted again"))
        else:
            play.do(user, chance.choice(("note", "note", "roll_dice")))
    return play


@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_it_keeps_what_a_whole_refold_gives(seed: int) -> None:
    play = with_undos(random.Random(seed), many(50, 80))
    fresh = play.campaign.refold(())
    assert sum(entry.undoes is not None for entry in play.log) > many(4, 6)
    past = History((fresh,))
    for number in range(1, len(play.log) + 1):
        past = followed(past, play.log[:number])
        undone = undone_entries(play.log[:number])
        assert past.now == fresh.refold(play.log[:number])
        for kept in past.kept:
            campaign = fresh
            for each in play.log[: kept.seq]:
                campaign = campaign.follow(each, stands=each.seq not in undone)
            assert kept == campaign


def test_few_are_kept_and_one_lies_near_every_entry() -> None:
    play = night_watch()
    for _ in range(700):
        play.do(ANNA, "note")
    for past in History((play.campaign.refold(()),)).follow_each(play.log):
        now = past.now.seq
        assert len(past.kept) <= 2 * now.bit_length() + 1
        for seq in range(1, now + 1):
            assert now - past.back(seq).now.seq < 2 * (now - seq + 1)


def test_it_does_not_reach_before_its_beginning() -> None:
    play = night_watch((ANNA, "note"))
    with pytest.raises(LookupError, match="begins after entry 2"):
        History((play.campaign,)).back(2)
    assert History((play.campaign,)).back(3).now is play.campaign
