"""Which of the injected causes hits a request."""

from localdiscord import Chaos, Fault
from localdiscord.chaos import Disturbance
from localdiscord.sabotage import Sabotage

SEND = ("POST", "/channels/{channel}/messages")


def test_a_single_fault_comes_before_the_chaos() -> None:
    sabotage = Sabotage()
    assert (sabotage.take_fault(*SEND), sabotage.disturbance(0), sabotage.count_deliveries()) == (None, None, 1)
    sabotage.add(Chaos(seed=1, requests=1, gateway=1, deliveries=(2, 2), delay=0.5))
    fault = Fault(*SEND, status=403, times=2)
    sabotage.add(fault)
    assert [sabotage.take_fault(*SEND) for _ in range(2)] == [fault, fault]
    drawn = sabotage.take_fault(*SEND)
    assert drawn is not None
    assert drawn is not fault
    assert sabotage.disturbance(0) in set(Disturbance)
    assert sabotage.count_deliveries() == 2
    sabotage.end()
    assert (sabotage.take_fault(*SEND), sabotage.disturbance(0), sabotage.count_deliveries()) == (None, None, 1)


def test_a_new_chaos_takes_the_place_of_the_old_one() -> None:
    sabotage = Sabotage()
    sabotage.add(Chaos(requests=1))
    sabotage.add(Chaos(requests=0))
    assert sabotage.take_fault(*SEND) is None


def test_faults_hit_their_route_in_order() -> None:
    sabotage, read = Sabotage(), ("GET", SEND[1])
    one, two, other = Fault(*SEND), Fault(*SEND, times=2), Fault(*read, times=3)
    for each in (one, other, two):
        sabotage.add(each)
    assert [sabotage.take_fault(*SEND) for _ in range(3)] == [one, two, two]
    assert [sabotage.take_fault(*route) for route in (read, SEND)] == [other, None]
    sabotage.add(Fault(*SEND))
    sabotage.end()
    assert [sabotage.take_fault(*route) for route in (read, SEND)] == [None, None]
