-- Schedules act for somebody who may still do so; a run says which tags its session did not get.
ALTER TABLE schedule
  ADD COLUMN owned_by      text,
  ADD COLUMN paused_reason text;
COMMENT ON COLUMN schedule.owned_by IS 'who took it over; null: who made it';
COMMENT ON COLUMN schedule.paused_reason IS 'why the service switched it off; null: it did not';
ALTER TABLE schedule_run ADD COLUMN dropped_tags text[] NOT NULL DEFAULT '{}';
