-- Hosts of git repositories, each with a token that opens it.
CREATE TABLE git_connection (
  git_connection_id text PRIMARY KEY,
  account_id        text NOT NULL REFERENCES account,
  name              text,
  host              text NOT NULL,
  provider          text NOT NULL,
  token             bytea NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN git_connection.host IS 'a name with an optional port, as given';
COMMENT ON COLUMN git_connection.token IS 'encrypted';
CREATE UNIQUE INDEX git_connection_name ON git_connection (account_id, name);
CREATE INDEX git_connection_newest ON git_connection (account_id, created_at DESC, git_connection_id DESC);

-- What organizations may reach through them. That an item is there once is seen to under the organization's lock.
CREATE TABLE git_permission (
  git_permission_id text PRIMARY KEY,
  account_id        text NOT NULL REFERENCES account,
  org_id            text NOT NULL REFERENCES organization,
  git_connection_id text NOT NULL REFERENCES git_connection,
  kind              text NOT NULL CHECK (kind IN ('REPO_PATH', 'GROUP_PREFIX', 'PREFIX_PATH')),
  path              text COLLATE "C" NOT NULL,
  read_only         boolean NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN git_permission.path IS 'owner/repo; of a group with one slash at its end; as a prefix any text';
CREATE INDEX git_permission_newest ON git_permission (account_id, org_id, created_at DESC, git_permission_id DESC);
CREATE INDEX git_permission_of_organization ON git_permission (org_id);
CREATE INDEX git_permission_connection ON git_permission (git_connection_id);
