-- Clients of version 1 ask for a shape in the prompt and read whatever object the agent gives (api-legacy.md 3).
ALTER TABLE session ADD COLUMN any_output boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN session.any_output IS 'without a schema: takes any JSON object as its structured output';
