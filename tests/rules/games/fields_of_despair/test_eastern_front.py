"""8.0: troops from the Eastern Front."""

from tests.rules.games.fields_of_despair.campaign import Campaign


def test_troops_from_the_east_in_turn_7() -> None:
    campaign = Campaign(turn=7).to("from_the_east", 2)
    told = campaign.do("from_the_east", value=25)
    assert "CP track: 96 + 25 = **121**" in told
    assert "Score (9.0, 15.3): Final Push." in told, "it is scored in each turn"
    assert (campaign.state.total, campaign.state.turn) == (121, 8)
