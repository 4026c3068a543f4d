-- A request and its answer are one transaction now: there is no row of a request that is not done.
DELETE FROM idempotency WHERE status IS NULL OR answer IS NULL;
ALTER TABLE idempotency
  ALTER COLUMN status SET NOT NULL,
  ALTER COLUMN answer SET NOT NULL;
COMMENT ON COLUMN idempotency.answer IS 'encrypted';
