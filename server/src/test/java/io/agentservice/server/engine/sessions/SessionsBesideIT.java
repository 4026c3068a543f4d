package io.agentservice.server.engine.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.testing.OnStatements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sessions and their users beside each other. */
class SessionsBesideIT extends OnStatements<SessionSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
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
    return ask(sql -> sql.sessionUser(ACCOUNT, ONE, user, List.of("user"), List.of("Use")))
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
    assertThat(askOne(sql -> sql.sessionUser(ACCOUNT, ONE, "user-2", List.of("user"), List.of())))
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

  @Test
  void aHumanOfAnotherAccountIsNoUserHere() {
    row("human", "user_id", "user-1", "account_id", "acct-2", "name", "user-1");
    role("user-1", "user");

    assertThat(isUser("user-1")).isFalse();
  }

  @Test
  void onlyThoseThatWaitAsWellStandBeforeOneInTheLine() {
    row("organization", "org_id", ONE, "account_id", ACCOUNT);
    var own = new SessionId("agent-00000000000000000000000000000009");
    session(
        own.value(),
        "status",
        "NEW",
        "origin",
        "api",
        "agent_mode",
        "normal",
        "outpost_id",
        "outpost-1");
    waiting(own.value(), "PENDING", "2026-01-02", null);
    waiting("agent-claimed", "CLAIMED", "2026-01-01", null);
    waiting("agent-gone", "PENDING", "2026-01-01", "now");
    waiting("agent-later", "PENDING", "2026-01-03", null);
    waiting("agent-before", "PENDING", "2026-01-01", null);

    var found = askOne(sql -> sql.find(ACCOUNT, own)).orElseThrow();
    assertThat(found.standing().queuePosition()).isEqualTo(2);
  }

  private void waiting(String id, String phase, String created, @Nullable String removed) {
    row(
        "queue_entry",
        "session_id",
        id,
        "outpost_id",
        "outpost-1",
        "phase",
        phase,
        "created_at",
        created,
        "removed_at",
        removed);
  }

  private void session(String id, Object... more) {
    var columns = new ArrayList<Object>(List.of("session_id", id, "org_id", ONE));
    columns.addAll(List.of("account_id", ACCOUNT));
    columns.addAll(List.of(more));
    row("session", columns.toArray());
  }

  @Test
  void anUnlistedSessionIsListedToItsMakerAlone() {
    session("agent-1", "unlisted", true, "created_by", "user-1");
    session("agent-2", "unlisted", false, "created_by", "user-2");

    assertThat(seenBy("user-1")).isEqualTo(2);
    assertThat(seenBy("user-2")).isEqualTo(1);
  }

  private long seenBy(String viewer) {
    var scope = new Scope(ACCOUNT, ONE);
    return askCount(sql -> sql.count(scope, SessionFilter.any(viewer), 10));
  }

  @Test
  void thePromptOfASessionIsTheFirstMessageAsItIs() {
    session("agent-1", "status", "RUNNING", "created_by", "user-1");
    row("message", "session_id", "agent-1", "message", "do it", "position", 1);
    row("message", "session_id", "agent-1", "message", "and that", "position", 2);

    assertThat(samePrompt("do it")).contains(new SessionId("agent-1"));
    assertThat(samePrompt("and that")).isEmpty();
    assertThat(samePrompt("do it ")).isEmpty();
    assertThat(samePrompt("do us")).isEmpty();
  }

  private Optional<SessionId> samePrompt(String prompt) {
    return askOne(sql -> sql.samePrompt(new Scope(ACCOUNT, ONE), "user-1", prompt));
  }
}
