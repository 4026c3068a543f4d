package io.agentservice.server.context.indexing.work;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.JobId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.context.indexing.chunks.Chunk;
import io.agentservice.server.context.indexing.chunks.Words;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** Of all accounts; only a branch's holder writes it. */
interface IndexWorkSql {
  /** The longest overdue one, for this many seconds; also a killed server's. */
  @SqlQuery(
      """
      UPDATE indexed_branch b SET holder = :holder, held_until = now() + make_interval(secs => :seconds)
       WHERE b.branch_id = (
         SELECT d.branch_id FROM indexed_branch d JOIN organization o ON o.org_id = d.org_id
          WHERE d.removed_at IS NULL AND d.due_at <= now() AND (d.held_until IS NULL OR d.held_until < now())
            AND o.deleted_at IS NULL
          ORDER BY d.due_at
          LIMIT 1
            FOR UPDATE OF d SKIP LOCKED)
      RETURNING b.branch_id, b.account_id, b.org_id, b.host, b.repo_path, nullif(b.branch_name, '') AS branch_name,
                b.indexed_commit
      """)
  Optional<Due> claim(String holder, int seconds);

  /** First in each transaction: false when the branch is another's, or gone. */
  @SqlUpdate(
      """
      UPDATE indexed_branch SET held_until = now() + make_interval(secs => :seconds)
       WHERE branch_id = :branchId AND holder = :holder AND removed_at IS NULL
      """)
  boolean hold(long branchId, String holder, int seconds);

  /**
   * Ends the hold; the next look is in this many seconds, doubled with each failure up to an hour.
   */
  @SqlUpdate(
      """
      UPDATE indexed_branch
         SET holder = NULL, held_until = NULL,
             due_at = now() + make_interval(secs => greatest(:pauseSeconds,
                        least(3600, :pauseSeconds::bigint << least(failures_in_a_row, 12))))
       WHERE branch_id = :branchId AND holder = :holder
      """)
  void release(long branchId, String holder, int pauseSeconds);

  @SqlUpdate(
      """
      UPDATE indexed_branch SET failures_in_a_row = failures_in_a_row + 1 WHERE branch_id = :branchId
      """)
  void failedAgain(long branchId);

  @SqlUpdate(
      """
      UPDATE indexed_branch SET failures_in_a_row = 0 WHERE branch_id = :branchId AND failures_in_a_row > 0
      """)
  void wentWell(long branchId);

  @SqlUpdate("UPDATE indexed_branch SET resolved_name = :name WHERE branch_id = :branchId")
  void resolved(long branchId, String name);

  /** Resumes a killed server's job. */
  @SqlQuery(
      """
      INSERT INTO index_job (job_id, branch_id, branch_name, commit, status)
      VALUES (:jobId, :branchId, :branchName, :commit, 'in_progress')
          ON CONFLICT (branch_id) WHERE status = 'in_progress'
          DO UPDATE SET commit = coalesce(nullif(excluded.commit, ''), index_job.commit),
                        branch_name = coalesce(excluded.branch_name, index_job.branch_name)
      RETURNING job_id
      """)
  JobId begin(JobId jobId, long branchId, @Nullable String branchName, String commit);

  @SqlUpdate(
      """
      UPDATE index_job SET status = 'completed', commit = :commit, completed_at = now() WHERE job_id = :jobId
      """)
  void complete(JobId jobId, String commit);

  /** The job of the branch that is in progress, if there is one. */
  @SqlUpdate(
      """
      UPDATE index_job SET status = 'failed', completed_at = now()
       WHERE branch_id = :branchId AND status = 'in_progress'
      """)
  void fail(long branchId);

  /** What is indexed is that commit from now on; null: nothing. */
  @SqlUpdate("UPDATE indexed_branch SET indexed_commit = :commit WHERE branch_id = :branchId")
  void indexed(long branchId, @Nullable String commit);

  /** Keeps the newest jobs of a branch, and the newest completed one. */
  @SqlUpdate(
      """
      DELETE FROM index_job j
       WHERE j.branch_id = :branchId AND j.status <> 'in_progress'
         AND j.job_id NOT IN (SELECT k.job_id FROM index_job k WHERE k.branch_id = :branchId
                               ORDER BY k.created_at DESC, k.job_id DESC LIMIT :most)
         AND j.job_id NOT IN (SELECT k.job_id FROM index_job k
                               WHERE k.branch_id = :branchId AND k.status = 'completed'
                               ORDER BY k.created_at DESC, k.job_id DESC LIMIT 1)
      """)
  void forgetOldJobs(long branchId, int most);

  @SqlQuery("SELECT file_id, path, blob FROM index_file WHERE branch_id = :branchId")
  List<KnownFile> files(long branchId);

  @SqlUpdate("DELETE FROM index_file WHERE file_id = ANY (:fileIds)")
  void drop(List<Long> fileIds);

  @SqlQuery(
      """
      INSERT INTO index_file (branch_id, path, blob) VALUES (:branchId, :path, :blob)
          ON CONFLICT (branch_id, path) DO UPDATE SET blob = excluded.blob
      RETURNING file_id
      """)
  long file(long branchId, String path, String blob);

  @SqlUpdate("DELETE FROM index_chunk WHERE file_id = :fileId")
  void dropChunks(long fileId);

  @SqlUpdate(
      """
      INSERT INTO index_chunk (file_id, branch_id, line_start, line_end, body, words)
      SELECT :fileId, :branchId, c.line_start, c.line_end, c.body,
             index_words(:orgId, c.declared, c.exact, :pathWords, c.parts)
        FROM unnest(:starts::int[], :ends::int[], :bodies::text[], :declared::text[], :exact::text[], :parts::text[])
          AS c (line_start, line_end, body, declared, exact, parts)
      """)
  void chunks(
      long fileId, long branchId, OrgId orgId, String pathWords, @BindMethods Columns columns);

  /** Some of the content of branches that were removed; how many files. */
  @SqlUpdate(
      """
      DELETE FROM index_file f
       WHERE f.file_id IN (SELECT g.file_id FROM indexed_branch b JOIN index_file g ON g.branch_id = b.branch_id
                            WHERE b.removed_at IS NOT NULL LIMIT :most)
      """)
  int eraseRemoved(int most);

  @SqlUpdate(
      """
      DELETE FROM indexed_branch b
       WHERE b.removed_at IS NOT NULL AND (b.held_until IS NULL OR b.held_until < now())
         AND NOT EXISTS (SELECT FROM index_file f WHERE f.branch_id = b.branch_id)
      """)
  void forgetRemoved();

  /** Null: the default branch; nothing indexed. */
  record Due(
      long branchId,
      AccountId accountId,
      OrgId orgId,
      String host,
      String repoPath,
      @Nullable String branchName,
      @Nullable String indexedCommit) {
    HostedRepository repository() {
      return new HostedRepository(host, repoPath);
    }
  }

  record KnownFile(long fileId, String path, String blob) {}

  /** The chunks of a file, column by column. */
  record Columns(
      List<Integer> starts,
      List<Integer> ends,
      List<String> bodies,
      List<String> declared,
      List<String> exact,
      List<String> parts) {
    static Columns of(List<Chunk> chunks) {
      var words = chunks.stream().map(chunk -> Words.of(chunk.body())).toList();
      return new Columns(
          chunks.stream().map(Chunk::lineStart).toList(),
          chunks.stream().map(Chunk::lineEnd).toList(),
          chunks.stream().map(Chunk::body).toList(),
          words.stream().map(Words::declared).toList(),
          words.stream().map(Words::exact).toList(),
          words.stream().map(Words::parts).toList());
    }
  }
}
