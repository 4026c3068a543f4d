-- Repositories are kept as they were written and compared by host and path, which are taken out of the text when it is.
ALTER TABLE session ADD COLUMN repo_paths text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN session.repo_paths IS 'the paths of repos, owner/repo, by which sessions are found';
UPDATE session
   SET repo_paths = ARRAY(SELECT regexp_replace(regexp_replace(repo, '^https?://[^/]+/', ''), '(.)\.git$', '\1')
                            FROM unnest(repos) AS repo)
 WHERE repos <> '{}';

ALTER TABLE note ADD COLUMN pinned_host text, ADD COLUMN pinned_path text;
COMMENT ON COLUMN note.pinned_repo IS 'owner/repo, host/owner/repo, or all: given to every session there without asking';
COMMENT ON COLUMN note.pinned_host IS 'the host of pinned_repo; null: any';
COMMENT ON COLUMN note.pinned_path IS 'pinned_repo without its host';
UPDATE note SET pinned_path = pinned_repo WHERE pinned_repo IS NOT NULL;
