-- Ids are text: a prefix and the 32 hex digits of a UUIDv7. Times are timestamptz by the database's clock.

CREATE TABLE account (
  account_id text PRIMARY KEY,
  name       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Secrets of the installation that all nodes share, e.g. the key that signs cursors.
CREATE TABLE installation_secret (
  name  text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE organization (
  org_id                text PRIMARY KEY,
  account_id            text NOT NULL REFERENCES account,
  name                  text NOT NULL,
  max_session_acu_limit integer,
  max_cycle_acu_limit   integer,
  default_platform      text,
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  deleted_at            timestamptz
);
CREATE UNIQUE INDEX organization_name ON organization (account_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE human (
  user_id       text PRIMARY KEY,
  account_id    text NOT NULL REFERENCES account,
  email         text,
  name          text,
  password_hash text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  deleted_at    timestamptz
);

CREATE TABLE service_user (
  service_user_id text PRIMARY KEY,
  account_id      text NOT NULL REFERENCES account,
  org_id          text REFERENCES organization,
  name            text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  deleted_at      timestamptz
);
COMMENT ON COLUMN service_user.org_id IS 'null at enterprise level';

CREATE TABLE role_assignment (
  principal_id text NOT NULL,
  org_id       text REFERENCES organization,
  role_id      text NOT NULL
);
COMMENT ON COLUMN role_assignment.org_id IS 'null for the account role';
CREATE UNIQUE INDEX role_assignment_once ON role_assignment (principal_id, coalesce(org_id, ''));

CREATE TABLE api_key (
  key_id       text PRIMARY KEY,
  account_id   text NOT NULL REFERENCES account,
  kind         text NOT NULL,
  principal_id text NOT NULL,
  org_id       text REFERENCES organization,
  name         text NOT NULL,
  token_sha256 bytea NOT NULL UNIQUE,
  token_start  text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz
);
COMMENT ON COLUMN api_key.org_id IS 'the organization of a legacy key';
CREATE INDEX api_key_principal ON api_key (principal_id);

CREATE TABLE audit_log (
  audit_log_id      text PRIMARY KEY,
  account_id        text NOT NULL,
  org_id            text,
  action            text NOT NULL,
  user_id           text,
  user_email        text,
  service_user_id   text,
  service_user_name text,
  ip_address        text,
  request_id        text,
  data              jsonb NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_newest ON audit_log (account_id, created_at DESC, audit_log_id DESC);

CREATE TABLE idempotency (
  principal_id text NOT NULL,
  method       text NOT NULL,
  path         text NOT NULL,
  key          text NOT NULL,
  digest       bytea NOT NULL,
  status       integer,
  answer       bytea,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (principal_id, method, path, key)
);
COMMENT ON COLUMN idempotency.answer IS 'encrypted; null while the first request runs';
CREATE INDEX idempotency_age ON idempotency (created_at);
