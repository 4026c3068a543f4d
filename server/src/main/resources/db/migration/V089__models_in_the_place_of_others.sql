-- A registered model may be the one of sessions that name none, and may name another one that is asked when it fails.
ALTER TABLE registered_model
  ADD COLUMN fallback text,
  ADD COLUMN is_default boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN registered_model.fallback IS 'asked in its place, by the name that a session would keep; null: none';
COMMENT ON COLUMN registered_model.is_default IS 'asked by sessions that name none';
CREATE UNIQUE INDEX registered_model_default ON registered_model (org_id) WHERE is_default;
