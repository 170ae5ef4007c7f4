-- Who follows a campaign without a seat: they are told of each turn once.

CREATE TABLE watcher (
    "user"   BIGINT NOT NULL,
    campaign BIGINT NOT NULL REFERENCES campaign (id),
    turn     BIGINT,                           -- the turn that they were told of last; NULL once they watch no more
    PRIMARY KEY ("user", campaign)
);

CREATE INDEX watcher_of ON watcher (campaign) WHERE turn IS NOT NULL;
