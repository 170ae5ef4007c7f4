"""What is the same in every campaign, whatever its game: seats, undo, rulings, dice, the end, verification."""

from rules.campaign.audit import Audit, audit, audit_steps
from rules.campaign.campaign import Campaign
from rules.campaign.deciding import Decision
from rules.campaign.history import History
from rules.campaign.state import DiceKind, Founding

__all__ = ["Audit", "Campaign", "Decision", "DiceKind", "Founding", "History", "audit", "audit_steps"]
