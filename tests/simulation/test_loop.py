"""The loop of a world: its clock, its order, its dead, and its network."""

import asyncio
import contextvars
from collections.abc import Coroutine
from typing import Any

import pytest

from tests.simulation.loop import LIFE, Loop, Stuck
from tests.simulation.network import Network


def run(work: Coroutine[Any, Any, Any], seed: int = 1) -> Any:
    loop = Network(seed)
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


def test_a_year_takes_no_time() -> None:
    async def wait() -> float:
        await asyncio.sleep(365 * 24 * 3600)
        return asyncio.get_running_loop().time()

    assert run(wait()) == pytest.approx(365 * 24 * 3600)


def test_a_task_waiting_for_nothing_is_found() -> None:
    loop = Loop(1)
    waiting = asyncio.Event().wait()
    with pytest.raises(Stuck):
        loop.run_until_complete(waiting)
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


async def order() -> list[int]:
    done: list[int] = []

    async def step(number: int) -> None:
        await asyncio.sleep(0)
        done.append(number)

    await asyncio.gather(*map(step, range(8)))
    return done


def test_a_seed_draws_who_goes_next() -> None:
    orders = {tuple(run(order(), seed)) for seed in range(20)}
    assert len(orders) > 15
    assert run(order(), 3) == run(order(), 3)
    assert {tuple(sorted(each)) for each in orders} == {tuple(range(8))}


def test_callbacks_keep_their_order() -> None:
    async def called() -> list[int]:
        done: list[int] = []
        for number in range(8):
            asyncio.get_running_loop().call_soon(done.append, number)
        await asyncio.sleep(1)
        return done

    assert run(called()) == [*range(8)]


def test_the_dead_do_nothing_more() -> None:
    async def die() -> list[str]:
        loop, done = asyncio.get_running_loop(), list[str]()
        assert isinstance(loop, Loop)

        async def work() -> None:
            try:
                await asyncio.sleep(2)
                done.append("done")
            finally:
                done.append("ended")

        context = contextvars.copy_context()
        context.run(LIFE.set, 1)
        task = loop.create_task(work(), context=context)
        await asyncio.sleep(1)
        loop.ready.dead.add(1)
        await asyncio.sleep(9)
        assert done == []
        loop.ready.revive()
        task.cancel()
        await asyncio.wait([task])
        return done

    assert run(die()) == ["ended"]


class Noting(asyncio.Protocol):
    def __init__(self) -> None:
        self.read = b""
        self.transport: Any = None
        self.is_lost = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.read += data

    def connection_lost(self, _: Exception | None) -> None:
        self.is_lost = True


@pytest.mark.parametrize("seed", range(5))
def test_packets_arrive_in_order_before_the_end(seed: int) -> None:
    async def talk() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Network)
        loop.is_hurried = False
        there = Noting()
        server = await loop.create_server(lambda: there)
        (sock,) = server.sockets
        _, here = await loop.create_connection(Noting, *sock.getsockname())
        for number in range(10):
            here.transport.write(str(number).encode())
        here.transport.close()
        here.transport.write(b"late")
        await asyncio.sleep(60)
        assert there.read == b"0123456789"
        assert there.is_lost
        assert here.is_lost
        server.close()
        with pytest.raises(ConnectionRefusedError):
            await loop.create_connection(Noting, *sock.getsockname())

    run(talk(), seed)


def test_a_thread_s_work_is_done_here() -> None:
    async def work() -> int:
        with pytest.raises(ZeroDivisionError):
            await asyncio.to_thread(lambda: 1 // 0)
        return await asyncio.to_thread(lambda: 7)

    assert run(work()) == 7
