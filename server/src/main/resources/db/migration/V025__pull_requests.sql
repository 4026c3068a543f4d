-- Pull requests that sessions opened or pushed to: each address once a session, in the order in which they were found.
CREATE TABLE pull_request (
  session_id text NOT NULL REFERENCES session,
  account_id text NOT NULL,
  org_id     text NOT NULL,
  pr_url     text NOT NULL,
  state      text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'merged', 'draft')),
  taken_over boolean NOT NULL,
  found_at   timestamptz NOT NULL DEFAULT now(),
  merged_at  timestamptz,
  position   bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (session_id, pr_url)
);
COMMENT ON COLUMN pull_request.taken_over IS 'the session pushed to it and did not open it';
COMMENT ON COLUMN pull_request.merged_at IS 'when it was first known to be merged';
CREATE INDEX pull_request_found ON pull_request (org_id, found_at);
CREATE INDEX pull_request_found_in_account ON pull_request (account_id, found_at);
