"""8.0: troops from the Eastern Front."""

from tests.rules.games.fields_of_despair.campaign import Campaign


def test_troops_from_the_east_in_turn_7() -> None:
    campaign = Campaign(turn=7)
    campaign.to("from_the_east", 2)
    assert "CP total: 96 + 25 = **121**" in campaign.do("from_the_east", value=25)
    campaign.do("next_turn")
    assert campaign.state.total == 121
