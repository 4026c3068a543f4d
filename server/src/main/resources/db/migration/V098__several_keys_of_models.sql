-- A registered model may name further secrets that are asked with where the first is refused.
ALTER TABLE registered_model ADD COLUMN other_key_secrets text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN registered_model.other_key_secrets IS 'keys of the secrets that are sent where that of key_secret is refused, in this order';
