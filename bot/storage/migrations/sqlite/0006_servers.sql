-- What is kept of servers: what their managers have set, and since when the bot has welcomed them. And on which terms a
-- campaign was founded.

CREATE TABLE server (
    guild    INTEGER PRIMARY KEY,
    body     TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(body)),
    welcomed INTEGER NOT NULL DEFAULT 0        -- when the bot came to the server that it welcomed last
) STRICT;

ALTER TABLE campaign ADD COLUMN terms TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(terms));
