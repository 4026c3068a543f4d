-- What an organization may use in a billing cycle, beside the limit in its own row: the smaller one counts.
CREATE TABLE acu_limit (
  org_id          text PRIMARY KEY REFERENCES organization,
  account_id      text NOT NULL REFERENCES account,
  cycle_acu_limit integer NOT NULL CHECK (cycle_acu_limit >= 0),
  created_at      timestamptz NOT NULL DEFAULT now()
);

-- Organizations that share a limit.
CREATE TABLE organization_group (
  account_id     text NOT NULL REFERENCES account,
  name           text NOT NULL,
  max_cycle_acus integer CHECK (max_cycle_acus >= 0),
  PRIMARY KEY (account_id, name)
);
CREATE TABLE organization_group_member (
  org_id     text PRIMARY KEY REFERENCES organization,
  account_id text NOT NULL,
  name       text NOT NULL,
  position   integer NOT NULL,
  FOREIGN KEY (account_id, name) REFERENCES organization_group ON DELETE CASCADE
);
CREATE INDEX organization_group_members ON organization_group_member (account_id, name, position);

-- Model calls of other running sessions that are being made: what they can come to, beyond what is booked.
CREATE FUNCTION acus_in_flight(account text, orgs text[], owner text, besides text) RETURNS numeric LANGUAGE sql STABLE
  RETURN (
    SELECT coalesce(sum(acus(s.machine_seconds, s.model_dollars + s.reserved_dollars, s.seconds_per_acu, s.dollars_per_acu)
                        - s.acus_consumed), 0)
      FROM queue_entry q JOIN session s ON s.session_id = q.session_id
     WHERE q.account_id = account AND q.removed_at IS NULL AND q.phase = 'CLAIMED' AND q.session_id <> besides
       AND s.status = 'RUNNING' AND s.reserved_dollars > 0
       AND (orgs IS NULL OR s.org_id = ANY (orgs))
       AND (owner IS NULL OR coalesce(s.user_id, s.service_user_id) = owner));

-- The limits by cycle that hold for a session, in their order (sessions.md 5), each with what counts against it: what is
-- booked, and with the calls that are being made and what the session's own next call is to cost.
CREATE FUNCTION cycle_limits(of_session text, cycle_day integer, account_limit integer, owner_limit integer, with_groups boolean)
  RETURNS TABLE (scope text, acu_limit integer, used numeric, needed numeric) LANGUAGE sql STABLE AS $$
  WITH this AS (
    SELECT s.session_id, s.account_id, s.org_id, coalesce(s.user_id, s.service_user_id) AS owner_id,
           billing_day(billing_cycle(now(), cycle_day)) AS since,
           acus(s.machine_seconds, s.model_dollars + s.reserved_dollars, s.seconds_per_acu, s.dollars_per_acu)
             - s.acus_consumed AS own
      FROM session s WHERE s.session_id = of_session
  ), limits AS (
    SELECT 1 AS nth, 'user' AS scope, owner_limit AS acu_limit, NULL::text[] AS orgs, t.owner_id AS owner
      FROM this t WHERE t.owner_id IS NOT NULL
    UNION ALL
    SELECT 2, 'org', least(o.max_cycle_acu_limit, l.cycle_acu_limit), ARRAY[t.org_id], NULL
      FROM this t JOIN organization o USING (org_id) LEFT JOIN acu_limit l USING (org_id)
    UNION ALL
    SELECT 3, 'group', g.max_cycle_acus,
           ARRAY(SELECT b.org_id FROM organization_group_member b WHERE b.account_id = m.account_id AND b.name = m.name), NULL
      FROM this t JOIN organization_group_member m USING (org_id)
      JOIN organization_group g ON g.account_id = m.account_id AND g.name = m.name
     WHERE with_groups
    UNION ALL
    SELECT 4, 'enterprise', account_limit, NULL, NULL FROM this
  ), counted AS (
    SELECT l.nth, l.scope, l.acu_limit,
           CASE WHEN l.owner IS NOT NULL THEN
                  (SELECT coalesce(sum(d.acus), 0) FROM acu_day d WHERE d.owner_id = l.owner AND d.day >= t.since)
                WHEN l.orgs IS NOT NULL THEN
                  (SELECT coalesce(sum(d.acus), 0) FROM acu_day d WHERE d.org_id = ANY (l.orgs) AND d.day >= t.since)
                ELSE (SELECT coalesce(sum(d.acus), 0) FROM acu_day d WHERE d.account_id = t.account_id AND d.day >= t.since)
            END AS used,
           acus_in_flight(t.account_id, l.orgs, l.owner, t.session_id) + t.own AS flying
      FROM limits l CROSS JOIN this t
     WHERE l.acu_limit IS NOT NULL
  )
  SELECT scope, acu_limit, used, used + flying FROM counted ORDER BY nth
$$;
