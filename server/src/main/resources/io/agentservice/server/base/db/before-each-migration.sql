-- PostgreSQL 15.20 and 17.12 (not 15.18 and 18.6) alter no table whose row type a function uses whose body is parsed when it is
-- made (BEGIN ATOMIC). V031 makes one of sessions, and migrations after it alter these: from here on it is the same as a text.
DO $$
BEGIN
  IF EXISTS (
    SELECT FROM pg_proc
    WHERE proname = 'book_acus' AND pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND prosqlbody IS NOT NULL
  ) THEN
    CREATE OR REPLACE FUNCTION book_acus(s session, at timestamptz, acus numeric) RETURNS void LANGUAGE sql AS $body$
      INSERT INTO acu_booking AS b (session_id, booked_at, acus)
      VALUES (s.session_id, date_trunc('second', at), acus)
      ON CONFLICT (session_id, booked_at) DO UPDATE SET acus = b.acus + excluded.acus;
      INSERT INTO acu_day AS d (session_id, day, account_id, org_id, owner_id, product, acus)
      VALUES (s.session_id, billing_day(at), s.account_id, s.org_id, coalesce(s.user_id, s.service_user_id), s.product, acus)
      ON CONFLICT (session_id, day) DO UPDATE SET acus = d.acus + excluded.acus;
    $body$;
  END IF;
END $$;
