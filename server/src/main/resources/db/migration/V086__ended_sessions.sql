-- Sessions that ended long ago are erased, of each organization the longest ago first. Their end is written once, so that its
-- index does not hinder what changes while a session runs.
ALTER TABLE session ADD COLUMN ended_at timestamptz;
COMMENT ON COLUMN session.ended_at IS 'null while it can go on';
-- A server of before ends sessions beside this one, and does not know the column.
CREATE FUNCTION session_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_at := now();
  RETURN NEW;
END
$$;
CREATE TRIGGER session_ends BEFORE UPDATE ON session
  FOR EACH ROW WHEN (NEW.status IN ('EXIT', 'ERROR') AND NEW.ended_at IS NULL) EXECUTE FUNCTION session_ends();
ALTER TABLE organization ADD COLUMN session_days integer CHECK (session_days BETWEEN 0 AND 3650);
COMMENT ON COLUMN organization.session_days IS '0: for ever; null: as the operator says for all';
