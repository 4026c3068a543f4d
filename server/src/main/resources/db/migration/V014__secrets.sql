-- What an organization hands to its sessions and never shows again.
CREATE TABLE secret (
  secret_id    text PRIMARY KEY,
  account_id   text NOT NULL REFERENCES account,
  org_id       text NOT NULL REFERENCES organization,
  key          text NOT NULL,
  type         text NOT NULL,
  value        bytea NOT NULL,
  note         text,
  is_sensitive boolean NOT NULL,
  created_by   text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN secret.type IS 'cookie, key-value, totp, dictionary';
COMMENT ON COLUMN secret.value IS 'encrypted';
CREATE UNIQUE INDEX secret_key ON secret (org_id, key);
CREATE INDEX secret_newest ON secret (account_id, org_id, created_at DESC, secret_id DESC);

ALTER TABLE session ADD COLUMN secret_ids text[];
COMMENT ON COLUMN session.secret_ids IS 'the secrets of the organization that it gets; null: all';
