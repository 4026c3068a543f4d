-- The database itself notes what is to be sealed (ADR 35): a server of the release before, which runs on during an upgrade, does not.
-- Until the end of this transaction nobody seals, or a record could be noted again whose seal is being written.
LOCK TABLE audit_seal IN SHARE MODE;

CREATE FUNCTION note_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed SELECT account_id, audit_log_id FROM written ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_unsealed AFTER INSERT ON audit_log
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_unsealed();

INSERT INTO audit_unsealed
SELECT account_id, audit_log_id FROM audit_log a
 WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.audit_log_id = a.audit_log_id)
ON CONFLICT DO NOTHING;
