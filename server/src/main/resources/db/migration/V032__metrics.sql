-- The size of a session by what it used (sessions.md 7); the only place that knows the bounds.
CREATE FUNCTION session_size(acus numeric) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN acus < 1 THEN 'xs' WHEN acus < 3 THEN 's' WHEN acus < 8 THEN 'm' WHEN acus < 20 THEN 'l' ELSE 'xl' END;

-- Who was active when is answered by the index alone. What else it could hold changes during a session's life, and each change
-- would write every index of the session anew.
CREATE INDEX session_made ON session (account_id, created_at) INCLUDE (org_id, user_id);

-- Searches as figures count them. Nobody can search yet: there are none. Whoever brings searches puts them here.
CREATE VIEW search_made AS
  SELECT NULL::text AS search_id, NULL::text AS account_id, NULL::text AS org_id, NULL::text AS user_id,
         NULL::text AS service_user_id, NULL::text AS session_id, NULL::timestamptz AS created_at
   WHERE false;
COMMENT ON VIEW search_made IS 'session_id: the session that was started from it';
