package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows 10 to 12 of sessions.md by the interface. */
class ApprovalIT extends OnOutpost {
  private String asking;

  /** A session whose agent waits for an approval. */
  private String waiting() {
    String session = session();
    asking = ask(session);
    waits(session);
    server.given().update("DELETE FROM message WHERE session_id = ?", session);
    return path("sessions/" + session);
  }

  private String ask(String session) {
    String id = Id.create(EventId.class).value();
    server
        .given()
        .update(
            """
            INSERT INTO approval (event_id, session_id, call_id, tool, input, rules)
            VALUES (?, ?, 'call', 'bash', '{"command": "git push"}', '{git push}')
            """,
            id,
            session);
    return id;
  }

  /** With its entry, so that nothing is there to repair: a worker holds it. */
  private void waits(String session) {
    server
        .given()
        .update(
            """
            WITH held AS (
              UPDATE queue_entry SET phase = 'CLAIMED', acceptor_id = 'w', session_status = 'RUNNING',
                     claim_deadline = now() + interval '1 hour'
               WHERE session_id = ?)
            UPDATE session SET status = 'RUNNING', status_detail = 'WAITING_FOR_APPROVAL', idle_since = now()
             WHERE session_id = ?
            """,
            session,
            session);
  }

  private void fallsAsleep(String session) {
    server
        .given()
        .update(
            """
            WITH gone AS (DELETE FROM queue_entry WHERE session_id = ?)
            UPDATE session SET status = 'SUSPENDED', status_detail = 'INACTIVITY' WHERE session_id = ?
            """,
            session,
            session);
  }

  private String answer(String session) {
    return session + "/approvals/" + asking;
  }

  @Test
  void whatTheAgentAsksIsListedWithTheWholeCommand() {
    String session = waiting();

    var items = admin.get(session + "/approvals").ok().at("/items");

    assertThat(items).hasSize(1);
    assertThat(items.at("/0/event_id").asString()).isEqualTo(asking);
    assertThat(items.at("/0/input/command").asString()).isEqualTo("git push");
    assertThat(items.at("/0/answer").isNull()).isTrue();
    assertThat(admin.get(session).ok().text("/status_detail")).isEqualTo("waiting_for_approval");
  }

  @Test
  void approvedTheAgentWorksOn() {
    String session = waiting();

    var shown = admin.post(answer(session), json("approved", true)).ok();

    assertThat(shown.text("/status")).isEqualTo("running");
    assertThat(shown.text("/status_detail")).isEqualTo("working");
    var item = admin.get(session + "/approvals").ok().at("/items/0");
    assertThat(item.at("/answer").asString()).isEqualTo("approved");
    assertThat(item.at("/answered_at").isNumber()).isTrue();
    assertThat(admin.get(session + "/events").ok().each("/type")).contains("approval_answered");
    var record = server.given().audit(org).getLast();
    assertThat(record.action()).isEqualTo("permission_response");
    assertThat(record.data().at("/session_id").asString()).isEqualTo(id(session));
    assertThat(record.data().at("/event_id").asString()).isEqualTo(asking);
    assertThat(record.data().at("/approved").booleanValue()).isTrue();
  }

  @Test
  void refusedTheAgentWorksOnToo() {
    String session = waiting();
    var shown = admin.post(answer(session), json("approved", false, "message", "not today")).ok();
    assertThat(shown.text("/status_detail")).isEqualTo("working");
    var item = admin.get(session + "/approvals").ok().at("/items/0");
    assertThat(item.at("/answer").asString()).isEqualTo("refused");
    assertThat(item.at("/message").asString()).isEqualTo("not today");
  }

  @Test
  void theFirstAnswerCountsAndTheSameAgainChangesNothing() {
    String session = waiting();
    admin.post(answer(session), json("approved", true)).ok();
    long events = admin.get(session + "/events").ok().each("/type").size();

    admin.post(answer(session), json("approved", true)).ok();
    admin.post(answer(session), json("approved", false)).refused(409, "already_answered");
    admin
        .post(answer(session), json("approved", true, "for_session", true))
        .refused(409, "already_answered");

    assertThat(admin.get(session + "/events").ok().each("/type")).hasSize((int) events);
  }

  @Test
  void eachOfSeveralIsAnsweredByItselfAndTheyAreListedNewestFirst() {
    String session = waiting();
    String first = asking;
    admin.post(answer(session), json("approved", true)).ok();
    String second = ask(id(session));
    admin.post(session + "/approvals/" + second, json("approved", false)).ok();
    String third = ask(id(session));
    admin
        .post(session + "/approvals/event-" + "0".repeat(32), json("approved", true))
        .refused(404, "approval_not_found");
    waits(id(session));
    admin.post(session + "/messages", json("message", "wait")).ok();

    assertThat(admin.get(session + "/approvals").ok().each("/answer"))
        .containsExactly("withdrawn", "refused", "approved");
    var walked = new ArrayList<String>();
    for (String after = ""; after != null; ) {
      var page = admin.get(session + "/approvals?first=1&after=" + after).ok();
      walked.addAll(page.each("/event_id"));
      after = page.text("/end_cursor");
    }
    assertThat(walked).containsExactly(third, second, first);
  }

