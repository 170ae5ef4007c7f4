"""8.0: troops from the Eastern Front."""

from tests.rules.games.fields_of_despair.campaign import Campaign


def test_troops_from_the_east_in_turn_7() -> None:
    campaign = Campaign(turn=7).to("from_the_east", 2)
    assert "CP track: 96 + 25 = **121**" in campaign.do("from_the_east", value=25)
    assert (campaign.state.total, campaign.state.turn) == (121, 8)
