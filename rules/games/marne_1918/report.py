"""What is told of Marne 1918, and to whom."""

from collections.abc import Iterator

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.events import (
    AttacksReported,
    DoctrineChanged,
    Drawn,
    ExitRolled,
    FlightResolved,
    ForceArrives,
    ForceWaits,
    HandSeen,
    HexTaken,
    HqEntered,
    Kept,
    Lapsed,
    MarneEvent,
    MoraleRose,
    MovedOn,
    OffensiveDeclared,
    Organized,
    Passed,
    PhaseBegan,
    Played,
    PointsChanged,
    PointsEntered,
    PutBack,
    Removed,
    Returned,
    ShakeupPlaced,
    TurnBegan,
    Waited,
)
from rules.games.marne_1918.names import counted, markers, secret_name, shown
from rules.games.marne_1918.state import AttacksAsked, Doctrine, Exchange, FlightDrawn, ForceDue, Waiting
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_seat, tell_section
from rules.pool import Symbol, Zone
from rules.secrets import Hidden, Shown, quote

AFTER_USE = "¤: after use back to the pool, or removed if its owner so chooses."


def report(data: MarneData, event: MarneEvent) -> Iterator[Notice]:
    """What is told of an event."""
    match event:
        case Drawn():
            yield from _drawn(data, event)
        case Kept(seat=seat, marker=marker):
            yield tell_seat(seat, "You keep **{marker}** for a later turn.", marker=secret_name(data, marker))
        case Returned(seat=seat, marker=marker):
            yield tell_all("The {seat} return a marker to the pool, unseen.", seat=seat)
            yield tell_rule("£: kept for a later turn or returned.")
            yield tell_seat(seat, "You return **{marker}**.", marker=secret_name(data, marker))
        case Played():
            yield from _played(data, event)
        case PutBack(seat=seat, marker=id_):
            yield tell_all("**{marker}** of the {seat} goes back to the pool.", marker=shown(data, id_), seat=seat)
            yield tell_rule(AFTER_USE)
        case Removed(seat=seat, marker=id_):
            yield tell_all("The {seat} remove **{marker}** from the game.", marker=shown(data, id_), seat=seat)
            yield tell_board("Take the marker out of the game.")
            yield tell_rule(AFTER_USE)
        case Lapsed(seat=seat, marker=marker):
            yield tell_all("A marker of the {seat} did not occur and returns to the pool, unseen.", seat=seat)
            yield tell_rule("@: occurs this turn if its conditions are met, otherwise it returns to the pool.")
            yield tell_seat(seat, "**{marker}** returns to the pool.", marker=secret_name(data, marker))
        case MovedOn(marker=id_, track=track):
            yield from _moved_on(shown(data, id_), track)
        case Waited(waiting=waiting):
            yield from _waited(data, waiting)
        case Passed():
            yield from _passed(data, event)
        case TurnBegan():
            yield from _turn_began(data, event)
        case PhaseBegan(now=now, passed=passed):
            if not passed:
                yield tell_all("**{phase}** begins.", phase=Shown(str(now)))
            if now == data.sequence.first_operation(data.first_to_move):
                yield data.tell_ruling("first_to_move")
        case _:
            yield from _told_of_effects(data, event)


