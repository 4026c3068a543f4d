-- Custom roles; the built-in ones are code. Permissions are names as on the wire.
CREATE TABLE role (
  role_id     text PRIMARY KEY,
  account_id  text NOT NULL REFERENCES account,
  name        text NOT NULL,
  role_type   text NOT NULL,
  permissions text[] NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX role_name ON role (account_id, name COLLATE "C");
CREATE INDEX role_assignment_role ON role_assignment (role_id);

CREATE UNIQUE INDEX human_email ON human (account_id, lower(email)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX service_user_name ON service_user (account_id, coalesce(org_id, ''), name)
  WHERE deleted_at IS NULL;

-- Whoever holds roles.
CREATE VIEW member AS
  SELECT user_id AS member_id, 'user' AS kind, account_id, NULL::text AS home_org_id, email, name, created_at, deleted_at
    FROM human
  UNION ALL
  SELECT service_user_id, 'service_user', account_id, org_id, NULL, name, created_at, deleted_at
    FROM service_user;
