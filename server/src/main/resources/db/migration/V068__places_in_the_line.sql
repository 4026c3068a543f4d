-- A place in the line is counted by the index alone: a list shows it for each of its sessions.
CREATE INDEX queue_entry_waiting ON queue_entry (outpost_id, created_at, session_id)
  WHERE phase = 'PENDING' AND removed_at IS NULL;
