-- Searches that were made in the indexed repositories of an organization.
CREATE TABLE search (
  search_id       text PRIMARY KEY,
  account_id      text NOT NULL REFERENCES account,
  org_id          text NOT NULL REFERENCES organization,
  query           text NOT NULL,
  repo_names      text[] NOT NULL,
  origin          text NOT NULL,
  status          text NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  result_count    integer,
  user_id         text,
  service_user_id text,
  session_id      text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  completed_at    timestamptz
);
COMMENT ON COLUMN search.session_id IS 'the session that was started from it';
CREATE INDEX search_list ON search (org_id, created_at DESC, search_id DESC);
CREATE INDEX search_account_list ON search (account_id, created_at DESC, search_id DESC);
-- Who was active is answered by the index alone.
CREATE INDEX search_made_when ON search (account_id, created_at) INCLUDE (org_id, user_id);
CREATE INDEX search_sessions ON search (account_id, session_id) WHERE session_id IS NOT NULL;

CREATE OR REPLACE VIEW search_made AS
  SELECT search_id, account_id, org_id, user_id, service_user_id, session_id, created_at FROM search;
COMMENT ON VIEW search_made IS 'session_id: the session that was started from it';
