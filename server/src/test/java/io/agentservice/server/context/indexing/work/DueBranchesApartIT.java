package io.agentservice.server.context.indexing.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnStatements;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which branch a server indexes next. */
class DueBranchesApartIT extends OnStatements<IndexWorkSql> {
  DueBranchesApartIT() {
    super(IndexWorkSql.class);
  }

  @BeforeEach
  void organizations() {
    row("organization", "org_id", "org-1");
    row("organization", "org_id", "org-gone", "deleted_at", "now");
  }

  private void branch(int id, String org, String due, String held, String removed) {
    row(
        "indexed_branch",
        "branch_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        org,
        "branch_name",
        "b" + id,
        "due_at",
        due,
        "held_until",
        held,
        "removed_at",
        removed);
  }

  private Optional<Long> claimed() {
    return askOne(sql -> sql.claim("a server", 60)).map(IndexWorkSql.Due::branchId);
  }

  @Test
  void onlyWhatIsDueAndFreeAndThereIsTaken() {
    branch(1, "org-1", "epoch", null, "now");
    branch(2, "org-1", "9999-01-01", null, null);
    branch(3, "org-1", "epoch", "9999-01-01", null);
    branch(4, "org-gone", "epoch", null, null);
    assertThat(claimed()).isEmpty();

    branch(5, "org-1", "2020-01-02", "2020-01-01", null); // by a server that was killed
    branch(6, "org-1", "2020-01-01", null, null);
    assertThat(List.of(claimed().orElseThrow(), claimed().orElseThrow())).containsExactly(6L, 5L);
    assertThat(claimed()).isEmpty();
  }
}
