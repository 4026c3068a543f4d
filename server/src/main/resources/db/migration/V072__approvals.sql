-- Calls of the agent that a person is to approve, one after the other in a session.
CREATE TABLE approval (
  event_id text PRIMARY KEY,
  session_id text NOT NULL REFERENCES session,
  call_id text NOT NULL,
  tool text NOT NULL,
  input jsonb NOT NULL,
  rules text[] NOT NULL,
  unclear text,
  created_at timestamptz NOT NULL DEFAULT now(),
  answer text CHECK (answer IN ('approved', 'approved_for_session', 'refused', 'withdrawn')),
  reason text,
  user_id text,
  username text,
  answered_at timestamptz,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
COMMENT ON COLUMN approval.call_id IS 'the model''s id of the call';
COMMENT ON COLUMN approval.rules IS 'what asks for it; approved for the session, they ask no more';
COMMENT ON COLUMN approval.unclear IS 'why it can''t be told what a command runs';
COMMENT ON COLUMN approval.username IS 'as it was when he answered';
CREATE INDEX approval_session_id ON approval (session_id, event_id);
CREATE UNIQUE INDEX approval_open ON approval (session_id) WHERE answer IS NULL;

ALTER TABLE organization ADD COLUMN approvals text NOT NULL DEFAULT 'never' CHECK (approvals IN ('never', 'risky', 'always'));
ALTER TABLE organization ADD COLUMN approval_commands text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN organization.approval_commands IS 'commands that are risky beside those that the service knows';
ALTER TABLE session ADD COLUMN approvals text CHECK (approvals IN ('never', 'risky', 'always'));
COMMENT ON COLUMN session.approvals IS 'null: as its organization';
