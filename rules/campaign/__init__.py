"""What is the same in every campaign, whatever its game: seats, undo, rulings, dice, the end, verification."""

from rules.campaign.decider.audit import Audit, audit, audit_steps
from rules.campaign.decider.campaign import Campaign, History
from rules.campaign.decider.deciding import Decision
from rules.campaign.state.state import DiceKind, Founding

__all__ = ["Audit", "Campaign", "Decision", "DiceKind", "Founding", "History", "audit", "audit_steps"]
