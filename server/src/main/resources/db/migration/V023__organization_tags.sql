-- Tags that sessions of an organization may have; while there are none, any.
CREATE TABLE organization_tag (
  org_id text NOT NULL REFERENCES organization,
  tag    text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, tag)
);
ALTER TABLE organization ADD COLUMN default_tag text;
COMMENT ON COLUMN organization.default_tag IS 'of sessions that are created without tags; one of organization_tag';
