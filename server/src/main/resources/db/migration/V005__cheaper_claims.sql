-- The condition named the phase in lower case, so no entry was ever in the index and every look for lapses read the table.
DROP INDEX queue_entry_deadline;
CREATE INDEX queue_entry_deadline ON queue_entry (claim_deadline) WHERE phase = 'CLAIMED' AND removed_at IS NULL;
CREATE INDEX queue_entry_outpost ON queue_entry (outpost_id) WHERE removed_at IS NULL;
CREATE INDEX queue_entry_tombstone ON queue_entry (removed_at) WHERE removed_at IS NOT NULL;

-- A status in a condition of an index makes every change of status write all indexes of the session anew.
DROP INDEX session_unplaced;
CREATE INDEX session_unplaced ON session (account_id) WHERE outpost_id IS NULL;

-- Room for the next version of a row on its own page.
ALTER TABLE session SET (fillfactor = 80);
ALTER TABLE queue_entry SET (fillfactor = 80);

-- Both are written by transactions that hold the session's lock, and sessions are never deleted: a check per row only costs.
ALTER TABLE event DROP CONSTRAINT event_session_id_fkey;
ALTER TABLE connect_token DROP CONSTRAINT connect_token_session_id_fkey;
