-- Row 38 of sessions.md: what an agent waits for while its session sleeps, until when at most, and when it is next tried to wake it.
ALTER TABLE session
  ADD COLUMN wait_for   text,
  ADD COLUMN wait_until timestamptz,
  ADD COLUMN wake_at    timestamptz;

CREATE INDEX session_wakes ON session (wake_at) WHERE wake_at IS NOT NULL;
