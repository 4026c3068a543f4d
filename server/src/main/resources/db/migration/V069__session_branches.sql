-- What sessions have pushed: the commits to which they have set branches of repositories, or were about to.
CREATE TABLE session_branch (
  session_id text NOT NULL REFERENCES session ON DELETE CASCADE,
  host text NOT NULL,
  path text NOT NULL,
  ref text NOT NULL,
  commit_id text NOT NULL,
  accepted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (session_id, host, path, ref, commit_id)
);
COMMENT ON COLUMN session_branch.accepted IS 'the host has said so; it may have been so for one that nobody heard an answer of';
