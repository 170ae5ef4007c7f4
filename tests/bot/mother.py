"""A process that has imported the bot once. It forks for each start of the command ``adjutant`` in a test, so that a
start costs no imports; a fork knows nothing of the starts before it.

``python -m tests.bot.mother DESCRIPTOR`` reads from that socket one message for each start: the words, the environment
and the folder as JSON, with three descriptors: of what it prints, of what it complains, and of its line of life. On
that line stands first the id of the process, then how it ended.
"""

import array
import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
import time
from pathlib import Path

import bot.cli.app
import bot.cli.command_line
import bot.cli.doctor.machine
import bot.cli.doctor.remote
import bot.cli.process  # noqa: F401 (what a start would import)
from tests.bot.command import LONGEST_MESSAGE
from tests.patience import bear_with_lateness


def main() -> None:
    """Fork until the socket is closed; in a fork, be the command."""
    bear_with_lateness()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # also where these tests run under nohup
    gc.freeze()
    orders = socket.socket(fileno=int(sys.argv[1]))
    lives: dict[int, tuple[int, int]] = {}
    poll = select.poll()
    poll.register(orders, select.POLLIN)
    while True:
        for ready, _ in poll.poll():
            if ready != orders.fileno():
                poll.unregister(ready)
                _say_how_it_ended(ready, *lives.pop(ready))
                continue
            order, descriptors = _received(orders)
            if not order:
                return
            if not (pid := os.fork()):
                os.dup2(descriptors[0], 1)
                os.dup2(descriptors[1], 2)
                os.closerange(3, 3 + max((*descriptors, *lives, orders.detach())))
                _become(**json.loads(order))
                return
            *streams, line = descriptors
            for each in streams:
                os.close(each)
            os.write(line, b"%d\n" % pid)
            life = os.pidfd_open(pid)
            lives[life] = pid, line
            poll.register(life, select.POLLIN)


def _received(orders: socket.socket) -> tuple[bytes, list[int]]:
    descriptors = array.array("i")
    order, ancillary, _, _ = orders.recvmsg(LONGEST_MESSAGE, socket.CMSG_LEN(3 * descriptors.itemsize))
    for _, _, given in ancillary:
        descriptors.frombytes(given)
    return order, [*descriptors]


def _say_how_it_ended(life: int, pid: int, line: int) -> None:
    _, status = os.waitpid(pid, 0)
    os.write(line, b"%d\n" % os.waitstatus_to_exitcode(status))
    os.close(line)
    os.close(life)


def _become(words: list[str], environment: dict[str, str], folder: str) -> None:
    """Run the command as ``python -m bot`` does."""
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.argv = [str(Path(folder, "bot", "__main__.py")), *words]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
