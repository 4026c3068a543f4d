-- A browser's sign-in: it stands for a key and ends with it, at the latest at expires_at.
CREATE TABLE web_session (
  token_sha256 bytea PRIMARY KEY,
  key_id       text NOT NULL REFERENCES api_key,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL
);
CREATE INDEX web_session_expiry ON web_session (expires_at);
