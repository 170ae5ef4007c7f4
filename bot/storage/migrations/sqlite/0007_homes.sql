-- Where campaigns are played, now and before, and which of them are in the trash. The log says by whom; this finds them.

CREATE TABLE home (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    since    INTEGER NOT NULL,                 -- milliseconds since 1970
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,                 -- a channel or a thread
    until    INTEGER,                          -- when it moved on; nothing where it is now
    trashed  INTEGER,                          -- since when it is in the trash
    PRIMARY KEY (campaign, since)
) STRICT, WITHOUT ROWID;

INSERT INTO home (campaign, since, guild, channel) SELECT id, at, guild, channel FROM campaign;

CREATE INDEX home_now ON home (campaign) WHERE until IS NULL;
CREATE INDEX home_channel ON home (channel, campaign);
CREATE INDEX home_guild ON home (guild, campaign) WHERE until IS NULL;
