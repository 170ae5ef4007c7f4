-- Who follows a campaign without a seat: they are told of each turn once.

CREATE TABLE watcher (
    user     INTEGER NOT NULL,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    turn     INTEGER,                          -- the turn that they were told of last; NULL once they watch no more
    PRIMARY KEY (user, campaign)
) STRICT, WITHOUT ROWID;

CREATE INDEX watcher_of ON watcher (campaign) WHERE turn IS NOT NULL;
