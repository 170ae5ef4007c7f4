"""Redo: the same actions with the same dice, as far as they still fit."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.time.redo import Redo, Redone, _is_own_affair
from rules.campaign.time.undo import Rewind, Undo
from rules.errors import NotNow
from rules.games.marne_1918.turn import NextPhase
from tests.games import SEED
from tests.night_watch import NORTH, SOUTH, Note
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, refused
from tests.rules.campaign.time.test_rewind import back, played, rewound


def right(play: Play) -> bool:
    """Whether the log folds to the campaign, and an audit finds nothing."""
    return play.campaign.refold(play.log) == play.campaign and not audit(
        play.campaign.refold(()), play.log, SEED
    ).wrong  # fmt: skip


def test_the_same_dice_fall_and_none_is_used_again() -> None:
    held = played().campaign.state.tokens
    play = rewound(1)
    play.all_agree = False
    play.do(ANNA, Redo(number=3))
    told = play.do(BERT, Agree(to=play.campaign.seq))
    assert "Brought back, with the same dice: Token drawn, Call." in public(told)
    assert "Your token is" in secret(told, NORTH)
    assert "Your token is" not in public(told)
    assert (play.campaign.state.tokens, play.campaign.state.called) == (held, SOUTH)
    assert play.campaign.next_die == 2
    assert play.campaign.timeline.returning == (5,)
    assert right(play)


def test_only_ones_own_open_action_is_redone_freely() -> None:
    play = night_watch((ANNA, "call"), (ANNA, Undo()))
    assert "North must agree" in public(play.do(BERT, Redo()))
    play.do(ANNA, Decline(to=play.campaign.seq))
    assert play.campaign.state.called is None
    play.do(ANNA, Redo())
    assert play.campaign.state.called == SOUTH


def test_the_end_of_a_phase_is_everybodys_affair() -> None:
    assert _is_own_affair(Note())
    assert not _is_own_affair(NextPhase())


def test_a_misfit_stops_a_redo_and_only_its_seat_reads_why() -> None:
    play = rewound(1)
    play.do(BERT, "draw")
    told = play.do(ANNA, Redo())
    assert "It stops at “Token drawn”, which is no longer possible." in public(told)
    assert "hold a token already" not in public(told)
    assert "You hold a token already" in secret(told, SOUTH)
    assert set(play.campaign.state.tokens) == {NORTH, SOUTH}
    assert right(play)


def test_whether_it_fits_cannot_be_tried_out_without_asking() -> None:
    """Bert's draw would be refused: asking does not tell Anna so."""
    play = rewound(1)
    play.do(BERT, "draw")
    play.all_agree = False
    assert "wants to bring back" in public(play.do(ANNA, Redo(first=3, number=1)))
    refused(play, NotNow, "Entry 3 no longer fits, so nothing is brought back", BERT, Agree(to=play.campaign.seq))


def test_other_dice_stop_it() -> None:
    play = rewound(1)
    data = play.campaign.game.data.replace(sides=9)
    play.campaign = replace(play.campaign, game=type(play.campaign.game)(data))
    refused(play, NotNow, "It would roll other dice now than those that fell", ANNA, Agree(to=asked(play)))


def asked(play: Play) -> int:
    """Bert asks to bring everything back."""
    play.all_agree = False
    play.do(BERT, Redo())
    return play.campaign.seq


def test_a_default_is_decided_by_default_again() -> None:
    play = night_watch((ANNA, "call"), all_agree=True)
    play.wait(days=3)
    play.do(ANNA, "go_on_without", seat=SOUTH)
    assert play.campaign.state.called is None
    play.do(ANNA, back(play, 1))
    play.do(ANNA, Redo())
    assert play.campaign.state.called is None
    assert len(play.campaign.timeline.returning) == 0
    assert right(play)


def test_a_table_with_dice_of_its_own_need_not_roll_again() -> None:
    play = night_watch(dice="physical", all_agree=True)
    play.do(ANNA, "draw", (3,))
    play.do(ANNA, Undo())
    play.do(ANNA, Redo())
    assert play.campaign.state.tokens[NORTH] == 3
    assert right(play)


def test_a_long_game_of_rewinds_and_redos_can_be_verified() -> None:
    play = rewound(1)
    for number in range(12):
        play.do(ANNA, Redo(number=1 + number % 3))
        if not play.campaign.timeline.returning:
            play.do(ANNA, back(play, 1))
    assert right(play)


