-- Every filter of the lists of sessions finds its rows by an index, and the account's list goes by one. None names what changes while a session runs,
-- so that such changes stay on the row's page; updated_at has one of page ranges, which does not hinder that either.
CREATE INDEX session_newest_of_account ON session (account_id, created_at DESC, session_id DESC);
CREATE INDEX session_tags ON session USING gin (tags);
CREATE INDEX session_repo_paths ON session USING gin (repo_paths);
CREATE INDEX session_playbook ON session (playbook_id, created_at DESC) WHERE playbook_id IS NOT NULL;
CREATE INDEX session_schedule ON session (schedule_id, created_at DESC) WHERE schedule_id IS NOT NULL;
CREATE INDEX session_of_service_user ON session (service_user_id, created_at DESC) WHERE service_user_id IS NOT NULL;
CREATE INDEX session_origin ON session (account_id, origin, created_at DESC) WHERE origin <> 'api';
CREATE INDEX session_category ON session (account_id, category, created_at DESC) WHERE category IS NOT NULL;
CREATE INDEX session_archived ON session (account_id, created_at DESC) WHERE is_archived;
CREATE INDEX session_failed ON session (account_id, created_at DESC) WHERE error_code IS NOT NULL;
CREATE INDEX session_updated ON session USING brin (updated_at) WITH (pages_per_range = 16, autosummarize = on);
