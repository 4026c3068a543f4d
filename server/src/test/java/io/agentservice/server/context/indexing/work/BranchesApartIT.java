package io.agentservice.server.context.indexing.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.JobId;
import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexed branches beside each other, as those write them who hold them; nobody else does here. */
class BranchesApartIT extends OnOrganization {
  private static final String HOLDER = "a server";

  private Database database;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_FEATURES", "legacy");
  }

  @BeforeEach
  void open() {
    database = server.openDatabase();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void use(Consumer<IndexWorkSql> work) {
    database.useTransaction(tx -> work.accept(tx.on(IndexWorkSql.class)));
  }

  /** A branch that nobody holds and that is due; columns beyond that. */
  private long branch(String name, String columns, String values) {
    return server
        .given()
        .number(
            """
            INSERT INTO indexed_branch (account_id, org_id, host, repo_path, branch_name, position%s)
            SELECT account_id, org_id, 'h', 'o/r', ?, 1%s FROM organization WHERE org_id = ?
            RETURNING branch_id
            """
                .formatted(columns, values),
            name,
            org.value());
  }

  private long held(String name) {
    return branch(
        name,
        ", holder, held_until, failures_in_a_row",
        ", '" + HOLDER + "', now() + interval '1 minute', 3");
  }

  private long file(long branch) {
    return server
        .given()
        .number(
            "INSERT INTO index_file (branch_id, path, blob) VALUES (?, 'f', 'b') RETURNING file_id",
            branch);
  }

  private void chunk(long file) {
    server
        .given()
        .update(
            "INSERT INTO index_chunk (file_id, branch_id, line_start, line_end, body, words) SELECT file_id, branch_id, 1, 1, 'b', '' FROM index_file WHERE file_id = ?",
            file);
  }

  private void job(String id, long branch, String status, String age) {
    server
        .given()
        .update(
            "INSERT INTO index_job (job_id, branch_id, commit, status, created_at) VALUES (?, ?, 'c', ?, now() - ?::interval)",
            id,
            branch,
            status,
            age);
  }

  @Test
  void whatIsWrittenOfOneIsWrittenOfNoOther() {
    long one = held("one");
    long other = held("other");
    long file = file(other);
    chunk(file);
    long ours = file(one);
    chunk(ours);
    job("job-under-way-" + other, other, "in_progress", "0");
    String before = rowsOf(other);

    use(sql -> {
      assertThat(sql.hold(one, HOLDER, 600)).isTrue();
      sql.resolved(one, "main");
      var done = sql.begin(Id.create(JobId.class), one, "main", "c1");
      sql.complete(done, "c1");
      sql.indexed(one, "c1");
      sql.wentWell(one);
      sql.begin(Id.create(JobId.class), one, "main", "c2");
      sql.fail(one);
      sql.failedAgain(one);
      assertThat(sql.files(one)).extracting(IndexWorkSql.KnownFile::fileId).containsOnly(ours);
      sql.dropChunks(ours);
      sql.drop(List.of(ours));
      sql.release(one, HOLDER, 5);
    });

    assertThat(rowsOf(other)).isEqualTo(before);
    assertThat(rowsOf(one)).contains("main", "c1", "completed", "failed").doesNotContain(HOLDER);
  }

  @Test
  void aBranchThatAnotherServerTookOverIsNotReleased() {
    long one = held("one");
    String before = rowsOf(one);

    use(sql -> sql.release(one, "the server before", 5));

    assertThat(rowsOf(one)).isEqualTo(before);
  }

  @Test
  void aBranchThatWasTakenAwayIsHeldNoLonger() {
    long one = held("one");
    server.given().update("UPDATE indexed_branch SET removed_at = now() WHERE branch_id = ?", one);

    use(sql -> assertThat(sql.hold(one, HOLDER, 600)).isFalse());
  }

  private String rowsOf(long branch) {
    return Stream.of("indexed_branch", "index_job", "index_file", "index_chunk")
        .map(table ->
            server
                .given()
                .text(
                    "SELECT coalesce(string_agg(t::text, ';'), '') FROM %s t WHERE branch_id = ?"
                        .formatted(table),
                    branch))
        .toList()
        .toString();
  }

  @Test
  void theNewestJobsOfABranchStayAndTheNewestThatWentWellAndOneUnderWay() {
    long one = branch("jobs", "", "");
    long other = branch("jobs of another", "", "");
    job("job-1", one, "failed", "5 hours");
    job("job-2", one, "completed", "4 hours");
    job("job-3", one, "completed", "3 hours");
    job("job-4", one, "in_progress", "150 minutes");
    job("job-5", one, "failed", "2 hours");
    job("job-6", one, "failed", "1 hour");
    for (int i = 0; i < 3; i++) {
      job("job-of-another-" + i, other, "completed", i + " minutes");
    }

    use(sql -> sql.forgetOldJobs(one, 1));

    assertThat(jobs(one)).isEqualTo("job-3 job-4 job-6");
    assertThat(jobs(other)).isEqualTo("job-of-another-0 job-of-another-1 job-of-another-2");
  }

  private String jobs(long branch) {
    return server
        .given()
        .text(
            "SELECT string_agg(job_id, ' ' ORDER BY job_id) FROM index_job WHERE branch_id = ?",
            branch);
  }

  @Test
  void oneIsTakenThatIsDueAndThereAndNobodysAndOfALivingOrganization() {
    server.given().update("UPDATE indexed_branch SET removed_at = now()");
    branch("later", ", due_at", ", now() + interval '1 hour'");
    held("held");
    branch("removed", ", removed_at", ", now()");
    long lapsed =
        branch("of a killed server", ", holder, held_until", ", 'x', now() - interval '1 second'");
    long due = branch("due", "", "");
    var living = org;
    org = server.given().organization();
    branch("of nobody", ", due_at", ", now() - interval '1 day'");
    server
        .given()
        .update("UPDATE organization SET deleted_at = now() WHERE org_id = ?", org.value());

    assertThat(List.of(claimed(), claimed(), claimed())).containsExactlyInAnyOrder(lapsed, due, 0L);
    org = living;
  }

  private long claimed() {
    return database.with(
        IndexWorkSql.class,
        sql -> sql.claim(HOLDER, 60).map(IndexWorkSql.Due::branchId).orElse(0L));
  }

  @Test
  void whatWasRemovedIsErasedWithItsFilesUnlessSomebodyHoldsItAndNothingElseIs() {
    long there = branch("there", "", "");
    long file = file(there);
    long removed = branch("removed", ", removed_at", ", now()");
    file(removed);
    file(branch("another removed one", ", removed_at", ", now()"));
    long held =
        branch(
            "removed and held",
            ", removed_at, holder, held_until",
            ", now(), 'x', now() + interval '1 minute'");

    use(IndexWorkSql::forgetRemoved);
    assertThat(areThere(removed)).as("it has files").isTrue();
    use(sql -> {
      assertThat(sql.eraseRemoved(1)).isEqualTo(1);
      assertThat(sql.eraseRemoved(10)).isEqualTo(1);
      sql.forgetRemoved();
    });

    assertThat(areThere(removed)).isFalse();
    assertThat(areThere(there, held)).isTrue();
    assertThat(
            database.with(IndexWorkSql.class, sql -> sql.files(there)).stream()
                .map(IndexWorkSql.KnownFile::fileId))
        .containsExactly(file);
  }

  private boolean areThere(Long... branches) {
    return Stream.of(branches)
        .allMatch(branch ->
            server.given().number("SELECT count(*) FROM indexed_branch WHERE branch_id = ?", branch)
                == 1);
  }
}