def _told_of_effects(data: MarneData, event: MarneEvent) -> Iterator[Notice]:
    match event:
        case FlightResolved():
            yield from _flight(data, event)
        case ShakeupPlaced(hq=hq):
            yield tell_all("The Command Shakeup strikes the HQ {hq}.", hq=quote(hq))
            yield tell_board("Put it on that HQ: Allied units within seven hexes have −1 on tactical coordination.")
            yield tell_rule("At the end of the turn it goes to the Doctrine Evolution Track.")
        case AttacksReported(attacks=attacks, missing=missing):
            yield tell_all(
                "Mangin's force made {attacks} attacks; {missing} are missing.", attacks=attacks, missing=missing
            )
            yield tell_rule("Two attacks at 1 to 2 or better are owed; each one missing gives the Germans 2 points.")
        case ForceArrives(by_telegram=by_telegram):
            yield from _force_arrives(by_telegram)
        case ForceWaits(lost=lost):
            if lost:
                yield tell_all("The force of the Victory Telegram does not come any more.")
            else:
                yield tell_all("The force of the Victory Telegram does not come now.")
        case PointsChanged(by=by, total=total, why=why):
            change = Shown(f"{by:+d}".replace("-", "−"))
            yield tell_all(
                "German victory points {change} to **{total}**: {why}.", change=change, total=total, why=Shown(why)
            )
            yield tell_board("Set the German victory points to {total}.", total=total)
            if event.by_mangin:
                yield data.tell_ruling("retaken_with_mangin")
        case PointsEntered(total=total):
            yield tell_all("The German victory points are entered: **{total}**.", total=total)
        case HexTaken(by=by, hex=hex_):
            verb = Shown("capture" if by == "Germans" else "retake")
            yield tell_all("The {by} {verb} the victory hex {hex}.", by=Shown(by), verb=verb, hex=quote(hex_))
        case MoraleRose(total=total):
            yield tell_all("American morale rises by 1 ({total} in all).", total=total)
            yield tell_board("Raise American morale by 1.")
        case DoctrineChanged(to=to, ruling=ruling):
            yield tell_all("The Allies fight by the **{doctrine}** doctrine.", doctrine=Shown(to))
            yield tell_board("Set the doctrine to {doctrine}.", doctrine=Shown(to))
            if to is Doctrine.EVOLVING:
                yield tell_rule("Clemenceau with Command Shakeup opens the Evolving Doctrine.")
            if ruling:
                yield data.tell_ruling(ruling)
        case HandSeen(seat=seat, other=other, markers=markers_):
            names = Hidden(counted(map(data.name, markers_.value)) or "nothing")
            yield tell_all("The {seat} learn which events the {other} hold.", seat=seat, other=other)
            yield tell_seat(seat, "The {other} hold: **{names}**.", other=other, names=names)
        case OffensiveDeclared(marker=None):
            yield tell_all("The Germans begin an offensive: this turn has three operational sequences.")
        case OffensiveDeclared(marker=str(id_)):
            yield from _offensive(data, id_)
        case Organized(transport=True):
            yield tell_board("The Allies have one transport point more this turn.")
        case Organized():
            yield tell_board("Move two units in one space of the Rebuilding or Support Track on by one space.")
        case HqEntered():
            yield tell_board("Place the HQ of the American First Army in a hex that can draw a legal supply line.")
            yield tell_board(
                "Americans in its command range: 1 more morale, at most 6; those out of it are disorganised."
            )
        case ExitRolled():
            yield from _exit_rolled(event)


def _drawn(data: MarneData, event: Drawn) -> Iterator[Notice]:
    seat, drawn = event.seat, event.markers.value
    yield tell_all("The {seat} draw {count}.", seat=seat, count=markers(len(drawn)))
    if len(drawn) < event.asked:
        yield tell_all("The pool held no more: {asked} should be drawn.", asked=event.asked)
        yield data.tell_ruling("small_pool")
    if event.back:
        back = Shown(counted(map(data.name, event.back)))
        yield tell_all("**{markers}** ($) goes back to the pool at once.", markers=back)
    yield tell_rule("C, Events: a side draws {asked} markers a turn.", asked=event.asked)
    for ruling in (data.sides[seat].draws, *(("goes_back_shown", "replacement_draw") if event.back else ())):
        yield data.tell_ruling(ruling)
    taken = [data.name(id_) for id_ in drawn if id_ not in event.back]
    if taken:
        yield tell_seat(seat, "You draw **{markers}**.", markers=Hidden(", ".join(taken)))


