-- What is to be posted in the channels, when, and what became of it; and shortcuts through long logs.

CREATE TABLE post (
    id       INTEGER PRIMARY KEY,              -- the order within a campaign
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    kind     TEXT NOT NULL,
    seq      INTEGER NOT NULL,                 -- the entry that it is about; 0 is the founding
    due      INTEGER NOT NULL,                 -- milliseconds since 1970
    tries    INTEGER NOT NULL DEFAULT 0,
    ended    TEXT CHECK (ended IN ('posted', 'nothing', 'stopped')),
    message  INTEGER,
    UNIQUE (campaign, kind, seq)
) STRICT;

CREATE INDEX post_due ON post (due) WHERE ended IS NULL;
CREATE INDEX post_message ON post (campaign, seq) WHERE message IS NOT NULL;
CREATE INDEX post_stopped ON post (campaign) WHERE ended = 'stopped';

CREATE TABLE snapshot (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (campaign, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_undoes ON entry (campaign, undoes) WHERE undoes IS NOT NULL;
