-- Instructions that a session follows. Macros are unique among those of an organization and of the enterprise: two of one
-- organization by the index, one of each by a lock of the writer.
CREATE TABLE playbook (
  playbook_id              text PRIMARY KEY,
  account_id               text NOT NULL REFERENCES account,
  org_id                   text REFERENCES organization,
  title                    text NOT NULL,
  body                     text NOT NULL,
  macro                    text,
  structured_output_schema text,
  created_by               text NOT NULL,
  updated_by               text NOT NULL,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN playbook.org_id IS 'null for a playbook of the whole enterprise';
COMMENT ON COLUMN playbook.structured_output_schema IS 'JSON as it was sent';
CREATE INDEX playbook_newest ON playbook (account_id, org_id, created_at DESC, playbook_id DESC);
CREATE UNIQUE INDEX playbook_macro ON playbook (account_id, coalesce(org_id, ''), lower(macro)) WHERE macro IS NOT NULL;

-- Running sessions keep the playbook that they were started with.
ALTER TABLE session
  ADD COLUMN child_playbook_id text,
  ADD COLUMN playbook_text     text;
COMMENT ON COLUMN session.playbook_text IS 'the playbook as it was when the session was created';

-- The name of a human, a service user or a key, living or not.
CREATE FUNCTION principal_name(id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT coalesce(name, email) FROM human WHERE user_id = id),
                  (SELECT name FROM service_user WHERE service_user_id = id),
                  (SELECT name FROM api_key WHERE key_id = id))
$$;
