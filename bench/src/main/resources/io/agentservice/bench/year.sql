-- In the order in which they stand; everything is spread evenly over the year, the newest is of now.
INSERT INTO organization (org_id, account_id, name)
SELECT 'org-' || lpad(to_hex(i), 32, '0'), account_id, 'bench ' || i FROM account, generate_series(1, 20) i;

INSERT INTO session (session_id, account_id, org_id, status, title, user_id, playbook_id, origin, category, tags,
                     model_dollars, created_at, updated_at)
SELECT 'agent-' || lpad(to_hex(i), 32, '0'), account_id,
       'org-' || lpad(to_hex(CASE WHEN i % 2 = 0 THEN 1 ELSE 1 + i % 20 END), 32, '0'), 'EXIT',
       'Mend the failing test ' || i, 'user-' || i % 5000, CASE WHEN i % 3 = 0 THEN 'playbook-' || i % 50 END,
       (ARRAY['api', 'webapp', 'slack', 'cli'])[1 + i % 4],
       (ARRAY['bug_fixing', 'feature_development', 'other', NULL])[1 + i / 7 % 4], ARRAY['t' || i % 100],
       (i::bigint * 7919 % 50000) / 1000.0, made, made
  FROM account, generate_series(1, :sessions) i,
       LATERAL (SELECT now() - (:sessions - i) * (interval '365 days' / :sessions) AS made) AS at;

INSERT INTO acu_day (session_id, day, account_id, org_id, owner_id, product, acus)
SELECT session_id, billing_day(created_at), account_id, org_id, user_id, 'agent', acus_consumed FROM session
 WHERE acus_consumed > 0;

INSERT INTO acu_booking (session_id, booked_at, acus)
SELECT session_id, date_trunc('second', created_at) + n * interval '1 second', acus_consumed / 4
  FROM session, generate_series(0, 3) n WHERE acus_consumed > 0;

INSERT INTO event (session_id, seq, epoch, type, data, created_at)
SELECT session_id, n, 1, 'model_turn', '{"text": "what the model said and what it asked for"}', created_at
  FROM session, generate_series(1, :events) n;

INSERT INTO pull_request (session_id, account_id, org_id, pr_url, state, taken_over, found_at)
SELECT session_id, account_id, org_id, 'https://git.example/o/r/pull/' || session_id,
       (ARRAY['open', 'closed', 'merged'])[1 + n / 3 % 3], n % 10 = 0, created_at
  FROM (SELECT *, row_number() OVER (ORDER BY session_id) AS n FROM session) s WHERE n % 3 = 0;

INSERT INTO search (search_id, account_id, org_id, query, repo_names, origin, status, result_count, user_id, created_at)
SELECT 'search-' || substr(session_id, 7), account_id, org_id, 'where is it mended', '{}', 'api', 'completed', 3, user_id,
       created_at
  FROM (SELECT *, row_number() OVER (ORDER BY session_id) AS n FROM session) s WHERE n % 5 = 0;

-- Not to be sealed: that goes on beside the requests for minutes.
ALTER TABLE audit_log DISABLE TRIGGER audit_log_unsealed;

INSERT INTO audit_log (audit_log_id, account_id, org_id, action, user_id, data, created_at)
SELECT 'audit-' || substr(session_id, 7), account_id, org_id,
       CASE WHEN n % 1000 = 0 THEN 'create_secret' ELSE 'create_session' END, user_id,
       jsonb_build_object('session_id', session_id), created_at
  FROM (SELECT *, row_number() OVER (ORDER BY session_id) AS n FROM session) s;

ALTER TABLE audit_log ENABLE TRIGGER audit_log_unsealed;

VACUUM ANALYZE;

CHECKPOINT
