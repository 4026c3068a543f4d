package io.agentservice.server.engine.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions and their users beside each other. */
class SessionsBesideIT extends OnStatements<SessionSql> {
  private static final OrgId ONE = new OrgId("org-1");

  SessionsBesideIT() {
    super(SessionSql.class);
  }

  @Test
  void whoAskedForOneIsNotedOfNoOther() {
    for (String id : List.of("agent-1", "agent-2")) {
      row("session", "session_id", id, "org_id", ONE, "asked_by_page", false);
    }

    tell(sql -> sql.asked(ONE, new SessionId("agent-2"), true));

    assertThat(values("session", "session_id || asked_by_page"))
        .containsExactly("agent-1false", "agent-2true");
  }

  @Test
  void aUserOfSessionsHoldsARoleOrPermissionForThem() {
    for (String user : List.of("user-1", "user-2", "user-3")) {
      row("human", "user_id", user, "account_id", "acct-1", "name", user);
    }
    role("user-1", "none");
    role("user-2", "user");
    role("user-3", "custom");
    row("role", "role_id", "custom", "account_id", "acct-1", "permissions", "{Use}");

    assertThat(isUser("user-1")).isFalse();
    assertThat(isUser("user-2")).isTrue();
    assertThat(isUser("user-3")).isTrue();
  }

  private void role(String user, String role) {
    row("role_assignment", "principal_id", user, "org_id", ONE, "role_id", role);
  }

  private boolean isUser(String user) {
    var account = new AccountId("acct-1");
    return ask(sql -> sql.sessionUser(account, ONE, user, List.of("user"), List.of("Use")))
        .isPresent();
  }

  @Test
  void theRolesOfOthersAndOfOtherAccountsAreNotTheUsers() {
    row("human", "user_id", "user-1", "account_id", "acct-1", "name", "user-1");
    row("human", "user_id", "user-2", "account_id", "acct-1", "name", "user-2");
    role("user-2", "user");
    role("user-1", "foreign");
    row("role", "role_id", "foreign", "account_id", "acct-2", "permissions", "{Use}");

    assertThat(isUser("user-1")).isFalse();
    var account = new AccountId("acct-1");
    assertThat(askOne(sql -> sql.sessionUser(account, ONE, "user-2", List.of("user"), List.of())))
        .contains("user-2");
    assertThat(isUser("user-3")).isFalse();
  }

  @Test
  void tagsAreOfTheirSessionAlone() {
    for (String id : List.of("agent-1", "agent-2")) {
      row("session", "session_id", id, "org_id", ONE);
    }

    tell(sql -> sql.tag(ONE, new SessionId("agent-2"), List.of("a")));

    assertThat(values("session", "session_id || tags::text"))
        .containsExactly("agent-1{}", "agent-2{a}");
  }
}
