-- Discord counts its messages up, so the newest of a campaign has the greatest id, whatever it is about.

DROP INDEX post_message;
CREATE INDEX post_message ON post (campaign, message) WHERE message IS NOT NULL;
