package io.agentservice.server.engine.push;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A person with a browser that tells of the person's sessions. */
abstract class OnPushes extends OnOrganization {
  static final String SELF = "/v3beta1/self/";
  static final String BROWSERS = SELF + "push-subscriptions";

  PlayedBrowser browser;
  UserId user;
  String token;
  ApiClient person;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_PUSH_PRIVATE_HOSTS", "127.0.0.1");
  }

  @BeforeEach
  void begin() {
    outpost(org.value().substring(4));
    browser = new PlayedBrowser();
    user = server.given().human(org, "org_member");
    token = server.given().personalToken(user);
    person = server.as(token);
  }

  @AfterEach
  void end() {
    browser.close();
  }

  String subscribe() {
    return person.post(BROWSERS, browser.subscription("Laptop")).ok().text("/push_subscription_id");
  }

  String session(String title) {
    return person
        .post(path("sessions"), json("prompt", "p", "title", title))
        .ok()
        .text("/session_id");
  }

  /** With its place in the queue, else it is found to be in disorder, and repaired. */
  void stands(String session, String columns) {
    String queued = columns.contains("SUSPENDED") ? "SUSPENDED" : "RUNNING";
    server
        .given()
        .update(
            """
            WITH queued AS (
              UPDATE queue_entry SET phase = 'CLAIMED', acceptor_id = 'w', session_status = '%s',
                     claim_deadline = now() + interval '1 hour'
               WHERE session_id = ?)
            UPDATE session SET %s WHERE session_id = ?
            """
                .formatted(queued, columns),
            session,
            session);
  }

  void asks(String session) {
    stands(session, "status = 'RUNNING', status_detail = 'WAITING_FOR_USER'");
  }

  List<String> outcomes() {
    return notices().each("/items", "/outcome");
  }

  Reply notices() {
    return person.get(SELF + "push-notices").ok();
  }

  /** What waits is due now. */
  void due() {
    server
        .given()
        .update(
            "UPDATE push_notice SET next_at = now() WHERE outcome IS NULL AND user_id = ?",
            user.value());
  }

  /** Nobody has looked for a minute. */
  void unread() {
    server
        .given()
        .update(
            "UPDATE push_reader SET seen_at = seen_at - interval '1 minute' WHERE user_id = ?",
            user.value());
  }

  ApiClient signedIn(String key) {
    String cookie =
        server
            .anonymous()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post("/login", "key=" + key)
            .header("Set-Cookie")
            .replaceFirst(";.*", "");
    return server
        .anonymous()
        .with("Cookie", cookie)
        .with("X-CSRF-Token", WebSessions.csrfToken(cookie.replaceFirst("[^=]*=", "")));
  }
}
