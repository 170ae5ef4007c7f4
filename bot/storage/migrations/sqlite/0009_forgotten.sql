-- Whoever asks for it is forgotten. The log is still never changed but for that: an entry may lose who it names and what
-- they wrote, once its seal as it was is kept, so that the chain of the record stays what it was.

ALTER TABLE campaign ADD COLUMN start TEXT CHECK (length(start) = 64);   -- the hash of its beginning as it was
ALTER TABLE entry ADD COLUMN seal TEXT CHECK (length(seal) = 64);        -- its seal as it was

DROP TRIGGER campaign_is_not_changed;
CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign
WHEN new.start IS NULL OR coalesce(old.start, new.start) <> new.start
  OR (new.id, new.interaction, new.at, new.guild, new.channel, new.game, new.seat, new.dice, new.seed, new.rules, new.terms)
  <> (old.id, old.interaction, old.at, old.guild, old.channel, old.game, old.seat, old.dice, old.seed, old.rules, old.terms)
  OR new.data IS NOT old.data
BEGIN
    SELECT RAISE(ABORT, 'a campaign is not changed');
END;
DROP TRIGGER entry_is_not_changed;
CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
WHEN new.seal IS NULL OR coalesce(old.seal, new.seal) <> new.seal
  OR (new.campaign, new.seq, new.interaction, new.at, new.dice, new.rules)
  <> (old.campaign, old.seq, old.interaction, old.at, old.dice, old.rules)
  OR new.seat IS NOT old.seat OR new.undoes IS NOT old.undoes
BEGIN
    SELECT RAISE(ABORT, 'an entry is not changed');
END;

-- Who was forgotten in a campaign, as a hash by which they are known again if they want a seat there.
CREATE TABLE stranger (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    salt     BLOB NOT NULL CHECK (length(salt) = 16),
    hash     BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (campaign, salt)
) STRICT, WITHOUT ROWID;
