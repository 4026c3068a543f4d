-- How many workers serve an outpost is said where people choose one.
ALTER TABLE hypervisor ADD COLUMN outpost_id text REFERENCES outpost;
COMMENT ON COLUMN hypervisor.outpost_id IS 'whose queue it watched last; null: it never named one';
