"""Verification of a log."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

import rules
from rules.campaign.decider import folding
from rules.campaign.decider.audit import Audit, Verdict, audit, audit_steps
from rules.campaign.decider.campaign import Campaign
from rules.campaign.decider.deciding import Decision
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.life.ending import End
from rules.campaign.questions.requests import Agree
from rules.campaign.time.undo import Undo
from rules.dice import Source
from rules.errors import RuleError
from rules.log import LogEntry
from rules.seat import REFEREE
from tests.faults.rounds import many
from tests.games import SEED, all_games, founded
from tests.high_card import RED
from tests.play import Play
from tests.rules.campaign.decider.test_history import with_undos
from tests.rules.campaign.helpers import ANNA, BERT, high_card, night_watch, two_players
from tests.rules.test_conformance import random_play

GAMES = all_games()


def long_play() -> Play:
    play = two_players((BERT, "take"), (BERT, Undo()))
    play.do(ANNA, Agree(to=play.campaign.number))
    play.do(BERT, "take")
    play.do(BERT, "show")
    return play


def wrong(play: Play, seed: bytes = SEED) -> tuple[int, ...]:
    return audit(play.campaign.refold(()), play.log, seed).wrong


def test_an_honest_log_comes_out() -> None:
    assert wrong(long_play()) == ()


def test_another_seed_does_not() -> None:
    assert wrong(long_play(), bytes(32))[0] == 2


def test_an_audit_finds_a_changed_die_or_seat_or_invented_event() -> None:
    play = long_play()
    honest = play.log[1]
    for change in (
        {"rolls": (honest.rolls[0].replace(faces=(1, 1)),)},
        {"events": (*honest.events, *honest.events)},
        {"seat": RED},
    ):
        play.log[1] = replace(honest, **change)
        assert 2 in wrong(play), change


# ---- a long log ----


def decided_again(fresh: Campaign, log: Sequence[LogEntry]) -> tuple[int, ...]:
    """What an audit finds wrong, told from whole refolds: the slow and plain way."""

    def is_right(entry: LogEntry) -> bool:
        now = fresh.refold(log[: entry.seq - 1])
        try:
            source = Source(SEED, entry.interaction)
            done = now.decide(entry.user, entry.command, None, source, entry.at, sure=True, is_admin=True)
        except RuleError:
            return False
        return done == Decision(entry.seat, entry.command, entry.events, entry.rolls, is_unseen=entry.is_unseen)

    return tuple(entry.seq for entry in log if not is_right(entry))


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The entries that were folded, in turn."""
    seqs: list[int] = []
    follow = folding.followed

    def counted(campaign: Campaign, entry: LogEntry, *state: object, stands: bool = True) -> Campaign:
        seqs.append(entry.seq)
        return follow(campaign, entry, *state, stands=stands)

    monkeypatch.setattr(folding, "followed", counted)
    return seqs


@pytest.mark.parametrize("seed", range(many(1, 3)))
def test_whole_refolds_find_the_same(seed: int) -> None:
    """In an honest log, and in one from which entries were taken or in which they were changed."""
    chance = random.Random(seed)
    play = with_undos(chance, many(50, 70))
    assert wrong(play) == decided_again(play.campaign.refold(()), play.log) == ()
    undone = [entry.seq for entry in play.log if entry.undoes is not None]
    for place in (*chance.sample(range(len(play.log)), many(2, 4)), chance.choice(undone) - 1):
        honest = play.log[place]
        play.log[place] = replace(honest, seat=RED, undoes=None)
        assert wrong(play) == decided_again(play.campaign.refold(()), play.log) != ()
        play.log[place] = honest


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_random_play_comes_out(game: str) -> None:
    *_, (play, _) = random_play(GAMES[game], 0, 60)
    assert wrong(play) == decided_again(play.campaign.refold(()), play.log) == ()


def test_an_audit_folds_an_entry_again_only_for_an_undo(folded: list[int]) -> None:
    """An undo folds fewer than twice the entries since the one that it undoes, however long the log is."""
    play = with_undos(random.Random(1), many(200, 400))
    since = [entry.seq - entry.undoes + 1 for entry in play.log if entry.undoes is not None]
    assert len(since) > len(play.log) / 8
    folded.clear()
    assert wrong(play) == ()
    assert len(folded) < len(play.log) + 2 * sum(since)
    assert len(folded) < 5 * len(play.log)


def test_an_undo_of_the_last_action_folds_it_and_itself(folded: list[int]) -> None:
    play = night_watch()
    for _ in range(120):
        play.do(ANNA, "call")
        play.do(ANNA, Undo())
    folded.clear()
    assert wrong(play) == ()
    assert len(folded) <= 3 * len(play.log)


def test_a_step_decides_or_folds_one_entry(folded: list[int]) -> None:
    play = with_undos(random.Random(2), many(100, 200))
    fresh = play.campaign.refold(())
    folded.clear()

    def watched() -> Iterator[Verdict | None]:
        for step in audit_steps(fresh, play.log, SEED):
            assert len(folded) <= 1
            folded.clear()
            yield step

    assert Audit.of(watched()) == Audit((), {}) == audit(fresh, play.log, SEED)


def test_an_audit_counts_entries_of_other_rules_and_checks_dice() -> None:
    play = long_play()
    play.log[0] = replace(play.log[0], rules="0.0.1")
    play.log[-1] = replace(play.log[-1], rules="0.0.1", seat=RED)
    fresh = play.campaign.refold(())
    assert rules.VERSION != "0.0.1"
    assert audit(fresh, play.log, SEED) == Audit((), {"0.0.1": 2})
    assert audit(fresh, play.log, bytes(32)).wrong[0] == 2


def test_an_entry_that_claims_to_undo_another_is_found() -> None:
    play = high_card()
    play.do(ANNA, "bid", points=1)
    play.do(ANNA, "bid", points=2)
    play.do(ANNA, "undo")
    log = [*play.log[:2], replace(play.log[1], seq=3, number=3, undoes=1)]
    assert audit(play.campaign.as_founded(), play.log, SEED).wrong == ()
    assert audit(play.campaign.as_founded(), log, SEED).wrong == (3,)


def test_an_audit_counts_no_other_rules_for_a_missing_game() -> None:
    play = Play(UnknownGame("it is gone"), founded(UnknownGame("it is gone"), ANNA, REFEREE))
    play.do(ANNA, End())
    log = [replace(entry, rules="0.1") for entry in play.log]
    assert audit(play.campaign, play.log, SEED) == audit(play.campaign.as_founded(), log, SEED) == Audit((), {}, 1)


def test_of_private_deeds_none_is_counted_and_each_is_checked() -> None:
    verdicts = [
        Verdict(seq, is_right=seq != 2, rules="0.1", is_playable=seq < 3, is_unseen=seq == 2) for seq in range(1, 4)
    ]
    found = Audit.of(verdicts)
    assert (found.wrong, found.other_rules, found.unplayable) == ((2,), {"0.1": 1}, 1)
