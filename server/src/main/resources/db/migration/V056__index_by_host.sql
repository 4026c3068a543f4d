-- The same path on two hosts is two repositories. What is indexed already belongs to the host that was read, which is that of the deciding
-- permission; without one, to the oldest connection of the account, where it was most likely read before. Without any connection there is
-- nothing it could be read from again.
ALTER TABLE indexed_branch ADD COLUMN host text COLLATE "C";
COMMENT ON COLUMN indexed_branch.host IS 'of the repository, in lower case, with its port if it has one';

UPDATE indexed_branch b
   SET host = coalesce(
         (SELECT lower(c.host)
            FROM git_permission p JOIN git_connection c USING (git_connection_id)
           WHERE p.org_id = b.org_id
             AND CASE p.kind WHEN 'REPO_PATH' THEN p.path = b.repo_path
                             WHEN 'GROUP_PREFIX' THEN starts_with(b.repo_path, p.path)
                             ELSE starts_with(b.repo_path, p.path) OR starts_with(c.host || '/' || b.repo_path, p.path) END
           ORDER BY CASE WHEN p.kind <> 'PREFIX_PATH' OR starts_with(b.repo_path, p.path) THEN length(p.path)
                         ELSE greatest(0, length(p.path) - length(c.host) - 1) END DESC,
                    p.read_only DESC, p.created_at
           LIMIT 1),
         (SELECT lower(c.host) FROM git_connection c WHERE c.account_id = b.account_id
           ORDER BY c.created_at, c.git_connection_id LIMIT 1));
UPDATE indexed_branch SET host = '', removed_at = coalesce(removed_at, now()) WHERE host IS NULL;

ALTER TABLE indexed_branch ALTER COLUMN host SET NOT NULL;
DROP INDEX indexed_branch_once;
CREATE UNIQUE INDEX indexed_branch_once ON indexed_branch (org_id, repo_path, host, branch_name) WHERE removed_at IS NULL;
