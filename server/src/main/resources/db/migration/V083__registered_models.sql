-- Models that organizations have set up for their sessions.
CREATE TABLE registered_model (
  model_id          text PRIMARY KEY,
  account_id        text NOT NULL REFERENCES account,
  org_id            text NOT NULL REFERENCES organization,
  name              text NOT NULL,
  provider          text NOT NULL CHECK (provider IN ('anthropic', 'openai')),
  provider_model    text NOT NULL,
  base_url          text,
  key_secret        text,
  context_tokens    integer,
  output_tokens     integer,
  input_price       numeric,
  output_price      numeric,
  cache_read_price  numeric,
  cache_write_price numeric,
  effort            text,
  takes_images      boolean NOT NULL,
  created_by        text NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  UNIQUE (org_id, name),
  CHECK (base_url IS NOT NULL OR key_secret IS NOT NULL),
  CHECK (num_nulls(input_price, output_price, cache_read_price, cache_write_price) IN (0, 4))
);
COMMENT ON COLUMN registered_model.provider IS 'whose protocol it speaks';
COMMENT ON COLUMN registered_model.base_url IS 'null: the provider''s own';
COMMENT ON COLUMN registered_model.key_secret IS 'key of the secret that is its key; null: its server wants none';
COMMENT ON COLUMN registered_model.input_price IS 'US dollars for a million tokens, as the others; null: the list price';
CREATE INDEX registered_model_newest ON registered_model (account_id, org_id, created_at DESC, model_id DESC);
CREATE TRIGGER registered_model_holds_organization BEFORE INSERT ON registered_model
  FOR EACH ROW EXECUTE FUNCTION belonging_holds_organization();
