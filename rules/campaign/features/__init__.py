"""The features of campaigns, each registered by one line, in the order in which offers are listed.

A feature that leaves takes along its folder, its line and its tests.
"""

from operator import attrgetter

from rules.campaign.features import sealed_questions
from rules.campaign.life import ending, rolling, settings
from rules.campaign.questions import orders, requests, rulings
from rules.campaign.seats import away, seating
from rules.campaign.state.state import Feature
from rules.campaign.time import corrections, deadlines, redo, undo

FEATURES = (
    Feature((requests,), requests.offers, attrgetter("requests"), at_end=True),
    sealed_questions.FEATURE,
    Feature((corrections,), corrections.offers, attrgetter("last_correction"), on_screen=corrections.tellings),
    Feature((rulings,), rulings.offers, attrgetter("is_unplayed")),
    Feature((orders,), on_screen=orders.offers),
    Feature((seating, away)),
    Feature((settings, ending)),
    Feature((deadlines, undo, redo)),
    Feature((rolling,)),
)
