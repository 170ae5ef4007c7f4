"""Questions under seal: a player asks some seats, each answers in secret, and the answers are opened together."""

from rules.campaign.features.sealed_questions import answering, asking
from rules.campaign.features.sealed_questions.kept import Questions
from rules.campaign.state.feature import Feature
from rules.campaign.state.state import CampaignState


def _has_offers(campaign: CampaignState) -> bool:
    """Return whether a question is open, or the game has its sides declare something."""
    return bool(campaign.of(Questions).open) or any(campaign.game.enquiries(campaign.state))


FEATURE = Feature((asking, answering), answering.offers, _has_offers)
