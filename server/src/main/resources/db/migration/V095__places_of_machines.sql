-- Which server the machine of a session is connected to, and where other servers reach that one. The server's process has an id of
-- its own, so that none that comes after it at its address is taken for it. A server removes its rows as connections end; one that
-- dies leaves them, and a row counts only as long as its connection is the session's.
CREATE TABLE machine_place (
  session_id text PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  epoch bigint NOT NULL,
  connection bigint NOT NULL,
  server text NOT NULL,
  address text NOT NULL
);
