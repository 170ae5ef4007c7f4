-- A campaign and its log. Nothing is ever changed or erased: undo and the end are entries.

CREATE TABLE campaign (
    id          INTEGER PRIMARY KEY,
    interaction INTEGER NOT NULL UNIQUE,
    at          INTEGER NOT NULL,              -- milliseconds since 1970, from the interaction
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,              -- a channel or a thread
    founder     INTEGER NOT NULL,
    game        TEXT NOT NULL,
    name        TEXT NOT NULL,
    seat        TEXT NOT NULL,
    dice        TEXT NOT NULL CHECK (dice IN ('sealed', 'physical')),
    seed        BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT;

CREATE INDEX campaign_in_channel ON campaign (channel, id);

CREATE TABLE entry (
    campaign    INTEGER NOT NULL REFERENCES campaign (id),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    interaction INTEGER NOT NULL UNIQUE,
    at          INTEGER NOT NULL,
    user        INTEGER NOT NULL,
    seat        TEXT,
    command     TEXT NOT NULL CHECK (json_valid(command)),
    events      TEXT NOT NULL CHECK (json_valid(events)),
    dice        TEXT NOT NULL CHECK (json_valid(dice)),
    undoes      INTEGER,
    PRIMARY KEY (campaign, seq),
    FOREIGN KEY (campaign, undoes) REFERENCES entry (campaign, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign BEGIN
    SELECT RAISE(ABORT, 'a campaign is not changed');
END;
CREATE TRIGGER campaign_is_not_erased BEFORE DELETE ON campaign BEGIN
    SELECT RAISE(ABORT, 'a campaign is not erased');
END;
CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry BEGIN
    SELECT RAISE(ABORT, 'an entry is not changed');
END;
CREATE TRIGGER entry_is_not_erased BEFORE DELETE ON entry BEGIN
    SELECT RAISE(ABORT, 'an entry is not erased');
END;
