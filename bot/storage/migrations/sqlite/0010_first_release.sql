-- The database of the first release, 0.2.0.

-- A log that can be read in ten years: the data that a campaign is played with is kept, by its digest.

CREATE TABLE document (
    digest TEXT PRIMARY KEY CHECK (length(digest) = 64),   -- SHA-256 of the body, in hexadecimal
    body   TEXT NOT NULL CHECK (json_valid(body))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER document_is_not_changed BEFORE UPDATE ON document BEGIN
    SELECT RAISE(ABORT, 'a document is not changed');
END;
CREATE TRIGGER document_is_not_erased BEFORE DELETE ON document BEGIN
    SELECT RAISE(ABORT, 'a document is not erased');
END;

-- A campaign and its log. Nothing is ever changed or erased: undo and the end are entries. But whoever asks for it is
-- forgotten: an entry may lose who it names and what they wrote, once its seal as it was is kept, so that the chain of
-- the record stays what it was. The chain of the rows is linked anew then.

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
    seed        BLOB NOT NULL CHECK (length(seed) = 32),
    rules       TEXT NOT NULL DEFAULT '',
    data        TEXT REFERENCES document (digest),
    terms       TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(terms)),
    start       TEXT CHECK (length(start) = 64),  -- the hash of its beginning as it was, once somebody was forgotten
    hash        TEXT NOT NULL CHECK (length(hash) = 64)   -- of this row: the chain of its entries begins with it
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
    rules       TEXT NOT NULL DEFAULT '',
    seal        TEXT CHECK (length(seal) = 64),   -- its seal as it was, once somebody was forgotten
    number      INTEGER CHECK (number > 0),   -- by which everybody knows it; a private deed has none
    hash        TEXT NOT NULL CHECK (length(hash) = 64),   -- over the hash of the entry before it and over this row
    PRIMARY KEY (campaign, seq),
    FOREIGN KEY (campaign, undoes) REFERENCES entry (campaign, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER campaign_is_not_erased BEFORE DELETE ON campaign BEGIN
    SELECT RAISE(ABORT, 'a campaign is not erased');
END;
CREATE TRIGGER entry_is_not_erased BEFORE DELETE ON entry BEGIN
    SELECT RAISE(ABORT, 'an entry is not erased');
END;

CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign
WHEN new.start IS NULL OR coalesce(old.start, new.start) <> new.start
  OR (new.id, new.interaction, new.at, new.guild, new.channel, new.game, new.seat, new.dice, new.seed, new.rules, new.terms)
  <> (old.id, old.interaction, old.at, old.guild, old.channel, old.game, old.seat, old.dice, old.seed, old.rules, old.terms)
  OR new.data IS NOT old.data
BEGIN
    SELECT RAISE(ABORT, 'a campaign is not changed');
END;

CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
WHEN (new.seal IS NULL AND (new.user, new.command, new.events) <> (old.user, old.command, old.events))
  OR (old.seal IS NOT NULL AND new.seal IS NOT old.seal)
  OR (new.campaign, new.seq, new.interaction, new.at, new.dice, new.rules)
  <> (old.campaign, old.seq, old.interaction, old.at, old.dice, old.rules)
  OR new.seat IS NOT old.seat OR new.undoes IS NOT old.undoes
BEGIN
    SELECT RAISE(ABORT, 'an entry is not changed');
END;

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
    channel  INTEGER,                          -- where a message stands that goes away again
    UNIQUE (campaign, kind, seq)
) STRICT;

CREATE INDEX post_due ON post (due) WHERE ended IS NULL;
CREATE INDEX post_stopped ON post (campaign) WHERE ended = 'stopped';

CREATE INDEX entry_undoes ON entry (campaign, undoes) WHERE undoes IS NOT NULL;
CREATE INDEX entry_number ON entry (campaign, number) WHERE number IS NOT NULL;
-- Discord counts its messages up, so the newest of a campaign has the greatest id, whatever it is about.
CREATE INDEX post_message ON post (campaign, message) WHERE message IS NOT NULL;
CREATE INDEX post_passing ON post (campaign) WHERE channel IS NOT NULL;
CREATE INDEX post_panel ON post (campaign, message) WHERE kind = 'panel';

-- What is kept of people beside the logs: how each wants to be reached, who sat where.

CREATE TABLE person (
    user INTEGER PRIMARY KEY,
    body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE TABLE seated (
    user     INTEGER NOT NULL,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    PRIMARY KEY (user, campaign)
) STRICT, WITHOUT ROWID;

-- What is kept of servers: what their managers have set, and since when the bot has welcomed them.

CREATE TABLE server (
    guild    INTEGER PRIMARY KEY,
    body     TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(body)),
    welcomed INTEGER NOT NULL DEFAULT 0        -- when the bot came to the server that it welcomed last
) STRICT;

-- Where campaigns are played, now and before. The log says by whom; this finds them.

CREATE TABLE home (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    since    INTEGER NOT NULL,                 -- milliseconds since 1970
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,                 -- a channel or a thread
    until    INTEGER,                          -- when it moved on; nothing where it is now
    PRIMARY KEY (campaign, since)
) STRICT, WITHOUT ROWID;

CREATE INDEX home_now ON home (campaign) WHERE until IS NULL;
CREATE INDEX home_channel ON home (channel, campaign);
CREATE INDEX home_guild ON home (guild, campaign) WHERE until IS NULL;

-- Who was forgotten in a campaign, as a hash by which they are known again if they want a seat there.
CREATE TABLE stranger (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    salt     BLOB NOT NULL CHECK (length(salt) = 16),
    hash     BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (campaign, salt)
) STRICT, WITHOUT ROWID;
