package io.agentservice.server.context.indexing;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.JobId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface IndexedSql {
  String LIVING =
      """
        FROM indexed_branch b
       WHERE b.account_id = :accountId AND b.org_id = :orgId AND b.removed_at IS NULL
      """;

  /** Whoever writes what an organization has indexed waits here for the others. */
  @SqlQuery("SELECT true FROM organization WHERE org_id = :orgId FOR NO KEY UPDATE")
  boolean lock(OrgId orgId);

  /** By path and host; null {@code paths}: all. */
  @SqlQuery(
      "SELECT b.branch_id, b.host, b.repo_path, b.branch_name, b.resolved_name"
          + LIVING
          + """
             AND (:paths::text[] IS NULL OR b.repo_path = ANY (:paths))
           ORDER BY b.repo_path, b.host, b.position
          """)
  List<Branch> branches(@BindMethods Scope scope, @Nullable List<String> paths);

  @SqlQuery("SELECT EXISTS (SELECT " + LIVING + " AND b.indexed_commit IS NOT NULL)")
  boolean any(@BindMethods Scope scope);

  @SqlQuery(
      "SELECT b.branch_id, b.host, b.repo_path, b.branch_name, b.resolved_name"
          + LIVING
          + " AND b.indexed_commit IS NOT NULL")
  List<Branch> searchable(@BindMethods Scope scope);

  /** The newest job of each branch, and the newest that is completed. */
  @SqlQuery(
      """
      SELECT b.branch_id, j.job_id, j.branch_name, j.commit, j.created_at, j.status
        FROM unnest(:branchIds::bigint[]) AS b (branch_id)
        CROSS JOIN LATERAL (
          (SELECT * FROM index_job j WHERE j.branch_id = b.branch_id ORDER BY j.created_at DESC, j.job_id DESC LIMIT 1)
          UNION
          (SELECT * FROM index_job j WHERE j.branch_id = b.branch_id AND j.status = 'completed'
            ORDER BY j.created_at DESC, j.job_id DESC LIMIT 1)) AS j
       ORDER BY j.created_at DESC, j.job_id DESC
      """)
  List<Job> jobs(List<Long> branchIds);

  /** Branches that are there already keep what they have. */
  @SqlUpdate(
      """
      INSERT INTO indexed_branch (account_id, org_id, host, repo_path, branch_name, position)
      SELECT :accountId, :orgId, :host, :path, name, position
        FROM unnest(:names::text[]) WITH ORDINALITY AS t (name, position)
          ON CONFLICT (org_id, repo_path, host, branch_name) WHERE removed_at IS NULL
          DO UPDATE SET position = excluded.position
      """)
  void add(@BindMethods Scope scope, @BindMethods HostedRepository repository, List<String> names);

  /** Takes away all branches of the repository but these. */
  @SqlUpdate(
      """
      UPDATE indexed_branch b SET removed_at = now()
       WHERE b.account_id = :accountId AND b.org_id = :orgId AND b.repo_path = :path
         AND b.host = :host AND b.removed_at IS NULL AND NOT b.branch_name = ANY (:names)
      """)
  void keepOnly(
      @BindMethods Scope scope, @BindMethods HostedRepository repository, List<String> names);

  @SqlUpdate(
      """
      DELETE FROM index_file WHERE file_id IN (
        SELECT f.file_id FROM indexed_branch b JOIN index_file f USING (branch_id) WHERE b.org_id = :orgId LIMIT :most)
      """)
  int eraseFiles(OrgId orgId, int most);

  /** When their files are gone; their jobs go with them. */
  @SqlUpdate("DELETE FROM indexed_branch WHERE org_id = :orgId")
  void eraseBranches(OrgId orgId);

  /** An empty name is the default branch, whose real name is {@code resolvedName}. */
  record Branch(
      long branchId,
      String host,
      String repoPath,
      String branchName,
      @Nullable String resolvedName) {
    HostedRepository repository() {
      return new HostedRepository(host, repoPath);
    }
  }

  record Job(
      long branchId,
      JobId jobId,
      @Nullable String branchName,
      String commit,
      Instant createdAt,
      String status) {
    IndexJob job() {
      return new IndexJob(jobId, branchName, commit, createdAt, status);
    }

    boolean isCompleted() {
      return status.equals("completed");
    }
  }
}
