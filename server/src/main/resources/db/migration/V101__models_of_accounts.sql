-- Models of all organizations of an account.
CREATE TABLE account_model (
  model_id          text PRIMARY KEY,
  account_id        text NOT NULL REFERENCES account,
  name              text NOT NULL,
  provider          text NOT NULL,
  provider_model    text NOT NULL,
  base_url          text,
  sealed_keys       bytea NOT NULL,
  key_count         integer NOT NULL,
  context_tokens    integer,
  output_tokens     integer,
  input_price       numeric,
  output_price      numeric,
  cache_read_price  numeric,
  cache_write_price numeric,
  effort            text,
  takes_images      boolean NOT NULL,
  fallback          text,
  is_default        boolean NOT NULL,
  created_by        text NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, name)
);
COMMENT ON COLUMN account_model.sealed_keys IS 'a JSON list, encrypted';
CREATE UNIQUE INDEX account_model_default ON account_model (account_id) WHERE is_default;
CREATE INDEX account_model_newest ON account_model (account_id, created_at DESC, model_id DESC);