  @Test
  void aMessageWithdrawsIt() {
    String session = waiting();

    var shown = admin.post(session + "/messages", json("message", "wait")).ok();

    assertThat(shown.text("/status_detail")).isEqualTo("working");
    assertThat(admin.get(session + "/approvals").ok().each("/answer")).containsExactly("withdrawn");
    admin.post(answer(session), json("approved", true)).refused(409, "already_answered");
  }

  @Test
  void anAnswerWakesASessionThatFellAsleep() {
    String session = waiting();
    fallsAsleep(id(session));

    var shown = admin.post(answer(session), json("approved", true)).ok();

    assertThat(shown.text("/status")).isEqualTo("resuming");
    assertThat(admin.get(session + "/messages").ok().each("/message")).isEmpty();
  }

  @Test
  void anEndedSessionTakesNoAnswer() {
    String session = waiting();
    admin.delete(session).ok();
    assertThat(admin.get(session + "/approvals").ok().each("/answer")).containsExactly("withdrawn");
    admin.post(answer(session), json("approved", true)).refused(409, "already_answered");
  }

  @Test
  void whileItWaitsItIsNotInterrupted() {
    admin.post(waiting() + "/interrupt", "").refused(409, "not_working");
  }

  @Test
  void answersThatMakeNoSenseAreRefused() {
    String session = waiting();
    admin.post(answer(session), "{}").invalid("body.approved missing");
    admin
        .post(answer(session), json("approved", false, "for_session", true))
        .invalid("body.for_session inconsistent");
    admin
        .post(answer(session), json("approved", false, "message", "x".repeat(10_001)))
        .invalid("body.message too_long");
  }

  @Test
  void nobodyAnswersForAnotherSessionOrOrganization() {
    String session = waiting();
    String other = path("sessions/" + session());
    admin
        .post(other + "/approvals/" + asking, json("approved", true))
        .refused(404, "approval_not_found");
    var elsewhere = server.given().organization();
    var stranger = server.as(server.given().key(elsewhere, "org_admin"));
    assertThat(stranger.post(answer(session), json("approved", true)).status()).isIn(403, 404);
    assertThat(
            stranger
                .post(
                    "/v3/organizations/"
                        + elsewhere
                        + "/sessions/"
                        + id(session)
                        + "/approvals/"
                        + asking,
                    json("approved", true))
                .status())
        .isEqualTo(404);
    assertThat(admin.get(session + "/approvals").ok().at("/items/0/answer").isNull()).isTrue();
  }

  @Test
  void theOrganizationSaysWhatIsAskedAbout() {
    String policy = path("approval-policy");
    assertThat(admin.get(policy).ok().text("/mode")).isEqualTo("never");

    var set = admin.put(policy, json("mode", "risky", "commands", List.of("terraform apply"))).ok();

    assertThat(set.text("/mode")).isEqualTo("risky");
    assertThat(admin.get(policy).ok().each("/commands", "")).containsExactly("terraform apply");
    admin.put(policy, json("mode", "often")).invalid("body.mode enum");
    admin
        .put(policy, json("mode", "risky", "commands", List.of(" ")))
        .invalid("body.commands.0 pattern");
    assertThat(admin.put(policy, json("mode", "never")).ok().at("/commands")).isEmpty();
  }

  @Test
  void whoMayNotAnswerMayNotDoWithoutApprovalsEither() {
    var user = caller("UseAgentSessions", "ViewOrgSessions");
    String sessions = path("sessions");
    user.post(sessions, json("prompt", "p", "bypass_approval", true)).ok();
    admin.put(path("approval-policy"), json("mode", "risky")).ok();

    user.post(sessions, json("prompt", "p", "bypass_approval", true))
        .refused(403, "permission_denied");
    user.post(sessions, json("prompt", "p", "approvals", "never"))
        .refused(403, "permission_denied");
    user.post(sessions, json("prompt", "p", "approvals", "always")).ok();
    user.post(sessions, json("prompt", "p")).ok();
    member.post(sessions, json("prompt", "p", "bypass_approval", true)).ok();
    member.post(sessions, json("prompt", "p", "approvals", "x")).invalid("body.approvals enum");
  }

  @Test
  void whoMayOnlyLookSeesWhatIsAskedAndAnswersNothing() {
    String session = waiting();
    var viewer = caller("ViewOrgSessions");
    assertThat(viewer.get(session + "/approvals").ok().at("/items")).hasSize(1);
    viewer.post(answer(session), json("approved", true)).refused(403, "permission_denied");
    viewer.put(path("approval-policy"), json("mode", "never")).refused(403, "permission_denied");
    assertThat(admin.get(session).ok().text("/status_detail")).isEqualTo("waiting_for_approval");
  }

  /** A service user who holds these permissions in the organization. */
  private ApiClient caller(String... permissions) {
    String role =
        admin
            .post(
                "/v3/enterprise/roles",
                json(
                    "role_name",
                    org + " " + String.join(" ", permissions),
                    "role_type",
                    "org",
                    "permissions",
                    List.of(permissions)))
            .ok()
            .text("/role_id");
    return server.as(server.given().key(org, role));
  }

  private static String id(String session) {
    return session.substring(session.lastIndexOf('/') + 1);
  }
}
