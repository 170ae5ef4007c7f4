"""Questions under seal: a player asks some seats, each answers in secret, and the answers are opened together."""

from operator import attrgetter

from rules.campaign.features.sealed_questions import answering, asking
from rules.campaign.state.state import Feature

FEATURE = Feature((asking, answering), answering.offers, attrgetter("may_enquire"))
