package io.agentservice.server.engine.pullrequests;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.LocalForge;
import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How pull requests stand is learnt from their hosts (sessions.md 9). */
class PullRequestStatesIT extends OnOutpost {
  private LocalForge forge;
  private String session;

  @BeforeEach
  void aForge() {
    forge = new LocalForge();
    session = session();
    String connection =
        admin
            .post(
                "/v3/enterprise/git-providers/connections",
                json(
                    "git_provider_type",
                    "github_token",
                    "host",
                    forge.host(),
                    "token",
                    LocalForge.TOKEN))
            .ok()
            .text("/git_connection_id");
    admin
        .post(
            "/v3/enterprise/organizations/%s/git-providers/permissions".formatted(org),
            json(
                "permissions",
                List.of(fields("git_connection_id", connection, "group_prefix", "acme"))))
        .ok();
  }

  @AfterEach
  void closeForge() {
    forge.close();
  }

  private void pull(String path, String state) {
    String url = "https://%s/%s/pull/1".formatted(forge.host(), path);
    forge.says(
        "/api/v3/repos/%s/pulls/1".formatted(path),
        "{%s,\"head\":{\"sha\":\"abc\"}}".formatted(state));
    server
        .given()
        .update(
            "INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over) SELECT session_id, account_id, org_id, ?, false FROM session WHERE session_id = ?",
            url,
            session);
  }

  /** A session that has these too, due in an hour. */
  private String another(String... paths) {
    String own = session;
    session = session();
    for (String path : paths) {
      pull(path, "\"state\":\"open\"");
    }
    server
        .given()
        .update(
            "UPDATE pull_request SET ask_at = now() + interval '1 hour' WHERE session_id = ?",
            session);
    String another = session;
    session = own;
    return another;
  }

  private List<String> states() {
    return member.get(path("sessions/" + session)).ok().each("/pull_requests", "/pr_state");
  }

  /** What was asked once is due again in five minutes. */
  private void timeGoesOn() {
    server
        .given()
        .update(
            "UPDATE pull_request SET ask_at = ask_at - interval '301 seconds' WHERE session_id = ?",
            session);
  }

  @Test
  void openOnesAreAskedForAndUncoveredOrMergedOnesAreNot() {
    String another = another("other/open", "acme/draft");
    pull("acme/merged", "\"state\":\"closed\",\"merged\":true");
    pull("acme/closed", "\"state\":\"closed\"");
    pull("acme/draft", "\"state\":\"open\",\"draft\":true");
    pull("other/open", "\"state\":\"closed\"");

    await(() -> states().equals(List.of("merged", "closed", "draft", "open")));

    pull("acme/draft2", "\"state\":\"open\",\"draft\":true");
    forge.says(
        "/api/v3/repos/acme/draft/pulls/1", json("state", "closed", "head", fields("sha", "a")));
    await(() -> states().equals(List.of("merged", "closed", "draft", "open", "draft")));
    timeGoesOn();
    await(() -> states().equals(List.of("merged", "closed", "closed", "open", "draft")));
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM pull_request WHERE session_id = ? AND ask_at > now() + interval '20 hours'",
                    session))
        .as("the uncovered one is looked at again after a day")
        .isEqualTo(1);
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM pull_request WHERE session_id = ? AND ask_at BETWEEN now() + interval '50 minutes' AND now() + interval '1 hour'",
                    another))
        .as("those of another session, in their own time")
        .isEqualTo(2);
    assertThat(forge.asked())
        .containsOnlyOnce("/api/v3/repos/acme/merged/pulls/1", "/api/v3/repos/acme/closed/pulls/1")
        .doesNotContain("/api/v3/repos/other/open/pulls/1");
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM pull_request WHERE session_id = ? AND merged_at IS NOT NULL",
                    session))
        .isEqualTo(1);
  }

  @Test
  void oneWhoseStateCouldNotBeKeptIsAskedAgainAndToldOnce() {
    server.given().update("CREATE SEQUENCE attempts");
    server
        .given()
        .update(
            """
            CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN PERFORM nextval(''attempts''), pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'
            """);
    server
        .given()
        .update(
            "CREATE TRIGGER end_connection BEFORE UPDATE OF state ON pull_request FOR EACH ROW EXECUTE FUNCTION end_connection()");
    try {
      pull("acme/merged", "\"state\":\"closed\",\"merged\":true");
      await(() ->
          server
                  .given()
                  .number("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM attempts")
              > 0);
      assertThat(states()).containsExactly("open");
    } finally {
      server.given().update("DROP FUNCTION end_connection CASCADE");
      server.given().update("DROP SEQUENCE attempts");
    }
    timeGoesOn();
    await(() -> states().equals(List.of("merged")));
    assertThat(forge.asked()).hasSize(2);
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM pull_request WHERE session_id = ? AND merged_at IS NOT NULL",
                    session))
        .isEqualTo(1);
  }

  @Test
  void oneThatTheHostWillNotTellOfKeepsNoneOfTheOthersBack() {
    String odd = "/api/v3/repos/acme/odd/pulls/1";
    pull("acme/odd", "\"state\":\"open\"");
    forge.says(odd, 403, "{}");
    pull("acme/next", "\"state\":\"closed\"");
    await(() -> states().equals(List.of("open", "closed")));
    timeGoesOn();
    pull("acme/later", "\"state\":\"closed\",\"merged\":true");
    await(() -> states().equals(List.of("open", "closed", "merged")));
  }
}
