-- What lists show of a session is followed by the transactions that changed it (ADR 0078). Old rows are not there: nobody follows them.
-- A table of its own: an index over a column of the session that moves with each change would have each change write all indexes of the session anew.
CREATE TABLE session_change (
  session_id text PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  org_id     text NOT NULL,
  changed_in xid8 NOT NULL,
  turned_in  xid8
);
COMMENT ON COLUMN session_change.changed_in IS 'the transaction of the last of its changes that lists show';
COMMENT ON COLUMN session_change.turned_in IS 'that in which it last came to wait for people, or to its end';
CREATE INDEX session_change_order ON session_change (org_id, changed_in);

ALTER TABLE session ADD COLUMN version bigint NOT NULL DEFAULT 1;
COMMENT ON COLUMN session.version IS 'counts the changes that lists show';

CREATE FUNCTION count_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

-- Cost moves with each call of a model; lists follow it by tenths of a dollar and minutes.
CREATE TRIGGER session_changes BEFORE UPDATE ON session
  FOR EACH ROW WHEN (
    (OLD.status, OLD.status_detail, OLD.prior_detail, OLD.is_archived, OLD.title, OLD.tags, OLD.outpost_id, OLD.category, OLD.user_id,
     OLD.wait_for, OLD.wait_until, OLD.error_code, OLD.error_message, trunc(OLD.model_dollars, 1), trunc(OLD.machine_seconds / 60), OLD.version)
    IS DISTINCT FROM
    (NEW.status, NEW.status_detail, NEW.prior_detail, NEW.is_archived, NEW.title, NEW.tags, NEW.outpost_id, NEW.category, NEW.user_id,
     NEW.wait_for, NEW.wait_until, NEW.error_code, NEW.error_message, trunc(NEW.model_dollars, 1), trunc(NEW.machine_seconds / 60), NEW.version))
  EXECUTE FUNCTION count_session_change();

CREATE FUNCTION note_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  turned xid8;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.status, OLD.status_detail) IS DISTINCT FROM (NEW.status, NEW.status_detail) THEN
    turned := pg_current_xact_id();
  END IF;
  INSERT INTO session_change AS c (session_id, org_id, changed_in, turned_in)
  VALUES (NEW.session_id, NEW.org_id, pg_current_xact_id(), turned)
  ON CONFLICT (session_id) DO UPDATE
     SET changed_in = excluded.changed_in, turned_in = coalesce(excluded.turned_in, c.turned_in);
  RETURN NULL;
END $$;
CREATE TRIGGER session_made AFTER INSERT ON session FOR EACH ROW EXECUTE FUNCTION note_session_change();
CREATE TRIGGER session_changed AFTER UPDATE ON session
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_session_change();

CREATE FUNCTION note_pull_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE session SET version = version + 1 WHERE session_id = NEW.session_id;
  RETURN NULL;
END $$;
CREATE TRIGGER pull_request_changes AFTER INSERT OR UPDATE OF state ON pull_request
  FOR EACH ROW EXECUTE FUNCTION note_pull_request();
