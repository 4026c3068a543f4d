-- Each record's place in its account's chain (ADR 35). A table of its own, so that no record is ever updated.
CREATE TABLE audit_seal (
  account_id    text NOT NULL,
  position      bigint NOT NULL,
  audit_log_id  text NOT NULL UNIQUE,
  previous_hash text NOT NULL,
  hash          text NOT NULL,
  sealed_at     timestamptz NOT NULL,
  PRIMARY KEY (account_id, position)
);

-- Written with the record, in its transaction; taken away by whoever seals it.
CREATE TABLE audit_unsealed (
  account_id   text NOT NULL,
  audit_log_id text NOT NULL,
  PRIMARY KEY (account_id, audit_log_id)
);
INSERT INTO audit_unsealed SELECT account_id, audit_log_id FROM audit_log;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seal_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
