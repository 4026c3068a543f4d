-- What one server asks of a machine that is connected to another, and the answer; for seconds. Not logged: after a crash
-- of the database nobody waits for it any more.
CREATE UNLOGGED TABLE file_question (
  question_id text PRIMARY KEY,
  session_id text NOT NULL REFERENCES session ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('LIST', 'READ')),
  path text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_at timestamptz,
  refusal text,
  -- Secrets are masked in it. Null: no answer yet.
  body bytea
);

CREATE INDEX file_question_session ON file_question (session_id);
