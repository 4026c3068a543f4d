-- Programs whose tools an organization's sessions have.
CREATE TABLE mcp_server (
  mcp_server_id text PRIMARY KEY,
  account_id    text NOT NULL REFERENCES account,
  org_id        text NOT NULL REFERENCES organization,
  name          text NOT NULL,
  transport     text NOT NULL CHECK (transport IN ('http', 'stdio')),
  url           text,
  headers       text NOT NULL,
  command       text,
  args          text[] NOT NULL,
  environment   text[] NOT NULL,
  allowed_tools text[],
  is_enabled    boolean NOT NULL,
  created_by    text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  UNIQUE (org_id, name),
  CHECK ((transport = 'http') = (url IS NOT NULL)),
  CHECK ((transport = 'stdio') = (command IS NOT NULL))
);
COMMENT ON COLUMN mcp_server.headers IS 'JSON: names, and the keys of the secrets that are their values';
COMMENT ON COLUMN mcp_server.environment IS 'keys of the secrets that the program gets';
COMMENT ON COLUMN mcp_server.allowed_tools IS 'null: all';
CREATE INDEX mcp_server_newest ON mcp_server (account_id, org_id, created_at DESC, mcp_server_id DESC);
CREATE TRIGGER mcp_server_holds_organization BEFORE INSERT ON mcp_server
  FOR EACH ROW EXECUTE FUNCTION belonging_holds_organization();
