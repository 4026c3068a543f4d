-- Notes, and the folders of an organization's notes. Notes of the whole enterprise have neither organization nor folder.

CREATE TABLE folder (
  folder_id        text PRIMARY KEY,
  org_id           text NOT NULL REFERENCES organization,
  parent_folder_id text REFERENCES folder,
  name             text NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX folder_name ON folder (org_id, coalesce(parent_folder_id, ''), name);
CREATE INDEX folder_parent ON folder (parent_folder_id) WHERE parent_folder_id IS NOT NULL;

CREATE TABLE note (
  note_id     text PRIMARY KEY,
  account_id  text NOT NULL REFERENCES account,
  org_id      text REFERENCES organization,
  folder_id   text REFERENCES folder,
  name        text NOT NULL,
  body        text NOT NULL,
  trigger     text NOT NULL,
  is_enabled  boolean NOT NULL,
  pinned_repo text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CHECK (org_id IS NOT NULL OR folder_id IS NULL)
);
COMMENT ON COLUMN note.trigger IS 'when an agent should read the note, in words';
COMMENT ON COLUMN note.pinned_repo IS 'owner/repo, or all: given to every session there without asking';
CREATE INDEX note_newest ON note (account_id, org_id, created_at DESC, note_id DESC);
CREATE INDEX note_folder ON note (folder_id) WHERE folder_id IS NOT NULL;

-- The path of a folder, e.g. /backend/api; / for none. Folders are nested at most 10 deep.
CREATE FUNCTION folder_path(id text) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE upward (parent_folder_id, path) AS (
    SELECT parent_folder_id, '/' || name FROM folder WHERE folder_id = id
    UNION ALL
    SELECT f.parent_folder_id, '/' || f.name || u.path
      FROM folder f JOIN upward u ON f.folder_id = u.parent_folder_id
  )
  SELECT coalesce((SELECT path FROM upward WHERE parent_folder_id IS NULL), '/')
$$;
