"""Every feature is registered once, with all its commands and events."""

from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS, CAMPAIGN_EVENTS
from rules.campaign.features import FEATURES
from rules.campaign.state.state import CampaignCommand, CampaignEvent
from rules.command import kinds_of

CHAPTERS = [chapter for feature in FEATURES for chapter in feature.chapters]


def test_no_chapter_is_registered_twice() -> None:
    assert len({*CHAPTERS}) == len(CHAPTERS)


def test_every_command_and_event_belongs_to_a_feature() -> None:
    for kind, registered in ((CampaignCommand, CAMPAIGN_COMMANDS), (CampaignEvent, CAMPAIGN_EVENTS)):
        assert {each.__module__ for each in kinds_of(kind, "rules")} <= {chapter.__name__ for chapter in CHAPTERS}
        assert {*kinds_of(kind, "rules")} == {*registered.values()}