def _played(data: MarneData, event: Played) -> Iterator[Notice]:
    type_ = data.type_of(event.marker)
    marker = shown(data, event.marker)
    french = Shown(f" ({type_.french})" if type_.french != type_.name else "")
    if event.must:
        yield tell_all("**{marker}**{french} of the {seat} occurs.", marker=marker, french=french, seat=event.seat)
        yield data.tell_ruling("must_occur")
    elif event.with_other is not None:
        other = shown(data, event.with_other)
        yield tell_all("The {seat} play **{marker}** with **{other}**.", seat=event.seat, marker=marker, other=other)
        yield tell_board("Take **{marker}** out of the game too.", marker=marker)
        return
    else:
        yield tell_all("The {seat} play **{marker}**{french}.", seat=event.seat, marker=marker, french=french)
    if event.choice:
        yield tell_all("They choose: {choice}.", choice=Shown(type_.choices[event.choice]))
    else:
        yield tell_all("{summary}", summary=Shown(type_.summary))
    if event.hq:
        yield tell_board("Put the marker on the HQ {hq}.", hq=quote(event.hq))
    if type_.question and event.fact:
        yield tell_section("Asked and answered", "{question} Yes.", question=Shown(type_.question))
    yield tell_section("When", "It is played {moment}.", moment=Shown(type_.moment))
    match event.zone:
        case Zone.REMOVED:
            yield tell_board("Take the marker out of the game.")
        case Zone.TRACK:
            yield tell_board("Put the marker on the {track}.", track=Shown(event.track or ""))
        case _ if Symbol.REUSABLE in type_.symbols:
            yield tell_board("Once it is used: return the marker to the pool or remove it, as its owner chooses.")
        case _:
            yield tell_board("The marker stays in play.")
    if Symbol.ONCE in type_.symbols:
        yield tell_rule("#: occurs once, and never goes back to the pool.")
    else:
        yield tell_rule(AFTER_USE)


def _moved_on(marker: Shown, track: str | None) -> Iterator[Notice]:
    if track is None:
        yield tell_all("**{marker}** leaves the game at the end of the turn.", marker=marker)
        yield tell_board("Take **{marker}** off the map.", marker=marker)
    else:
        yield tell_all("**{marker}** goes to the {track}.", marker=marker, track=Shown(track))
        yield tell_board("Move **{marker}** to the {track}.", marker=marker, track=Shown(track))


def _waited(data: MarneData, waiting: Waiting) -> Iterator[Notice]:
    match waiting:
        case Exchange(awaiting=awaiting, attacker=attacker, reactions=()) if awaiting == attacker:
            yield tell_all("Before the dice of a combat: the {seat} declare an event or none.", seat=awaiting)
            yield tell_rule("The attacker declares first, then the defender may answer.")
        case Exchange(awaiting=awaiting):
            yield tell_all("The {seat} may answer, or pass.", seat=awaiting)
        case FlightDrawn(marker=id_):
            yield tell_all("**{marker}** is drawn and resolved at once.", marker=shown(data, id_))
            yield tell_all("How many victory points have the Germans, and has a unit of theirs crossed the Marne?")
        case ForceDue():
            yield tell_all("The force of the Victory Telegram may come now: is there a hex for it, and does it come?")
        case AttacksAsked():
            yield tell_all("The turn of Mangin's force ends: how many attacks at 1 to 2 or better did it make?")
        case _:
            yield tell_all("The {seat} put the Command Shakeup on an Allied HQ of their choice.", seat=waiting.awaiting)


def _passed(data: MarneData, event: Passed) -> Iterator[Notice]:
    exchange = event.waiting
    assert isinstance(exchange, Exchange), "only an exchange is passed on"
    yield tell_all("The {seat} play no event.", seat=event.seat)
    if not event.done:
        yield tell_all("The {seat} may answer, or pass.", seat=exchange.awaiting)
        return
    for reaction in exchange.standing:
        effect = data.type_of(reaction.marker).choices[reaction.choice]
        yield tell_section("For this combat", "{seat}: {effect}.", seat=reaction.seat, effect=Shown(effect))
    if not exchange.standing:
        yield tell_section("For this combat", "No event changes it.")
    yield tell_board("Roll the combat.")


