package io.agentservice.server.context.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What organizations have indexed, beside each other and what was taken away. */
class IndexedApartIT extends OnStatements<IndexedSql> {
  private static final OrgId ONE = new OrgId("org-1");
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), ONE);

  IndexedApartIT() {
    super(IndexedSql.class);
  }

  private void branch(int id, String org, String path, String removed) {
    row(
        "indexed_branch",
        "branch_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        org,
        "host",
        "h",
        "repo_path",
        path,
        "branch_name",
        "b" + id,
        "removed_at",
        removed,
        "indexed_commit",
        "c");
  }

  private static List<Long> ids(List<IndexedSql.Branch> branches) {
    return branches.stream().map(IndexedSql.Branch::branchId).sorted().toList();
  }

  @Test
  void whatWasTakenAwayIsNotSearched() {
    branch(1, "org-1", "o/r", "now");
    assertThat(askIf(sql -> sql.any(SCOPE))).isFalse();
    assertThat(askAll(sql -> sql.searchable(SCOPE))).isEmpty();

    branch(2, "org-1", "o/r", null);
    assertThat(askIf(sql -> sql.any(SCOPE))).isTrue();
    assertThat(ids(ask(sql -> sql.searchable(SCOPE)))).containsExactly(2L);
  }

  @Test
  void branchesAreThoseOfTheRepositoriesThatAreAskedFor() {
    branch(1, "org-1", "o/r", null);
    branch(2, "org-1", "o/s", null);
    branch(3, "org-2", "o/r", null);

    assertThat(ids(ask(sql -> sql.branches(SCOPE, List.of("o/r"))))).containsExactly(1L);
    assertThat(ids(ask(sql -> sql.branches(SCOPE, null)))).containsExactly(1L, 2L);
  }

  @Test
  void anOrganizationTakesAwayItsOwnAlone() {
    branch(1, "org-1", "o/r", null);
    branch(2, "org-2", "o/r", null);

    tell(sql -> sql.keepOnly(SCOPE, new HostedRepository("h", "o/r"), List.of()));
    assertThat(values("indexed_branch", "org_id || (removed_at IS NULL)"))
        .containsExactly("org-1false", "org-2true");
    tell(sql -> sql.eraseBranches(ONE));
    assertThat(values("indexed_branch", "org_id")).containsExactly("org-2");
  }

  @Test
  void aWriterHoldsUpNoOtherOrganization() {
    row("organization", "org_id", "org-1");
    row("organization", "org_id", "org-2");

    assertThat(free("organization", "org_id", sql -> sql.lock(ONE))).containsExactly("org-2");
  }

  @Test
  void besideTheNewestJobTheNewestIsToldThatIsCompleted() {
    job("job-1", "completed", "2020-01-01");
    job("job-2", "completed", "2020-01-02");
    job("job-3", "failed", "2020-01-03");
    job("job-4", "failed", "2020-01-04");

    assertThat(askAll(sql -> sql.jobs(List.of(1L))))
        .extracting(job -> job.jobId().value())
        .containsExactly("job-4", "job-2");
  }

  private void job(String id, String status, String created) {
    row("index_job", "job_id", id, "branch_id", 1, "status", status, "created_at", created);
  }
}
