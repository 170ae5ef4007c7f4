-- What is kept of people beside the logs: how each wants to be reached, who sat where, notes to oneself. And where the
-- messages stand that go away again.

CREATE TABLE person (
    user INTEGER PRIMARY KEY,
    body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE TABLE seated (
    user     INTEGER NOT NULL,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    PRIMARY KEY (user, campaign)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO seated (user, campaign) SELECT founder, id FROM campaign;
INSERT OR IGNORE INTO seated (user, campaign)
    SELECT json_extract(event.value, '$.player'), entry.campaign FROM entry, json_each(entry.events) AS event
    WHERE json_extract(event.value, '$.type') = 'joined';

CREATE TABLE note (
    id       INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    user     INTEGER NOT NULL,
    turn     INTEGER NOT NULL,                 -- the turn of the game with which it is due
    body     TEXT NOT NULL,
    told     INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1))
) STRICT;

CREATE INDEX note_of ON note (user);
CREATE INDEX note_due ON note (campaign, turn) WHERE told = 0;

ALTER TABLE post ADD COLUMN channel INTEGER;   -- where a message stands that goes away again
CREATE INDEX post_passing ON post (campaign) WHERE channel IS NOT NULL;
