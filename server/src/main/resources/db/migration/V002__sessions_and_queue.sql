CREATE TABLE outpost (
  outpost_id      text PRIMARY KEY,
  account_id      text NOT NULL REFERENCES account,
  name            text NOT NULL,
  platform        text,
  description     text NOT NULL DEFAULT '',
  allowed_org_ids text[],
  created_at      timestamptz NOT NULL DEFAULT now(),
  deleted_at      timestamptz
);
COMMENT ON COLUMN outpost.platform IS 'null counts as linux';
COMMENT ON COLUMN outpost.allowed_org_ids IS 'null: every organization';
CREATE UNIQUE INDEX outpost_name ON outpost (account_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE session (
  session_id               text PRIMARY KEY,
  account_id               text NOT NULL REFERENCES account,
  org_id                   text NOT NULL REFERENCES organization,
  status                   text NOT NULL,
  status_detail            text,
  title                    text,
  user_id                  text,
  service_user_id          text,
  playbook_id              text,
  schedule_id              text,
  parent_session_id        text REFERENCES session,
  is_advanced              boolean NOT NULL DEFAULT false,
  is_archived              boolean NOT NULL DEFAULT false,
  structured_output        jsonb,
  structured_output_schema jsonb,
  origin                   text NOT NULL,
  category                 text,
  subcategory              text,
  agent_mode               text,
  platform                 text,
  outpost_id               text REFERENCES outpost,
  resumable                boolean NOT NULL DEFAULT true,
  bypass_approval          boolean NOT NULL DEFAULT false,
  max_acu_limit            integer,
  model                    text,
  repos                    text[] NOT NULL DEFAULT '{}',
  tags                     text[] NOT NULL DEFAULT '{}',
  error_code               text,
  error_message            text,
  machine_acus             numeric(18, 6) NOT NULL DEFAULT 0,
  model_acus               numeric(18, 6) NOT NULL DEFAULT 0,
  acus_consumed            numeric(18, 6) GENERATED ALWAYS AS (greatest(machine_acus, model_acus)) STORED,
  epoch                    bigint NOT NULL DEFAULT 0,
  last_seq                 bigint NOT NULL DEFAULT 0,
  connection               bigint NOT NULL DEFAULT 0,
  failures                 integer NOT NULL DEFAULT 0,
  has_connected            boolean NOT NULL DEFAULT false,
  connected_at             timestamptz,
  idle_since               timestamptz,
  prior_detail             text,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN session.epoch IS 'counts claims; a write under an older epoch changes nothing';
COMMENT ON COLUMN session.last_seq IS 'sequence number of the newest event';
COMMENT ON COLUMN session.connection IS 'counts the accepted connections of its remotes';
COMMENT ON COLUMN session.prior_detail IS 'status_detail to return to when a remote connects and nothing is queued';
CREATE INDEX session_newest ON session (org_id, created_at DESC, session_id DESC);
CREATE INDEX session_parent ON session (parent_session_id) WHERE parent_session_id IS NOT NULL;
CREATE INDEX session_unplaced ON session (account_id) WHERE outpost_id IS NULL AND status IN ('new', 'resuming');
CREATE INDEX session_idle ON session (idle_since) WHERE idle_since IS NOT NULL;

CREATE TABLE session_secret (
  session_id text NOT NULL REFERENCES session,
  key        text NOT NULL,
  value      bytea NOT NULL,
  sensitive  boolean NOT NULL,
  PRIMARY KEY (session_id, key)
);
COMMENT ON COLUMN session_secret.value IS 'encrypted; erased when the session ends';

CREATE TABLE message (
  event_id     text PRIMARY KEY,
  session_id   text NOT NULL REFERENCES session,
  source       text NOT NULL,
  message      text NOT NULL,
  origin       text,
  user_id      text,
  username     text,
  delivery     text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  position     bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX message_order ON message (session_id, position);

CREATE TABLE event (
  session_id text NOT NULL REFERENCES session,
  seq        bigint NOT NULL,
  epoch      bigint NOT NULL,
  type       text NOT NULL,
  data       jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, seq)
);

-- The feed's counter: taken last in a transaction and held to its commit, so positions become visible in order.
CREATE TABLE feed (
  account_id text PRIMARY KEY REFERENCES account,
  position   bigint NOT NULL DEFAULT 0,
  discarded  bigint NOT NULL DEFAULT 0
);
COMMENT ON COLUMN feed.discarded IS 'highest position of a tombstone that was already dropped';

CREATE TABLE queue_entry (
  session_id        text PRIMARY KEY REFERENCES session,
  account_id        text NOT NULL,
  outpost_id        text NOT NULL REFERENCES outpost,
  kind              text NOT NULL,
  platform          text NOT NULL,
  remote_binary_sha text,
  network_policy    jsonb NOT NULL,
  phase             text NOT NULL,
  acceptor_id       text,
  claim_deadline    timestamptz,
  session_status    text NOT NULL,
  position          bigint NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  removed_at        timestamptz
);
COMMENT ON COLUMN queue_entry.removed_at IS 'set on a tombstone, which a watch shows as DELETED';
CREATE INDEX queue_entry_position ON queue_entry (account_id, position);
CREATE INDEX queue_entry_deadline ON queue_entry (claim_deadline) WHERE phase = 'claimed' AND removed_at IS NULL;

CREATE TABLE connect_token (
  token_sha256 bytea PRIMARY KEY,
  session_id   text NOT NULL REFERENCES session,
  epoch        bigint NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE connect_token IS 'living tokens only: a revoked one is deleted';
CREATE INDEX connect_token_session ON connect_token (session_id);
