package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.Test;

/** Rows 36 to 38 of sessions.md by the interface. */
class SleepIT extends OnOutpost {
  private void set(String session, String what) {
    server.given().update("UPDATE session SET %s WHERE session_id = ?".formatted(what), session);
  }

  private void noMessages(String session) {
    server.given().update("DELETE FROM message WHERE session_id = ?", session);
  }

  private String one(String session) {
    return path("sessions/" + session);
  }

  private void is(String session, String status, String detail) {
    var shown = admin.get(one(session)).ok();
    assertThat(shown.text("/status")).isEqualTo(status);
    assertThat(shown.at("/status_detail").asString("null")).isEqualTo(detail);
  }

  /** Held by a worker, and connected. */
  private String running(String detail) {
    String session = session();
    claim(session, "w").ok();
    set(
        session,
        "status = 'RUNNING', status_detail = '%s', has_connected = true".formatted(detail));
    noMessages(session);
    return session;
  }

  @Test
  void oneThatWaitsForAMachineSleepsInSightAndComesBack() {
    String session = session();

    var asleep = admin.post(one(session) + "/sleep", "").ok();

    assertThat(asleep.text("/status")).isEqualTo("suspended");
    assertThat(asleep.text("/status_detail")).isEqualTo("user_request");
    assertThat(asleep.at("/is_archived").asBoolean()).isFalse();
    assertThat(admin.post(one(session) + "/resume", "").ok().text("/status")).isEqualTo("resuming");
    claim(session, "w").ok();
  }

  @Test
  void aWorkingAgentGoesOnWorkingAndOneThatAskedWaitsAgain() {
    for (String detail : new String[] {"WORKING", "WAITING_FOR_USER", "FINISHED"}) {
      String session = running(detail);
      admin.post(one(session) + "/sleep", "").ok();
      is(session, "suspended", "user_request");

      admin.post(one(session) + "/resume", "").ok();

      is(session, "resuming", "null");
      assertThat(
              server
                  .given()
                  .number(
                      """
                      SELECT count(*) FROM session
                       WHERE session_id = ? AND prior_detail = '%s' AND (idle_since IS NULL) = %s
                      """
                          .formatted(detail, detail.equals("WORKING")),
                      session))
          .as(detail)
          .isEqualTo(1);
    }
  }

  @Test
  void oneThatCannotBeResumedEnds() {
    String session = running("WORKING");
    set(session, "resumable = false");

    assertThat(admin.post(one(session) + "/sleep", "").ok().text("/status")).isEqualTo("exit");
    admin.post(one(session) + "/resume", "").refused(409, "session_ended");
    admin.post(one(session) + "/sleep", "").refused(409, "session_ended");
  }

  @Test
  void whatIsAsleepDoesNotSleepAndWhatIsAwakeIsNotResumed() {
    String session = session();
    admin.post(one(session) + "/resume", "").refused(409, "not_asleep");
    admin.post(one(session) + "/sleep", "").ok();
    admin.post(one(session) + "/sleep", "").refused(409, "already_asleep");
    admin.post(one(session) + "/resume", "").ok();
    admin.post(one(session) + "/resume", "").refused(409, "not_asleep");
    admin.post(one("agent-" + "0".repeat(32)) + "/sleep", "").refused(404, "session_not_found");
    admin.post(one("agent-" + "0".repeat(32)) + "/resume", "").refused(404, "session_not_found");
  }

  @Test
  void aLimitThatIsReachedKeepsItAsleep() {
    String session = running("WORKING");
    set(session, "max_acu_limit = 1, model_dollars = 1000");
    admin.post(one(session) + "/sleep", "").ok();

    admin.post(one(session) + "/resume", "").refused(409, "usage_limit_exceeded");

    is(session, "suspended", "user_request");
    set(session, "max_acu_limit = NULL, model_dollars = 0");
    admin.post(one(session) + "/resume", "").ok();
  }

  @Test
  void anArchivedOneThatIsResumedIsInSightAgain() {
    String session = running("FINISHED");
    admin.post(one(session) + "/archive", "").ok();

    assertThat(admin.post(one(session) + "/resume", "").ok().at("/is_archived").asBoolean())
        .isFalse();
  }

  /** As one whose agent has given its machine back. */
  private String waiting(String until) {
    String session = running("WORKING");
    admin.post(one(session) + "/sleep", "").ok();
    set(
        session,
        "status_detail = 'INACTIVITY', wait_for = 'time', wait_until = %s, wake_at = %s"
            .formatted(until, until));
    return session;
  }

  @Test
  void aLongWaitIsInTheRecordAndAMessageEndsIt() {
    String session = waiting("now() + interval '1 hour'");

    var shown = admin.get(one(session)).ok();
    assertThat(shown.text("/wait/for")).isEqualTo("time");
    assertThat(shown.at("/wait/until").asLong()).isGreaterThan(0);
    assertThat(shown.text("/outcome")).isEqualTo("none");

    var awake = admin.post(one(session) + "/messages", json("message", "m")).ok();
    assertThat(awake.text("/status")).isEqualTo("resuming");
    assertThat(awake.at("/wait").isNull()).isTrue();
    String due = "SELECT count(*) FROM session WHERE session_id = ? AND wake_at IS NOT NULL";
    assertThat(server.given().number(due, session)).as("it wakes no sleep to come").isZero();
  }

  @Test
  void aWaitWhoseTimeHasComeIsOverByItself() {
    String session = waiting("now() + interval '1 second'");

    Await.until(() -> admin.get(one(session)).ok().text("/status").equals("resuming"));

    assertThat(admin.get(one(session)).ok().at("/wait").isNull()).isTrue();
    assertThat(admin.get(one(session) + "/messages").ok().each("/message")).isEmpty();
  }

  @Test
  void aLimitPutsTheEndOfAWaitOff() {
    String session = waiting("now() + interval '1 hour'");
    set(session, "max_acu_limit = 1, model_dollars = 1000, wake_at = now()");

    Await.until(() ->
        server
                .given()
                .number(
                    "SELECT count(*) FROM session WHERE session_id = ? AND wake_at > now()",
                    session)
            == 1);

    is(session, "suspended", "inactivity");
  }

  @Test
  void anArchivedOneDoesNotComeBackByItself() {
    String session = waiting("now() + interval '1 hour'");

    assertThat(admin.post(one(session) + "/archive", "").ok().at("/wait").isNull()).isTrue();

    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM session WHERE session_id = ? AND wake_at IS NULL",
                    session))
        .isEqualTo(1);
  }
}
