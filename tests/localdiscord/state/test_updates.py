"""Who is told that something changed."""

from localdiscord.state.updates import Update, Updates


def test_subscribers_are_told_until_they_unsubscribe() -> None:
    updates, told = Updates(), list[tuple[str, Update]]()

    def once(update: Update) -> None:
        told.append(("once", update))
        updates.unsubscribe(once)

    def always(update: Update) -> None:
        told.append(("always", update))

    for each in (once, always):
        updates.subscribe(each)
    updates.publish("one", {"a": 1}, channel_id="2", only_for="3", guild_id="4")
    updates.publish("two", {})
    one, two = Update("one", {"a": 1}, channel_id="2", only_for="3", guild_id="4"), Update("two", {})
    assert told == [("once", one), ("always", one), ("always", two)]
