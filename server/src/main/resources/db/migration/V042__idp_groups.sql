-- Groups of the identity provider. One holds roles as members do: role_assignment.principal_id is its id.
CREATE TABLE idp_group (
  group_id   text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account,
  name       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX idp_group_name ON idp_group (account_id, name);

CREATE TABLE idp_group_member (
  user_id  text NOT NULL REFERENCES human,
  group_id text NOT NULL REFERENCES idp_group,
  PRIMARY KEY (user_id, group_id)
);
CREATE INDEX idp_group_member_group ON idp_group_member (group_id);
COMMENT ON TABLE idp_group_member IS 'who was in it when he last signed in';

-- Whoever holds roles; named_by is what paths call him.
CREATE OR REPLACE VIEW member AS
  SELECT user_id AS member_id, 'user' AS kind, account_id, NULL::text AS home_org_id, email, name, created_at, deleted_at,
         user_id AS named_by
    FROM human
  UNION ALL
  SELECT service_user_id, 'service_user', account_id, org_id, NULL, name, created_at, deleted_at, service_user_id
    FROM service_user
  UNION ALL
  SELECT group_id, 'idp_group', account_id, NULL, NULL, name, created_at, NULL, name
    FROM idp_group;

-- Every role that somebody holds: his own, and those of his groups.
CREATE VIEW held_role AS
  SELECT principal_id, org_id, role_id, NULL::text AS group_id
    FROM role_assignment
  UNION ALL
  SELECT m.user_id, r.org_id, r.role_id, m.group_id
    FROM idp_group_member m JOIN role_assignment r ON r.principal_id = m.group_id;
