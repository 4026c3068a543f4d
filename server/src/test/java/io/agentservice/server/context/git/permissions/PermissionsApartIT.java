package io.agentservice.server.context.git.permissions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitPermissionId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Permissions of organizations beside each other. */
class PermissionsApartIT extends OnStatements<GitPermissionSql> {
  private static final OrgId ONE = new OrgId("org-1");
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), ONE);
  private static final GitPermissionId OTHERS = new GitPermissionId("git-permission-2");

  PermissionsApartIT() {
    super(GitPermissionSql.class);
  }

  private void permissions() {
    row("git_connection", "git_connection_id", "git-connection-1", "account_id", "acct-1");
    for (int i : List.of(1, 2)) {
      row(
          "git_permission",
          "git_permission_id",
          "git-permission-" + i,
          "account_id",
          "acct-1",
          "org_id",
          "org-" + i,
          "git_connection_id",
          "git-connection-1",
          "kind",
          "REPO_PATH",
          "read_only",
          false);
    }
  }

  @Test
  void anOrganizationSeesAndWritesItsOwnAlone() {
    permissions();

    assertThat(askCount(sql -> sql.count(SCOPE, 10))).isEqualTo(1);
    assertThat(askAll(sql -> sql.list(SCOPE, Window.first(10)))).hasSize(1);
    assertThat(askAll(sql -> sql.all(SCOPE))).hasSize(1);
    assertThat(askOne(sql -> sql.find(SCOPE, OTHERS))).isEmpty();
    tell(sql -> sql.setReadOnly(SCOPE, OTHERS, true));
    tell(sql -> sql.delete(SCOPE, OTHERS));

    assertThat(values("git_permission", "org_id || read_only"))
        .containsExactly("org-1false", "org-2false");
  }

  @Test
  void anOrganizationThatIsErasedLosesItsOwnAlone() {
    permissions();

    tell(sql -> sql.forget(ONE));

    assertThat(values("git_permission", "org_id")).containsExactly("org-2");
  }

  @Test
  void oneOrganizationIsHeldAndNoneThatIsDeleted() {
    row("organization", "org_id", "org-1");
    row("organization", "org_id", "org-2");
    row("organization", "org_id", "org-3", "deleted_at", "now");

    assertThat(askOne(sql -> sql.lock(new OrgId("org-3")))).isEmpty();
    assertThat(free("organization", "org_id", sql -> sql.lock(ONE)))
        .containsExactly("org-2", "org-3");
  }

  @Test
  void connectionsAreThoseThatAreNamed() {
    for (int i : List.of(1, 2)) {
      row("git_connection", "git_connection_id", "c" + i, "account_id", "acct-1", "host", "h" + i);
    }

    assertThat(askAll(sql -> sql.hosts(new AccountId("acct-1"), List.of("c2"))))
        .extracting(GitPermissionSql.Host::host)
        .containsExactly("h2");
  }
}
