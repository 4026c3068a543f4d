-- What those who sign in to the web app want of it, and the filters of lists that they have given names.
CREATE TABLE preference (
  principal_id text PRIMARY KEY,
  account_id   text NOT NULL REFERENCES account,
  notices      text[] NOT NULL,
  shortcuts    boolean NOT NULL,
  theme        text NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
  updated_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN preference.principal_id IS 'a human, or a service user with whose key somebody signs in';
COMMENT ON COLUMN preference.notices IS 'of what the desktop tells';

CREATE TABLE saved_view (
  principal_id text NOT NULL REFERENCES preference ON DELETE CASCADE,
  account_id   text NOT NULL REFERENCES account,
  org_id       text NOT NULL REFERENCES organization,
  position     integer NOT NULL,
  name         text NOT NULL,
  query        text NOT NULL,
  PRIMARY KEY (principal_id, position)
);
COMMENT ON COLUMN saved_view.query IS 'of the address of the list of sessions';
CREATE INDEX saved_view_of_organization ON saved_view (org_id);
CREATE TRIGGER saved_view_holds_organization BEFORE INSERT ON saved_view
  FOR EACH ROW EXECUTE FUNCTION belonging_holds_organization();
