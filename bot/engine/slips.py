"""Slips: what a player has still to do on their own board."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from bot.engine.people import People
from bot.engine.sessions import Pasts, Session, differences
from bot.log.codec import read_entries
from bot.storage import Store
from rules.line import Change
from rules.log import LogEntry, undone_entries
from rules.notice import Kind, Notice, Public, board_changes, tell_board
from rules.secrets import Shown, Tally


@dataclass(frozen=True, slots=True)
class Slip:
    """The ``steps`` that a player has still to do; after them their board stands as after the entry with the number
    ``through``. It ``is_kept`` if they have ever said that it was done.
    """

    steps: tuple[Public, ...]
    through: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Slips:
    """The slips of players: each keeps their own, and nobody has to."""

    store: Store
    people: People
    pasts: Pasts

    async def of(self, session: Session, user: int, since: int) -> Slip:
        """Return what a player has to do: since they last said that it was done, or else ``since`` an entry."""
        done = (await self.people.one(user)).boards.get(session.id)
        number = session.campaign.number  # what others do meanwhile they have not read
        return Slip(await self._steps(session, since if done is None else min(done, number)), number, done is not None)

    async def done(self, session: Session, user: int, through: int) -> None:
        """Note that a player's board stands as after an entry."""
        boards = (await self.people.one(user)).boards
        await self.people.change(user, boards={**boards, session.id: through})

    async def open(self, session: Session) -> dict[int, int]:
        """Return how many steps each player has open who keeps a slip."""
        players = sorted({int(player) for players in session.campaign.roster.values() for player in players})
        kept = [user for user, each in (await self.people.of(players)).items() if session.id in each.boards]
        return {user: len((await self.of(session, user, 0)).steps) for user in kept}

    async def _steps(self, session: Session, since: int) -> tuple[Public, ...]:
        """Return what has changed on the board since an entry. If something was undone since, values are told as they
        are now; what was done and undone since is no step, and what had been done before is taken back.
        """
        rows = await self.store.entries(session.id, since)
        # how a slip is made shows whether something was undone, so no private deed counts
        rows = [row for row in rows if row.number is not None and row.number > since]
        entries = read_entries(session.campaign, rows)
        undone = undone_entries(entries)
        told = board_changes(_told(session, (each for each in entries if not (each.undone or each.seq in undone))))
        if not undone:
            return tuple(told)
        before = await self.pasts.stood(session, since)
        steps = [Public(each.to_do, Kind.BOARD) for each in differences(before, session.campaign)]
        back = await self._done_before(session, undone - {row.seq for row in rows})
        for each in filter(_is_step, told):
            if each in back:  # undone and brought back
                back.remove(each)
            else:
                steps.append(each)
        return (*(tell_board("Take back: {step}", step=Shown(each.line)) for each in back), *steps)

    async def _done_before(self, session: Session, gone: Collection[int]) -> list[Public]:
        """Return what some earlier entries had players do, values aside."""
        rows = await self.store.entries(session.id, min(gone) - 1) if gone else []
        entries = (each for each in read_entries(session.campaign, rows) if each.seq in gone)
        return [*filter(_is_step, _told(session, entries))]


def _told(session: Session, entries: Iterable[LogEntry]) -> Iterator[Public]:
    notices: Iterator[Notice] = (each for entry in entries for each in session.campaign.tell(entry))
    return (each for each in notices if isinstance(each, Public) and each.kind is Kind.BOARD)


def _is_step(notice: Public) -> bool:
    """Return whether it is something to do, and no value of which it is known what it is now."""
    return not any(isinstance(value, Tally | Change) for value in notice.line.values.values())
