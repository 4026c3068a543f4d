-- When sessions are to be made by themselves.
CREATE TABLE schedule (
  schedule_id          text PRIMARY KEY,
  account_id           text NOT NULL REFERENCES account,
  org_id               text NOT NULL REFERENCES organization,
  name                 text,
  prompt               text NOT NULL,
  schedule_type        text NOT NULL,
  cron                 text,
  timezone             text NOT NULL,
  interval_count       integer NOT NULL,
  scheduled_at         timestamptz,
  is_enabled           boolean NOT NULL,
  agent                text NOT NULL,
  playbook_id          text,
  notify_on            text NOT NULL,
  bypass_approval      boolean NOT NULL,
  tags                 text[] NOT NULL,
  platform             text,
  slack_channel_id     text,
  slack_team_id        text,
  target_session_id    text,
  run_as_user_id       text,
  created_by           text NOT NULL,
  last_edited_by       text NOT NULL,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  next_run_at          timestamptz,
  last_executed_at     timestamptz,
  last_error_at        timestamptz,
  last_error_message   text,
  consecutive_failures integer NOT NULL DEFAULT 0
);
COMMENT ON COLUMN schedule.name IS 'null: the beginning of the prompt';
COMMENT ON COLUMN schedule.next_run_at IS 'null while it is off or has nothing left to do';
CREATE INDEX schedule_newest ON schedule (account_id, org_id, created_at DESC, schedule_id DESC);
CREATE INDEX schedule_due ON schedule (next_run_at) WHERE next_run_at IS NOT NULL;

-- One row for each time that a schedule was due: whoever writes it runs it.
CREATE TABLE schedule_run (
  schedule_id   text NOT NULL REFERENCES schedule ON DELETE CASCADE,
  due_at        timestamptz NOT NULL,
  session_id    text,
  error_message text,
  run_at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (schedule_id, due_at)
);
