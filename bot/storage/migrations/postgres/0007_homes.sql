-- Where campaigns are played, now and before, and which of them are in the trash. The log says by whom; this finds them.

CREATE TABLE home (
    campaign BIGINT NOT NULL REFERENCES campaign (id),
    since    BIGINT NOT NULL,                 -- milliseconds since 1970
    guild    BIGINT NOT NULL,
    channel  BIGINT NOT NULL,                 -- a channel or a thread
    until    BIGINT,                          -- when it moved on; nothing where it is now
    trashed  BIGINT,                          -- since when it is in the trash
    PRIMARY KEY (campaign, since)
);

INSERT INTO home (campaign, since, guild, channel) SELECT id, at, guild, channel FROM campaign;

CREATE INDEX home_now ON home (campaign) WHERE until IS NULL;
CREATE INDEX home_channel ON home (channel, campaign);
CREATE INDEX home_guild ON home (guild, campaign) WHERE until IS NULL;
