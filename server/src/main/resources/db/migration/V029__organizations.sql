-- An organization that was deleted keeps its row and name; what it had is erased a week later.
ALTER TABLE organization
  ADD COLUMN sessions_ended boolean NOT NULL DEFAULT false,
  ADD COLUMN erased_at      timestamptz;
COMMENT ON COLUMN organization.sessions_ended IS 'deleted, and no session lives in it any more';
COMMENT ON COLUMN organization.erased_at IS 'deleted, and nothing of its content is left';
CREATE INDEX organization_newest ON organization (account_id, created_at DESC, org_id DESC) WHERE deleted_at IS NULL;
CREATE INDEX role_assignment_org ON role_assignment (org_id) WHERE org_id IS NOT NULL;

-- Sessions are erased some at a time: children may outlive their parents.
ALTER TABLE session
  DROP CONSTRAINT session_parent_session_id_fkey,
  ADD CONSTRAINT session_parent_session_id_fkey
    FOREIGN KEY (parent_session_id) REFERENCES session ON DELETE SET NULL;
