-- A log that can be read in ten years: the data that a campaign is played with is kept beside it, by its digest, and each
-- entry names the version of the rules that decided it.

CREATE TABLE document (
    digest TEXT PRIMARY KEY CHECK (length(digest) = 64),   -- SHA-256 of the body, in hexadecimal
    body   TEXT NOT NULL CHECK (body::json IS NOT NULL)
);

CREATE TRIGGER document_is_not_changed BEFORE UPDATE ON document
    FOR EACH STATEMENT EXECUTE FUNCTION refuse('a document is not changed');
CREATE TRIGGER document_is_not_erased BEFORE DELETE OR TRUNCATE ON document
    FOR EACH STATEMENT EXECUTE FUNCTION refuse('a document is not erased');

ALTER TABLE campaign ADD COLUMN rules TEXT NOT NULL DEFAULT '';
ALTER TABLE campaign ADD COLUMN data TEXT REFERENCES document (digest);
ALTER TABLE entry ADD COLUMN rules TEXT NOT NULL DEFAULT '';
