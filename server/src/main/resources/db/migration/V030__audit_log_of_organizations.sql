CREATE INDEX audit_log_organization ON audit_log (account_id, org_id, created_at DESC, audit_log_id DESC)
  WHERE org_id IS NOT NULL;
