-- What a session used is kept as seconds of its machine and dollars of its model, exact, with the rates that it began with:
-- nothing is rounded before the end, and other settings change no figure of the past.
CREATE FUNCTION acus(machine_seconds numeric, model_dollars numeric, seconds_per_acu numeric, dollars_per_acu numeric)
  RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(greatest(machine_seconds / seconds_per_acu, model_dollars / dollars_per_acu), 6);
COMMENT ON FUNCTION acus IS 'the one place where ACUs are reckoned';

ALTER TABLE session RENAME connected_at TO machine_since;
ALTER TABLE session
  ADD COLUMN machine_seconds  numeric NOT NULL DEFAULT 0,
  ADD COLUMN model_dollars    numeric NOT NULL DEFAULT 0,
  ADD COLUMN reserved_dollars numeric NOT NULL DEFAULT 0,
  ADD COLUMN seconds_per_acu  numeric NOT NULL DEFAULT 900,
  ADD COLUMN dollars_per_acu  numeric NOT NULL DEFAULT 2;
COMMENT ON COLUMN session.machine_since IS 'machine time is booked up to here; null while no machine is attached';
COMMENT ON COLUMN session.reserved_dollars IS
  'the most that a model call in flight can cost; of a session that sleeps at its limit: what its next call needs';

UPDATE session SET machine_seconds = machine_acus * seconds_per_acu, model_dollars = model_acus * dollars_per_acu
 WHERE acus_consumed > 0;
ALTER TABLE session DROP COLUMN acus_consumed, DROP COLUMN machine_acus, DROP COLUMN model_acus;
ALTER TABLE session
  ADD COLUMN acus_consumed numeric
    GENERATED ALWAYS AS (acus(machine_seconds, model_dollars, seconds_per_acu, dollars_per_acu)) STORED;
