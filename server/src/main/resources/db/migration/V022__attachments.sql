-- Files that people give to sessions, and agents to people. A row comes before its bytes and goes after them, so that no bytes
-- are without a row: what a crash leaves behind is COMING for a day, or GOING.
CREATE TABLE attachment (
  attachment_id text PRIMARY KEY,
  account_id    text NOT NULL REFERENCES account,
  org_id        text NOT NULL REFERENCES organization,
  state         text NOT NULL DEFAULT 'COMING',
  source        text NOT NULL,
  name          text NOT NULL DEFAULT '',
  content_type  text,
  size_bytes    bigint NOT NULL DEFAULT 0,
  sha256        text NOT NULL DEFAULT '',
  used          boolean NOT NULL DEFAULT false,
  created_at    timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN attachment.state IS 'COMING: its bytes are being written; KEPT; GOING: its bytes are being removed';
COMMENT ON COLUMN attachment.source IS 'user or agent';
COMMENT ON COLUMN attachment.used IS 'a session has it, so it lives as long as the organization';
CREATE INDEX attachment_passing ON attachment (created_at) WHERE NOT used OR state <> 'KEPT';
CREATE INDEX attachment_organization ON attachment (org_id);

CREATE TABLE session_attachment (
  session_id    text NOT NULL REFERENCES session ON DELETE CASCADE,
  attachment_id text NOT NULL REFERENCES attachment ON DELETE CASCADE,
  file_name     text,
  call_id       text,
  PRIMARY KEY (session_id, attachment_id)
);
COMMENT ON COLUMN session_attachment.file_name IS 'under which it lies in the session''s work directory; null for one of the agent';
COMMENT ON COLUMN session_attachment.call_id IS 'the tool call by which the agent gave it; null for one of a user';
CREATE UNIQUE INDEX session_attachment_call ON session_attachment (session_id, call_id);
CREATE UNIQUE INDEX session_attachment_file ON session_attachment (session_id, file_name);
CREATE INDEX session_attachment_attachment ON session_attachment (attachment_id);

ALTER TABLE message
  ADD COLUMN attachment_ids   text[] NOT NULL DEFAULT '{}',
  ADD COLUMN attachment_links text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN message.attachment_links IS 'addresses elsewhere that were attached';
