package io.agentservice.server.engine.sessions.children;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.children.Child.OnParentEnd;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.testing.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What an agent's sessions are made of, how often, and what becomes of them. */
class SessionChildrenIT extends OnChildren {

  private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable call, String code) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> assertThat(refused.problem().code()).isEqualTo(code));
  }

  @Test
  void aChildHasWhatItsParentHasAndNothingMore() {
    String parent =
        admin
            .post(
                path("sessions"),
                json(
                    "prompt", "p",
                    "tags", List.of("a"),
                    "repos", List.of("acme/shop"),
                    "approvals", "always",
                    "secret_ids", List.of(),
                    "knowledge_ids", List.of()))
            .ok()
            .text("/session_id");
    claim(parent, "w").ok();
    connect(parent);

    String child = start(parent, wanted("one", null));

    var made = admin.get(one(child)).ok();
    assertThat(made.text("/parent_session_id")).isEqualTo(parent);
    assertThat(made.at("/tags").toString()).isEqualTo("[\"a\"]");
    assertThat(made.text("/title")).isEqualTo("Do one");
    assertThat(made.text("/outpost_id")).isEqualTo(outpost);
    assertThat(admin.get(one(parent)).ok().at("/child_session_ids").toString())
        .isEqualTo("[\"%s\"]".formatted(child));
    String columns = "repos || secret_ids || knowledge_ids || approvals || created_by || origin";
    String rights =
        "SELECT coalesce(user_id, '') || coalesce(service_user_id, '') || %s || bypass_approval FROM session WHERE session_id = ?"
            .formatted(
                columns.replace(
                    "repos || secret_ids || knowledge_ids",
                    "repos::text || secret_ids::text || knowledge_ids::text"));
    assertThat(server.given().text(rights, child)).isEqualTo(server.given().text(rights, parent));
  }

  @Test
  void askedForAgainItIsTheSame() {
    String parent = running();
    var wanted = wanted("one", null);

    String first = start(parent, wanted);
    String again = start(parent, wanted);

    assertThat(again).isEqualTo(first);
    assertThat(admin.get(one(parent)).ok().at("/child_session_ids")).hasSize(1);
    assertThat(server.given().actions()).filteredOn("create_session"::equals).isNotEmpty();
  }

  @Test
  void askedForByManyAtOnceItIsMadeOnce() throws Exception {
    String parent = running();
    var wanted = wanted("one", null);
    var made = new ArrayList<Future<String>>();

    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 8; i++) {
        made.add(threads.submit(() -> start(parent, wanted)));
      }
    }

    for (var one : made) {
      assertThat(one.get()).isEqualTo(wanted.id().value());
    }
    assertThat(admin.get(one(parent)).ok().at("/child_session_ids")).hasSize(1);
  }

  @Test
  void anAgentWhoseTimeIsOverStartsEndsAndTellsNothing() {
    String parent = running();
    String child = start(parent, wanted("one", null));
    var old = new Tenure(epoch(parent), 99);
    var id = new SessionId(parent);

    assertThatThrownBy(() -> children.start(id, old, wanted("two", null)))
        .isInstanceOf(Turns.StaleException.class);
    assertThatThrownBy(() -> children.stop(id, old, new SessionId(child)))
        .isInstanceOf(Turns.StaleException.class);
    assertThatThrownBy(
            () -> children.tell(id, old, new SessionId(child), Id.create(EventId.class), "hello"))
        .isInstanceOf(Turns.StaleException.class);

    assertThat(children.of(id)).hasSize(1);
    assertThat(status(child)).isEqualTo("new");
  }

  @Test
  void depthAndNumberAreBounded() {
    String parent = running();
    String child = startRunning(parent, wanted("one", null));
    String grandchild = startRunning(child, wanted("one", null));

    assertThat(children.mayStart(new SessionId(child))).isTrue();
    assertThat(children.mayStart(new SessionId(grandchild))).isFalse();
    assertRefused(() -> start(grandchild, wanted("one", null)), "too_deep");
    start(parent, wanted("two", null));
    start(child, wanted("three", null));
    assertRefused(() -> start(parent, wanted("four", null)), "too_many_sessions");

    turn(grandchild, turn -> turn.deliver());
    turn(grandchild, turn -> turn.finished(null));
    start(parent, wanted("four", null));
  }

  @Test
  void whoMayNotUseSessionsAnyMoreStartsNoneByHisSession() {
    var human = server.given().human(org, "org_member");
    var client = server.as(server.given().personalToken(human));
    String parent = client.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    claim(parent, "w").ok();
    connect(parent);
    String child = start(parent, wanted("one", null));
    assertThat(admin.get(one(child)).ok().text("/user_id")).isEqualTo(human.value());
    server.given().update("DELETE FROM role_assignment WHERE principal_id = ?", human.value());

    assertRefused(() -> start(parent, wanted("two", null)), "permission_denied");
    assertRefused(
        () ->
            children.tell(
                new SessionId(parent),
                tenure(parent),
                new SessionId(child),
                Id.create(EventId.class),
                "hello"),
        "permission_denied");
  }

  /** A session that is made by that, with a machine. */
  private String runningOf(ApiClient client, String wanted) {
    String id = client.post(path("sessions"), wanted).ok().text("/session_id");
    claim(id, "w").ok();
    connect(id);
    return id;
  }

  private void give(ServiceUserId robot, String role) {
    server
        .given()
        .update(
            "UPDATE role_assignment SET role_id = ? WHERE principal_id = ?", role, robot.value());
  }

  @Test
  void whoMayNotActForAHumanAnyMoreStartsAndTellsNothingInHisName() {
    var human = server.given().human(org, "org_member");
    var robot = server.given().serviceUser(org, "org_admin");
    var client = server.as(server.given().keyOf(robot));
    String parent = runningOf(client, json("prompt", "p", "create_as_user_id", human.value()));
    String child = start(parent, wanted("one", null));
    assertThat(admin.get(one(child)).ok().text("/user_id")).isEqualTo(human.value());

    give(robot, "org_member");

    assertRefused(() -> start(parent, wanted("two", null)), "permission_denied");
    assertRefused(() -> tell(parent, child), "permission_denied");
  }

  @Test
  void whoMayNotAskForFewerApprovalsAnyMoreStartsNoneWithFewerThanAreWanted() {
    var robot = server.given().serviceUser(org, "org_admin");
    String parent =
        runningOf(
            server.as(server.given().keyOf(robot)), json("prompt", "p", "approvals", "never"));
    admin.put(path("approval-policy"), json("mode", "always")).ok();
    start(parent, wanted("one", null));

    give(robot, customRole("UseAgentSessions"));

    assertRefused(() -> start(parent, wanted("two", null)), "permission_denied");
    admin.put(path("approval-policy"), json("mode", "never")).ok();
    start(parent, wanted("two", null));
  }

  private String customRole(String permission) {
    return server
        .admin()
        .post(
            "/v3/enterprise/roles",
            json("role_name", "of " + org, "role_type", "org", "permissions", List.of(permission)))
        .ok()
        .text("/role_id");
  }

  @Test
  void anOrganizationsKeyStartsSessionsUntilItIsRevokedOrOver() {
    String token = server.given().keyOf(server.given().serviceUser(org, "org_member"));
    String parent = runningOf(server.as(token), json("prompt", "p"));
    server
        .given()
        .update(
            """
            WITH legacy AS (
              INSERT INTO api_key (key_id, account_id, kind, principal_id, org_id, name, token_sha256, token_start)
              SELECT 'key-of-' || ?, account_id, 'LEGACY_SERVICE', 'key-of-' || ?, ?, 'old', sha256(convert_to(?, 'UTF8')), 'apk_'
                FROM account
            )
            UPDATE session SET created_by = 'key-of-' || ?, service_user_id = NULL, user_id = NULL
             WHERE session_id = ?
            """,
            parent,
            parent,
            org.value(),
            parent,
            parent,
            parent);
    start(parent, wanted("one", null));

    for (String change :
        List.of(
            "revoked_at = now()",
            "expires_at = now()",
            "org_id = '%s'".formatted(server.given().organization().value()))) {
      server
          .given()
          .update("UPDATE api_key SET " + change + " WHERE key_id = 'key-of-' || ?", parent);
      assertRefused(() -> start(parent, wanted("two", null)), "permission_denied");
      server
          .given()
          .update(
              "UPDATE api_key SET revoked_at = NULL, expires_at = NULL, org_id = ? WHERE key_id = 'key-of-' || ?",
              org.value(),
              parent);
    }
    start(parent, wanted("two", null));
  }

  private void tell(String parent, String child) {
    children.tell(
        new SessionId(parent),
        tenure(parent),
        new SessionId(child),
        Id.create(EventId.class),
        "hello");
  }

  private void finish(String id) {
    turn(id, turn -> turn.deliver());
    turn(id, turn -> turn.finished(null));
  }

  @Test
  void aMessageWakesNoMoreThanMayWorkAtATime() {
    String parent = running();
    String first = startRunning(parent, wanted("one", null));
    String second = startRunning(parent, wanted("two", null));
    finish(first);
    for (int i = 0; i < 3; i++) {
      start(parent, wanted("of " + i, null));
    }

    assertRefused(() -> tell(parent, first), "too_many_sessions");
    tell(parent, second);
    finish(second);
    tell(parent, first);
    assertThat(admin.get(one(first)).ok().text("/status_detail")).isEqualTo("working");
  }

  @Test
  void aMessageIsSentOnceAndWakesAChild() {
    String parent = running();
    String child = startRunning(parent, wanted("one", null));
    turn(child, turn -> turn.deliver());
    turn(child, Turns.Turn::waiting);
    var message = Id.create(EventId.class);

    for (int i = 0; i < 2; i++) {
      children.tell(new SessionId(parent), tenure(parent), new SessionId(child), message, "Do so");
    }

    var messages = admin.get(one(child) + "/messages").ok().at("/items");
    assertThat(messages).hasSize(2);
    assertThat(messages.get(1).path("message").asString()).isEqualTo("Do so");
    assertThat(admin.get(one(child)).ok().text("/status_detail")).isEqualTo("working");
  }

  @Test
  void whatHasEndedTakesNoMessage() {
    String parent = running();
    String child = start(parent, wanted("one", null));
    children.stop(new SessionId(parent), tenure(parent), new SessionId(child));
    children.stop(new SessionId(parent), tenure(parent), new SessionId(child));

    assertThat(status(child)).isEqualTo("exit");
    assertRefused(
        () ->
            children.tell(
                new SessionId(parent),
                tenure(parent),
                new SessionId(child),
                Id.create(EventId.class),
                "hello"),
        "session_ended");
  }

  private WantedChild kept(String name) {
    return new WantedChild(
        Id.create(SessionId.class),
        name,
        "p",
        null,
        null,
        null,
        null,
        null,
        null,
        OnParentEnd.KEEP);
  }

  @Test
  void theEndOfAParentEndsAllBelowButThoseThatAreToStay() {
    String parent = running();
    String child = startRunning(parent, wanted("one", null));
    String grandchild = start(child, wanted("two", null));
    String stays = start(parent, kept("three"));

    admin.delete(one(parent)).ok();

    await(() -> status(child).equals("exit") && status(grandchild).equals("exit"));
    assertThat(status(stays)).isEqualTo("new");
    assertThat(
            server.given().number("SELECT count(*) FROM child_session WHERE to_follow IS NOT NULL"))
        .isZero();
  }

  @Test
  void theFailureOfAParentEndsItsChildren() {
    String parent = running();
    String child = start(parent, wanted("one", null));

    turn(parent, turn -> turn.fail("internal", "it broke"));

    await(() -> status(child).equals("exit"));
  }

  @Test
  void anArchivedParentTakesItsChildrenAlong() {
    String parent = running();
    String child = startRunning(parent, wanted("one", null));

    admin.post(one(parent) + "/archive", "").ok();

    await(() -> admin.get(one(child)).ok().at("/is_archived").booleanValue());
    assertThat(status(child)).isEqualTo("suspended");
    admin.post(one(child) + "/unarchive", "").ok();
    admin.post(one(child) + "/messages", json("message", "go on")).ok();
    assertThat(status(child)).isEqualTo("resuming");
  }

  @Test
  void aParentThatSleepsOrIsDoneLeavesItsChildrenAtWork() {
    String parent = running();
    String child = start(parent, wanted("one", null));

    turn(parent, turn -> turn.finished(null));
    admin.post(one(parent) + "/sleep", "").ok();

    children.followParents(() -> true);
    assertThat(status(child)).isEqualTo("new");
  }
}