def test_a_roll_that_is_no_longer_made_stops_it() -> None:
    """What was decided by two dice is not decided again by one of them."""
    play = night_watch((ANNA, "draw"))
    more = replace(play.log[-1], rolls=play.log[-1].rolls * 2)
    play.log[-1] = more
    play.do(ANNA, Undo())
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(ANNA, Redo())
    refused(play, NotNow, "It would roll other dice now", BERT, Agree(to=play.campaign.seq))


def test_a_misfitting_private_action_is_skipped_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    play = night_watch((ANNA, "wave"), (BERT, "note"))

    monkeypatch.setattr(Note, "decide", in_the_dark)
    told = play.do(ANNA, Undo())
    assert "unseen after it is undone" in secret(told, SOUTH)
    told = play.do(ANNA, Redo())
    assert "Brought back, with the same dice: " in public(told)
    assert "stops" not in public(told)
    assert secret(told, SOUTH) == "What you did unseen does not fit: There is no light."
    assert not play.campaign.timeline.to_redo


def test_other_dice_stop_a_redo_and_earlier_parts_stand() -> None:
    play = night_watch()
    for command in ("wave", "draw"):
        play.do(ANNA, command)
    play.all_agree = True
    play.do(ANNA, back(play, 1))
    data = play.campaign.game.data.replace(sides=9)
    play.campaign = replace(play.campaign, game=type(play.campaign.game)(data))
    told = play.do(ANNA, Redo())
    assert "Brought back, with the same dice: Hand waved" in public(told)
    assert "It stops at “Token drawn”, which would need different dice now." in public(told)
    assert "no longer possible" not in public(told)
    assert "does not fit" not in secret(told, NORTH)
    assert not play.campaign.state.tokens


def test_an_obsolete_default_is_not_redone() -> None:
    play = night_watch((ANNA, "call"), all_agree=True)
    play.wait(days=3)
    play.do(ANNA, "go_on_without", seat=SOUTH)
    play.do(ANNA, back(play, 1))
    play.all_agree = False
    play.do(ANNA, Redo(first=play.campaign.timeline.returning[-1]))
    refused(play, NotNow, "Entry 3 no longer fits", BERT, Agree(to=play.campaign.seq))


def in_the_dark(*_: Any) -> Iterator[Any]:
    """Nothing can be noted."""
    raise NotNow("There is no light.")
    yield


def test_private_actions_are_redone_unnamed(monkeypatch: pytest.MonkeyPatch) -> None:
    play = night_watch()
    for user, command in ((ANNA, "wave"), (BERT, "note"), (ANNA, "wave"), (BERT, "note")):
        play.do(user, command)
    with monkeypatch.context() as without_light:
        without_light.setattr(Note, "decide", in_the_dark)
        play.do(ANNA, Rewind(to=1, last=3))
    assert len(play.campaign.timeline.to_redo) == 4
    told = public(play.do(BERT, Redo()))
    assert "wants to bring back what was undone.\nEntries 2–3 (2 actions): Hand waved." in told
    told_all = play.do(ANNA, Agree(to=play.campaign.number))
    assert "Brought back, with the same dice: Hand waved." in public(told_all)
    assert "lantern" in secret(told_all, SOUTH)
    (redone,) = [each for each in play.log[-1].events if isinstance(each, Redone)]
    assert (redone.first, redone.last, redone.back, redone.stop) == (2, 3, (2, 3, 4, 5), None)
    assert not play.campaign.timeline.to_redo, "the last of them was done unseen"
    assert play.campaign.refold(play.log) == play.campaign


def test_a_stopped_redo_tells_each_side_its_misfits(monkeypatch: pytest.MonkeyPatch) -> None:
    play = night_watch()
    for user, command in ((ANNA, "wave"), (BERT, "note"), (BERT, "draw")):
        play.do(user, command)
    play.all_agree = True
    play.do(ANNA, back(play, 1))
    play.do(BERT, "draw")

    monkeypatch.setattr(Note, "decide", in_the_dark)
    told = secret(play.do(ANNA, Redo()), SOUTH)
    assert "What you did unseen does not fit: There is no light." in told
    assert "“Token drawn” does not fit: You hold a token already" in told
