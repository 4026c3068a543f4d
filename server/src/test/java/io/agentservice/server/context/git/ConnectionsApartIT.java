package io.agentservice.server.context.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Git connections beside each other. */
class ConnectionsApartIT extends OnStatements<GitConnectionSql> {
  ConnectionsApartIT() {
    super(GitConnectionSql.class);
  }

  @Test
  void oneIsHeldAlone() {
    var account = new AccountId("acct-1");
    for (int i : List.of(1, 2)) {
      row(
          "git_connection",
          "git_connection_id",
          "git-connection-" + i,
          "account_id",
          account,
          "provider",
          "GITHUB_TOKEN");
    }
    var second = new GitConnectionId("git-connection-2");

    assertThat(askOne(sql -> sql.lock(account, second)).orElseThrow().gitConnectionId())
        .isEqualTo(second);
    assertThat(free("git_connection", "git_connection_id", sql -> sql.lock(account, second)))
        .containsExactly("git-connection-1");
  }
}
