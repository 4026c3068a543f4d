-- What a session's agent is told of the manner of its work (api-org.md 1.2).
ALTER TABLE session
  ADD COLUMN advanced_mode              text,
  ADD COLUMN structured_output_required boolean NOT NULL DEFAULT true,
  ADD COLUMN linked_session_ids         text[]  NOT NULL DEFAULT '{}';
COMMENT ON COLUMN session.advanced_mode IS 'a hint to the agent: analyze, create, improve, batch or manage';
COMMENT ON COLUMN session.structured_output_required IS 'whether its task is done only with an output that fits the schema';
COMMENT ON COLUMN session.linked_session_ids IS 'sessions of its organization whose log the agent may read, in the order given';
