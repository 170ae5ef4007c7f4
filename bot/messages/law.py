"""The law of the table, whole: what the rules enforce between players. Everything else they settle by a word."""

from collections.abc import Iterator

from rules.notice import Public, tell_all


def law() -> Iterator[Public]:
    """Yield the seven sentences, as `/help` and the guides have them."""
    yield tell_all(
        "1. Whoever sits in a seat acts for it, and alone reads its secrets. Those in a seat let others in; an empty"
        " seat is taken with the consent of the other sides once the game has begun, and nobody who has ever sat on a"
        " side comes to another without it."
    )
    yield tell_all(
        "2. What ends a phase or turn waits for those who could still act, until they press *Done* or the time to"
        " answer is over. After that anybody goes on without them, and the result says so."
    )
    yield tell_all(
        "3. You take back your last action alone as long as nobody has learned anything by it or acted on it;"
        " otherwise the other sides are asked."
    )
    yield tell_all(
        "4. Any player enters or corrects what lies on the board. *That's wrong* puts the old value back and calls"
        " whoever entered it; then people talk."
    )
    yield tell_all(
        "5. Rulings, deadlines, language, place, pause and end are for all sides: one asks, the others agree; nobody is"
        " bound by silence where a secret would open."
    )
    yield tell_all(
        "6. Whoever is away says until when; their time to answer stands still until then, at most thirty days."
        " Somebody may sit in for them."
    )
    yield tell_all(
        "7. A referee, if there is one, answers 3 and 5 for all and reads no secret. Who manages the server can free a"
        " seat or close a campaign."
    )
