-- Apart from the column, so that nobody waits for it. Those that ended before it was there: when they were last changed.
UPDATE session SET ended_at = updated_at WHERE status IN ('EXIT', 'ERROR') AND ended_at IS NULL;
