-- What callers have asked of all servers within a minute. It need not outlive a crash of the database: not logged.
CREATE UNLOGGED TABLE rate_window (
  key        text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  used       bigint NOT NULL
);
