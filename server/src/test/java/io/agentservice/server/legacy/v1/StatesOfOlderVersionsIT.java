package io.agentservice.server.legacy.v1;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.engine.lifecycle.OnLifecycle;
import io.agentservice.server.engine.lifecycle.Turns.Turn;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.testing.ApiClient;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One session through all versions, in each state of sessions.md 1. */
class StatesOfOlderVersionsIT extends OnLifecycle {
  private ApiClient old;
  private ApiClient older;

  @BeforeEach
  void keys() {
    older = server.as(server.given().legacyKey(server.given().human(null, "account_admin"), org));
    old = server.as(server.given().legacyKey(server.given().human(org, "org_member"), org));
  }

  /** A way into a state, and what is seen there by versions 3 and 1. */
  @SuppressWarnings("ImmutableEnumChecker") // the ways are lambdas without a state
  enum Seen {
    NEW(StatesOfOlderVersionsIT::session, "new null", "working"),
    CLAIMED(StatesOfOlderVersionsIT::claimed, "claimed null", "working"),
    WORKING(StatesOfOlderVersionsIT::running, "running working", "working"),
    ASKING(test -> test.turned(Turn::waiting), "running waiting_for_user", "blocked"),
    FINISHED(test -> test.turned(turn -> turn.finished(null)), "running finished", "finished"),
    WORKING_AGAIN(test -> test.told(test.finished()), "running working", "working"),
    IDLE(test -> test.idle(test.turned(Turn::waiting)), "suspended inactivity", "blocked"),
    ASLEEP_AND_DONE(test -> test.idle(test.finished()), "suspended inactivity", "finished"),
    ARCHIVED(test -> test.archived(test.running()), "suspended user_request", "suspend_requested"),
    ARCHIVED_UNSERVED(
        test -> test.archived(test.session()), "suspended user_request", "suspend_requested"),
    ARCHIVED_AND_DONE(test -> test.archived(test.finished()), "suspended user_request", "finished"),
    FROM_A_PAGE_ASLEEP(
        test -> test.archived(test.page(), test.running()),
        "suspended user_request",
        "suspend_requested_frontend"),
    OVER_LIMIT(StatesOfOlderVersionsIT::limited, "suspended usage_limit_exceeded", "blocked"),
    FAILING(
        test -> test.turned(turn -> turn.suspend("model_unreachable", "m")),
        "suspended error",
        "blocked"),
    WAKING(test -> test.woken(test.admin), "resuming null", "resume_requested"),
    FROM_A_PAGE_WAKING(
        test -> test.woken(test.page()), "resuming null", "resume_requested_frontend"),
    RESUMED(StatesOfOlderVersionsIT::resumed, "running working", "resumed"),
    RESUMED_AND_ASKING(
        test -> test.after(test.resumed(), Turn::waiting), "running waiting_for_user", "blocked"),
    RESUMED_A_MINUTE_AGO(test -> test.aMinuteLater(test.resumed()), "running working", "working"),
    TERMINATED(test -> test.terminated(test.running()), "exit null", "expired"),
    TERMINATED_AND_DONE(test -> test.terminated(test.finished()), "exit finished", "expired"),
    EXITED(test -> test.idle(test.notResumable(test.finished())), "exit finished", "finished"),
    EXITED_ON_REQUEST(
        test -> test.archived(test.notResumable(test.finished())), "exit finished", "expired"),
    FAILED(test -> test.turned(turn -> turn.fail("internal", "m")), "error null", "expired");

    private final Way way;
    private final String newer;
    private final String older;

    Seen(Way way, String newer, String older) {
      this.way = way;
      this.newer = newer;
      this.older = older;
    }
  }

  private interface Way {
    String to(StatesOfOlderVersionsIT test);
  }

  @ParameterizedTest
  @EnumSource
  void eachStateIsTheSameThroughEveryVersion(Seen seen) {
    String id = seen.way.to(this);

    var newer = admin.get(one(id)).ok();
    var details = old.get("/v1/session/" + id).ok();
    var listed = old.get("/v1/sessions").ok();

    var enterprise = older.get("/v2/enterprise/organizations/" + org + "/sessions").ok();

    assertThat(newer.text("/status") + " " + newer.text("/status_detail")).isEqualTo(seen.newer);
    assertThat(details.text("/status")).isEqualTo(newer.text("/status"));
    assertThat(details.text("/status_enum")).isEqualTo(seen.older);
    assertThat(listed.text("/sessions/0/session_id")).isEqualTo(id);
    assertThat(listed.text("/sessions/0/status")).isEqualTo(newer.text("/status"));
    assertThat(listed.text("/sessions/0/status_enum")).isEqualTo(seen.older);
    assertThat(enterprise.text("/items/0/session_id")).isEqualTo(id);
    assertThat(enterprise.text("/items/0/status")).isEqualTo(newer.text("/status"));
  }

  private String claimed() {
    String id = session();
    claim(id, "w").ok();
    return id;
  }

  private String turned(Consumer<Turn> end) {
    return after(running(), end);
  }

  private String after(String id, Consumer<Turn> end) {
    turn(
        id,
        turn -> {
          turn.deliver();
          end.accept(turn);
        });
    return id;
  }

  private String finished() {
    return turned(turn -> turn.finished(null));
  }

  private String told(String id) {
    admin.post(one(id) + "/messages", json("message", "m")).ok();
    return id;
  }

  private String idle(String id) {
    server
        .given()
        .update(
            "UPDATE session SET idle_since = now() - interval '1 hour' WHERE session_id = ?", id);
    lifecycle.sleepIdle(3000, () -> true);
    return id;
  }

  private String archived(String id) {
    return archived(admin, id);
  }

  private String archived(ApiClient by, String id) {
    by.post(one(id) + "/archive", "").ok();
    return id;
  }

  /** As a browser that is signed in. */
  private ApiClient page() {
    var human = server.given().human(org, "org_member");
    server.given().personalToken(human);
    String key =
        server.given().text("SELECT key_id FROM api_key WHERE principal_id = ?", human.value());
    String token = database.inTransaction(tx -> WebSessions.open(tx, new KeyId(key)));
    return server
        .anonymous()
        .with("Cookie", WebSessions.COOKIE + "=" + token)
        .with("X-CSRF-Token", WebSessions.csrfToken(token));
  }

  private String limited() {
    return turned(turn -> turn.limit(Detail.USAGE_LIMIT_EXCEEDED));
  }

  private String woken(ApiClient by) {
    String id = archived(running());
    release(id, "w").ok();
    by.post(one(id) + "/messages", json("message", "m")).ok();
    return id;
  }

  private String resumed() {
    String id = woken(admin);
    claim(id, "w").ok();
    connect(id);
    return id;
  }

  private String aMinuteLater(String id) {
    server
        .given()
        .update(
            "UPDATE session SET resumed_at = resumed_at - interval '60 seconds' WHERE session_id = ?",
            id);
    return id;
  }

  private String notResumable(String id) {
    server.given().update("UPDATE session SET resumable = false WHERE session_id = ?", id);
    return id;
  }

  private String terminated(String id) {
    admin.delete(one(id)).ok();
    return id;
  }
}
