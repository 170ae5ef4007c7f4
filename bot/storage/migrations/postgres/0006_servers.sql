-- What is kept of servers: what their managers have set, and since when the bot has welcomed them. And on which terms a
-- campaign was founded.

CREATE TABLE server (
    guild    BIGINT PRIMARY KEY,
    body     TEXT NOT NULL DEFAULT '{}' CHECK (body::json IS NOT NULL),
    welcomed BIGINT NOT NULL DEFAULT 0         -- when the bot came to the server that it welcomed last
);

ALTER TABLE campaign ADD COLUMN terms TEXT NOT NULL DEFAULT '{}' CHECK (terms::json IS NOT NULL);
