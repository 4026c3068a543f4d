-- Who a human is at the identity provider, from his first sign-in with it on.
ALTER TABLE human
  ADD COLUMN oidc_issuer  text,
  ADD COLUMN oidc_subject text;
CREATE UNIQUE INDEX human_oidc_subject ON human (account_id, oidc_subject, oidc_issuer) WHERE deleted_at IS NULL;
