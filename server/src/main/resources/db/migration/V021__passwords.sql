ALTER TABLE human ADD COLUMN password_once boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN human.password_once IS 'good for one sign-in, which sets another one';

-- A try counts as a failure from its beginning until it succeeds, so tries at the same time can't exceed the limit.
CREATE TABLE sign_in_failure (
  failure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject    text NOT NULL,
  failed_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failure_subject ON sign_in_failure (subject, failed_at);
COMMENT ON COLUMN sign_in_failure.subject IS 'an address, or the name that was typed';
