-- What version 1 of the API asks for, and shows, of a session.
ALTER TABLE session
  ADD COLUMN created_by      text,
  ADD COLUMN snapshot_id     text,
  ADD COLUMN unlisted        boolean NOT NULL DEFAULT false,
  ADD COLUMN resumed_at      timestamptz,
  ADD COLUMN asked_by_page   boolean NOT NULL DEFAULT false,
  ADD COLUMN ended_by_itself boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN session.created_by IS 'who made it, also on behalf of another: user, service user, or a nameless key';
COMMENT ON COLUMN session.snapshot_id IS 'shown, without effect';
COMMENT ON COLUMN session.unlisted IS 'left out of lists of others than its maker';
COMMENT ON COLUMN session.resumed_at IS 'when it last came from resuming to running';
COMMENT ON COLUMN session.asked_by_page IS 'whether the last request that put it to sleep or woke it came from the web app';
COMMENT ON COLUMN session.ended_by_itself IS 'by its idle time, and not by a request, a limit or a failure';
