-- Set-ups of repositories that have begun and of whose end nothing was told yet.
CREATE TABLE repository_setup_run (
  session_id text PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  repository text NOT NULL
);
COMMENT ON COLUMN repository_setup_run.repository IS 'host/owner/repo';
INSERT INTO repository_setup_run (session_id, repository)
SELECT r.session_id, r.host || '/' || r.repo_path
  FROM repository_setup r JOIN session s USING (session_id)
 WHERE s.status NOT IN ('EXIT', 'ERROR') AND s.status_detail IS DISTINCT FROM 'FINISHED' AND s.prior_detail IS DISTINCT FROM 'FINISHED';
