-- Sessions that agents have started (ADR 0064).
CREATE TABLE child_session (
  session_id        text PRIMARY KEY REFERENCES session,
  parent_session_id text NOT NULL REFERENCES session ON DELETE CASCADE,
  root_session_id   text NOT NULL REFERENCES session ON DELETE CASCADE,
  depth             integer NOT NULL CHECK (depth > 0),
  name              text NOT NULL,
  on_parent_end     text NOT NULL CHECK (on_parent_end IN ('end', 'keep')),
  to_follow         text CHECK (to_follow IN ('ended', 'archived')),
  UNIQUE (parent_session_id, name)
);
COMMENT ON COLUMN child_session.root_session_id IS 'the one above all, which no agent has started';
COMMENT ON COLUMN child_session.name IS 'as its parent calls it';
COMMENT ON COLUMN child_session.to_follow IS 'what became of its parent and is still to become of it';
CREATE INDEX child_session_root ON child_session (root_session_id);
CREATE INDEX child_session_to_follow ON child_session (session_id) WHERE to_follow IS NOT NULL;

ALTER TABLE session ADD COLUMN wait_sessions text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN session.wait_sessions IS 'with wait_for child: it wakes when one of these does not work any more';
CREATE INDEX session_waits_for_child ON session (session_id) WHERE wait_for = 'child';

-- Whether its agent has something to do, or waits for that.
CREATE FUNCTION session_works(status text, detail text, prior_detail text, wait_for text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN CASE status
    WHEN 'RUNNING' THEN detail = 'WORKING'
    WHEN 'RESUMING' THEN coalesce(prior_detail, 'WORKING') NOT IN ('FINISHED', 'WAITING_FOR_USER', 'WAITING_FOR_APPROVAL')
    WHEN 'SUSPENDED' THEN wait_for IS NOT NULL
    ELSE status IN ('NEW', 'CLAIMED') END;

-- Whether a child's budget is set aside in its parent's: from its start to the end of its task, and when it works again.
CREATE FUNCTION holds_budget(status text, detail text, wait_for text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN CASE status
    WHEN 'RUNNING' THEN detail IS DISTINCT FROM 'FINISHED'
    WHEN 'SUSPENDED' THEN wait_for IS NOT NULL
    ELSE status IN ('NEW', 'CLAIMED', 'RESUMING') END;

-- What a session and all below it have used, by what is booked.
CREATE FUNCTION tree_used(of_session text) RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH RECURSIVE tree AS (
    SELECT of_session AS id
    UNION ALL
    SELECT k.session_id FROM tree t JOIN child_session k ON k.parent_session_id = t.id
  )
  SELECT sum(s.acus_consumed) FROM tree t JOIN session s ON s.session_id = t.id
$$;

-- The same with what model calls in flight can cost and with what is set aside for children that work. The subject counts as
-- one that works, and with what its next call needs.
CREATE FUNCTION tree_needed(of_session text, subject text) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT acus(s.machine_seconds,
              s.model_dollars + CASE WHEN s.status = 'RUNNING' OR s.session_id = subject THEN s.reserved_dollars ELSE 0 END,
              s.seconds_per_acu, s.dollars_per_acu)
         + coalesce((SELECT sum(CASE WHEN holds_budget(c.status, c.status_detail, c.wait_for) OR c.session_id = subject
                                     THEN greatest(c.max_acu_limit, tree_needed(c.session_id, subject))
                                     ELSE tree_needed(c.session_id, subject) END)
                       FROM child_session k JOIN session c ON c.session_id = k.session_id
                      WHERE k.parent_session_id = of_session), 0)
    FROM session s WHERE s.session_id = of_session
$$;

-- The limits of a session and of all above it, its own first.
CREATE FUNCTION tree_limits(of_session text) RETURNS TABLE (level integer, acu_limit integer, used numeric, needed numeric)
  LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT of_session AS id, 0 AS level
    UNION ALL
    SELECT k.parent_session_id, c.level + 1 FROM chain c JOIN child_session k ON k.session_id = c.id
  )
  SELECT c.level, least(s.max_acu_limit, o.max_session_acu_limit), tree_used(c.id), tree_needed(c.id, of_session)
    FROM chain c JOIN session s ON s.session_id = c.id JOIN organization o ON o.org_id = s.org_id
   WHERE least(s.max_acu_limit, o.max_session_acu_limit) IS NOT NULL
   ORDER BY c.level
$$;
