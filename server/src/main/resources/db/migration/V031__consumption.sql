-- What was used when (ADR 0021): each growth of a session's ACUs, whoever books it, on the second it happened. Differences of
-- the rounded figure add up to it exactly.
CREATE TABLE acu_booking (
  session_id text NOT NULL,
  booked_at  timestamptz NOT NULL,
  acus       numeric NOT NULL,
  PRIMARY KEY (session_id, booked_at)
);

-- The same by day of billing, with whose it is: what figures over long times are summed from. No foreign keys: what was used
-- stays in the figures when a session is erased.
CREATE TABLE acu_day (
  session_id text NOT NULL,
  day        date NOT NULL,
  account_id text NOT NULL,
  org_id     text NOT NULL,
  owner_id   text,
  product    text NOT NULL,
  acus       numeric NOT NULL,
  PRIMARY KEY (session_id, day)
) WITH (fillfactor = 80);
COMMENT ON COLUMN acu_day.day IS 'the UTC date on which it begins, at 08:00';
COMMENT ON COLUMN acu_day.owner_id IS 'the human, else the service user; null for a legacy key of nobody';
-- Without the sum, so that booking on a day writes no index anew.
CREATE INDEX acu_day_account ON acu_day (account_id, day);
CREATE INDEX acu_day_organization ON acu_day (org_id, day);
CREATE INDEX acu_day_owner ON acu_day (owner_id, day);

ALTER TABLE session ADD COLUMN product text NOT NULL DEFAULT 'agent';
COMMENT ON COLUMN session.product IS 'as what its use counts: agent or review';

CREATE FUNCTION billing_day(at timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ((at AT TIME ZONE 'UTC') - interval '8 hours')::date;
COMMENT ON FUNCTION billing_day IS 'the day of billing that a time falls in';

CREATE FUNCTION billing_day_begins(day date) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (day + time '08:00') AT TIME ZONE 'UTC';

CREATE FUNCTION book_acus(s session, at timestamptz, acus numeric) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO acu_booking AS b (session_id, booked_at, acus)
  VALUES (s.session_id, date_trunc('second', at), acus)
  ON CONFLICT (session_id, booked_at) DO UPDATE SET acus = b.acus + excluded.acus;
  INSERT INTO acu_day AS d (session_id, day, account_id, org_id, owner_id, product, acus)
  VALUES (s.session_id, billing_day(at), s.account_id, s.org_id, coalesce(s.user_id, s.service_user_id), s.product, acus)
  ON CONFLICT (session_id, day) DO UPDATE SET acus = d.acus + excluded.acus;
END;

-- A trigger, so that no statement that books can forget it.
CREATE FUNCTION book_growth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM book_acus(NEW, now(), NEW.acus_consumed - OLD.acus_consumed);
  RETURN NULL;
END $$;
CREATE TRIGGER session_books_acus AFTER UPDATE OF machine_seconds, model_dollars ON session
  FOR EACH ROW WHEN (OLD.acus_consumed IS DISTINCT FROM NEW.acus_consumed) EXECUTE FUNCTION book_growth();

-- Of sessions from before nobody knows the days; most ran on the one on which they were created.
SELECT book_acus(session, created_at, acus_consumed) FROM session WHERE acus_consumed > 0;
