-- Tokens for MCP servers, and servers of one session alone.
ALTER TABLE mcp_server ADD COLUMN oauth text;
COMMENT ON COLUMN mcp_server.oauth IS 'JSON: client_id, the key of the secret, token_url, scope; null: none';

CREATE TABLE session_mcp_server (
  session_id text NOT NULL REFERENCES session ON DELETE CASCADE,
  name       text NOT NULL,
  content    text NOT NULL,
  PRIMARY KEY (session_id, name)
);
COMMENT ON COLUMN session_mcp_server.content IS 'JSON, as of one of the organization; secrets by their keys';
