ALTER TABLE account ADD COLUMN violations bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN account.violations IS 'the number of the newest guardrail violation; numbers are never given twice';

CREATE TABLE guardrail_violation (
  account_id       text NOT NULL,
  violation_id     bigint NOT NULL,
  org_id           text NOT NULL,
  session_id       text NOT NULL,
  event_id         text NOT NULL,
  guardrail_id     text NOT NULL,
  guardrail_name   text NOT NULL,
  guardrail_type   text NOT NULL,
  user_message     text NOT NULL,
  reasoning        text NOT NULL,
  confidence_score double precision NOT NULL,
  action_taken     text NOT NULL,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (account_id, violation_id),
  UNIQUE (session_id, event_id, guardrail_id)
);
CREATE INDEX guardrail_violation_newest ON guardrail_violation (account_id, created_at DESC, violation_id DESC);
CREATE INDEX guardrail_violation_organization
  ON guardrail_violation (account_id, org_id, created_at DESC, violation_id DESC);
