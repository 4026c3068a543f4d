-- The beginning of the billing cycle that a time falls in: 08:00 UTC on that day (1..28) of a month.
CREATE FUNCTION billing_cycle(at timestamptz, day integer) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (date_trunc('month', (at AT TIME ZONE 'UTC') - make_interval(days => day - 1, hours => 8))
          + make_interval(days => day - 1, hours => 8)) AT TIME ZONE 'UTC';
COMMENT ON FUNCTION billing_cycle IS 'as BillingCycle in Java';
