"""What an absence holds still, and what it does not."""

from datetime import timedelta

from rules.campaign.state.absences import Absence, stood
from rules.seat import Player
from tests.games import BEGIN

DAY = timedelta(days=1)
AWAY = Absence(Player(1), BEGIN + DAY, BEGIN + 9 * DAY, BEGIN + 4 * DAY)


def test_only_what_a_time_and_the_days_of_the_budget_have_in_common_stands_still() -> None:
    assert AWAY.stood(BEGIN, BEGIN + 20 * DAY) == 3 * DAY
    assert AWAY.stood(BEGIN + 2 * DAY, BEGIN + 3 * DAY) == DAY
    assert AWAY.stood(BEGIN + 5 * DAY, BEGIN + 8 * DAY) == 0 * DAY


def test_the_absences_of_one_player_add_up() -> None:
    again = Absence(Player(1), BEGIN + 6 * DAY, BEGIN + 7 * DAY, BEGIN + 7 * DAY)
    other = Absence(Player(2), BEGIN, BEGIN + 7 * DAY, BEGIN + 7 * DAY)
    assert stood((AWAY, again, other), 1, BEGIN, BEGIN + 20 * DAY) == 4 * DAY
