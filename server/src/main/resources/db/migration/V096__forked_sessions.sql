-- The session whose log a session began with, up to which event.
ALTER TABLE session ADD COLUMN forked_from_session_id text;
ALTER TABLE session ADD COLUMN forked_from_seq bigint;
