-- Hosts that people have allowed sessions beyond the network policies of their organizations.
CREATE TABLE granted_host (
  session_id text NOT NULL REFERENCES session,
  host text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, host)
);
COMMENT ON COLUMN granted_host.host IS 'a name in lower case, without a star';
