-- Whoever asks for it is forgotten. The log is still never changed but for that: an entry may lose who it names and what
-- they wrote, once its seal as it was is kept, so that the chain of the record stays what it was.

ALTER TABLE campaign ADD COLUMN start TEXT CHECK (length(start) = 64);   -- the hash of its beginning as it was
ALTER TABLE entry ADD COLUMN seal TEXT CHECK (length(seal) = 64);        -- its seal as it was

DROP TRIGGER campaign_is_not_changed ON campaign;
CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign FOR EACH ROW
    WHEN (new.start IS NULL OR coalesce(old.start, new.start) <> new.start
      OR (new.id, new.interaction, new.at, new.guild, new.channel, new.game, new.seat, new.dice, new.seed, new.rules,
          new.terms)
      <> (old.id, old.interaction, old.at, old.guild, old.channel, old.game, old.seat, old.dice, old.seed, old.rules,
          old.terms)
      OR new.data IS DISTINCT FROM old.data)
    EXECUTE FUNCTION refuse('a campaign is not changed');
DROP TRIGGER entry_is_not_changed ON entry;
CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry FOR EACH ROW
    WHEN (new.seal IS NULL OR coalesce(old.seal, new.seal) <> new.seal
      OR (new.campaign, new.seq, new.interaction, new.at, new.dice, new.rules)
      <> (old.campaign, old.seq, old.interaction, old.at, old.dice, old.rules)
      OR new.seat IS DISTINCT FROM old.seat OR new.undoes IS DISTINCT FROM old.undoes)
    EXECUTE FUNCTION refuse('an entry is not changed');

-- Who was forgotten in a campaign, as a hash by which they are known again if they want a seat there.
CREATE TABLE stranger (
    campaign BIGINT NOT NULL REFERENCES campaign (id),
    salt     BYTEA NOT NULL CHECK (length(salt) = 16),
    hash     BYTEA NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (campaign, salt)
);
