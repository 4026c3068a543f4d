-- Which server the machine of a session was connected to last, and where other servers reach that one. A row is as old as the
-- last connection, be it there still or not: that server knows.
CREATE TABLE machine_place (
  session_id text PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  epoch bigint NOT NULL,
  connection bigint NOT NULL,
  address text NOT NULL
);