def _flight(data: MarneData, event: FlightResolved) -> Iterator[Notice]:
    crossed = Shown("has" if event.crossed else "has not")
    yield tell_section(
        "Asked and answered",
        "The Germans have {vp} victory points, and a unit of theirs {crossed} crossed the Marne.",
        vp=event.vp,
        crossed=crossed,
    )
    match event.result:
        case "occurs":
            yield tell_all("The Government flees to Bordeaux; the marker is out of the game.")
            if event.taken_off:
                off = Shown(counted(map(data.name, event.taken_off)))
                yield tell_all("Off the Doctrine Evolution Track: **{markers}**.", markers=off)
                yield tell_board("Take {markers} off the Doctrine Evolution Track.", markers=off)
            if len(event.taken_off) > 1:
                yield data.tell_ruling("second_shakeup")
        case "cancelled":
            yield tell_all("The Government flees, but Clemenceau cancels what it costs; the marker is out of the game.")
            yield data.tell_ruling("clemenceau_and_the_flight")
        case "returns":
            yield tell_all("The Government stays for now: the marker returns to the pool.")
        case "no effect":
            yield tell_all("The Government stays in Paris: no effect, and the marker is out of the game.")
    yield tell_rule(
        "Fewer than 17 points: no effect. At least 30 and the Marne crossed: it occurs. Otherwise it goes back."
    )


def _force_arrives(by_telegram: bool) -> Iterator[Notice]:
    if by_telegram:
        yield tell_all("The force of the Victory Telegram comes in this movement phase.")
    yield tell_board(
        "From the Strategic Reserve: of infantry divisions and tank groups five each at most, of support units "
        "(aircraft, HQ, artillery) four, "
        "within seven hexes of the last victory hex that the Germans took, three or more from an enemy "
        "unit and in command range of a friendly HQ. They fight by the Foch doctrine this turn."
    )
    yield tell_rule(
        "They make at least two attacks at 1 to 2 or better this turn; each one missing gives the Germans 2 points."
    )


def _offensive(data: MarneData, marker: str) -> Iterator[Notice]:
    printed = data.offensive(marker)
    bonus = Shown(" / ".join(f"{each:+d}" if each else "0" for each in printed.bonus))
    yield tell_all("**{marker}** begins: this turn has three operational sequences.", marker=shown(data, marker))
    yield tell_all(
        "Army artillery {artillery}; bonus by sequence {bonus}; objective {objective} victory points.",
        artillery=printed.artillery,
        bonus=bonus,
        objective=printed.objective,
    )


def _exit_rolled(event: ExitRolled) -> Iterator[Notice]:
    yield tell_all("The Americans roll whether they leave for the Argonne: {roll}", roll=event.roll)
    if event.modifier:
        yield tell_all("+1: the Allies captured a victory hex in the turn before.")
    else:
        yield tell_all("Not added: +1 for a victory hex that the Allies captured in the turn before.")
    if event.leave:
        yield tell_all("They leave.")
        yield tell_board(
            "Take the American units off the map; for each division you may place one from the Strategic Reserve."
        )
        yield tell_board(
            "A division of morale 2, 3 or 4 may take the place of any regiment of an American elite division."
        )
    else:
        yield tell_all("They stay.")
    yield tell_rule("Pershing: on a 6 they leave, in every supply phase from the turn after their HQ entered.")


def _turn_began(data: MarneData, event: TurnBegan) -> Iterator[Notice]:
    day = Shown(data.calendar.day(event.turn))
    yield tell_all("**Turn {turn}** begins: {day}.", turn=event.turn, day=day)
    if event.entered:
        entered = Shown(counted(data.name(id_) for id_ in event.entered))
        count = markers(len(event.entered))
        yield tell_all("{count} enter the pool: {entered}.", count=count, entered=entered)
        yield tell_board("Put {count} into the pool: {entered}.", count=count, entered=entered)
    yield tell_board("Move the turn marker to {turn}.", turn=event.turn)
    yield tell_rule("Markers enter at the start of their turn, before its draw.")
    entries = [data.type_of(id_).entry for id_ in event.entered]
    for ruling in dict.fromkeys(entry.ruling for entry in entries if entry):
        yield data.tell_ruling(ruling)
