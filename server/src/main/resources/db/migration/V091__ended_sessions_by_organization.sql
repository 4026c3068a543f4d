CREATE INDEX session_ended ON session (org_id, ended_at) WHERE ended_at IS NOT NULL;
