-- Web Push (ADR 0113): the browsers that people let us tell, what they were told, and who reads what right now.
CREATE TABLE push_key (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key  bytea NOT NULL,
  private_key bytea NOT NULL
);
COMMENT ON COLUMN push_key.private_key IS 'sealed under the master key; browsers know the installation by this pair for ever';

CREATE TABLE push_subscription (
  push_subscription_id text PRIMARY KEY,
  account_id      text NOT NULL REFERENCES account,
  user_id         text NOT NULL,
  endpoint_sha256 bytea NOT NULL UNIQUE,
  host            text NOT NULL,
  sealed          bytea NOT NULL,
  name            text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  last_outcome    text,
  last_at         timestamptz
);
COMMENT ON COLUMN push_subscription.sealed IS 'address and keys: whoever has them can write to the browser';
CREATE INDEX push_subscription_of_person ON push_subscription (account_id, user_id, created_at);

-- Nothing is kept of whoever is removed.
CREATE FUNCTION forget_push_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_notice WHERE account_id = NEW.account_id AND user_id = NEW.user_id;
  DELETE FROM push_reader WHERE user_id = NEW.user_id;
  DELETE FROM push_subscription WHERE account_id = NEW.account_id AND user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER human_leaves_browsers AFTER UPDATE OF deleted_at ON human
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_push_subscriptions();

CREATE TABLE push_notice (
  push_notice_id  text PRIMARY KEY,
  account_id      text NOT NULL REFERENCES account,
  user_id         text NOT NULL,
  session_id      text NOT NULL REFERENCES session ON DELETE CASCADE,
  push_subscription_id text NOT NULL,
  turned_in       xid8 NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('asks', 'approval', 'finished', 'failed')),
  attempts        integer NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL DEFAULT now(),
  next_at         timestamptz NOT NULL DEFAULT now(),
  ended_at        timestamptz,
  outcome         text,
  UNIQUE (session_id, turned_in, push_subscription_id)
);
COMMENT ON COLUMN push_notice.turned_in IS 'the transaction in which the session came to that; see session_change';
COMMENT ON COLUMN push_notice.next_at IS 'when somebody tries; whoever does moves it on first, so that one server does';
CREATE INDEX push_notice_due ON push_notice (next_at) WHERE outcome IS NULL;
CREATE INDEX push_notice_of_person ON push_notice (account_id, user_id, created_at);
CREATE INDEX push_notice_ended ON push_notice (ended_at);

CREATE TABLE push_reader (
  session_id text NOT NULL REFERENCES session ON DELETE CASCADE,
  user_id    text NOT NULL,
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (session_id, user_id)
);

-- Up to which transaction the sessions that turned were looked at.
CREATE TABLE push_position (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  looked_until xid8 NOT NULL
);
INSERT INTO push_position (looked_until) VALUES (pg_snapshot_xmin(pg_current_snapshot()));

CREATE INDEX session_change_turned ON session_change (turned_in);
