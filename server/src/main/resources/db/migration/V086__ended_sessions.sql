-- Sessions that ended long ago are erased, of each organization the longest ago first. Their end is written once, so that its
-- index does not hinder what changes while a session runs.
ALTER TABLE session ADD COLUMN ended_at timestamptz;
COMMENT ON COLUMN session.ended_at IS 'null while it can go on';
UPDATE session SET ended_at = updated_at WHERE status IN ('EXIT', 'ERROR');
CREATE INDEX session_ended ON session (org_id, ended_at) WHERE ended_at IS NOT NULL;
ALTER TABLE organization ADD COLUMN session_days integer CHECK (session_days BETWEEN 0 AND 3650);
COMMENT ON COLUMN organization.session_days IS '0: for ever; null: as the operator says for all';
