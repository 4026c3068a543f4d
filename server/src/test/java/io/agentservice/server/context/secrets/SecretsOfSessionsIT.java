package io.agentservice.server.context.secrets;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session's texts show of the secrets that it gets (sessions.md 6). */
class SecretsOfSessionsIT extends OnOrganization {
  private String secret(String key, String value, String more) {
    return member
        .post(path("secrets"), "{\"key\":\"%s\",\"value\":\"%s\"%s}".formatted(key, value, more))
        .ok()
        .text("/secret_id");
  }

  private Reply session(String prompt, String more) {
    return member.post(path("sessions"), "{\"prompt\":\"%s\"%s}".formatted(prompt, more)).ok();
  }

  private String messages(Reply session) {
    return member.get(path("sessions/" + session.text("/session_id") + "/messages")).ok().body();
  }

  @Test
  void sensitiveOnesAreMaskedInPromptTitleAndMessages() {
    secret("TOKEN", "swordfish", "");
    secret("PLACE", "harbour town", ",\"is_sensitive\":false");
    var session = session("say swordfish in harbour town", "");
    assertThat(session.text("/title")).isEqualTo("say [secret:TOKEN] in harbour town");
    member
        .post(
            path("sessions/" + session.text("/session_id") + "/messages"),
            json("message", "swordfish!"))
        .ok();
    assertThat(messages(session)).contains("[secret:TOKEN]!").doesNotContain("swordfish");
  }

  @Test
  void aSessionGetsTheChosenOnesAndItsOwnGoBeforeThem() {
    String chosen = secret("A", "first-value", "");
    secret("B", "second-value", "");
    var session =
        session(
            "first-value second-value own-value",
            ",\"secret_ids\":[\"%s\"],\"session_secrets\":{\"A\":\"own-value\"}".formatted(chosen));
    assertThat(session.text("/title")).isEqualTo("first-value second-value [secret:A]");
    assertThat(session("first-value", ",\"secret_ids\":[]").text("/title"))
        .isEqualTo("first-value");
    assertThat(session("first-value second-value", ",\"secret_ids\":null").text("/title"))
        .isEqualTo("[secret:A] [secret:B]");
  }

  @Test
  void noSessionGetsThoseOfAnotherOrganization() {
    String theirs = "/v3/organizations/" + server.given().organization() + "/secrets";
    server.admin().post(theirs, json("key", "THEIRS", "value", "their-own-value")).ok();
    assertThat(session("their-own-value", "").text("/title")).isEqualTo("their-own-value");
  }

  @Test
  void ofADictionaryEachValueIsMasked() {
    secret("D", "{\\\"USER\\\":\\\"alice-at-work\\\"}", ",\"type\":\"dictionary\"");
    assertThat(session("I am alice-at-work", "").text("/title")).isEqualTo("I am [secret:USER]");
  }

  @Test
  void anUnknownSecretIsRefused() {
    String mine = secret("A", "first-value", "");
    var other = server.given().organization();
    String theirs =
        server
            .admin()
            .post("/v3/organizations/" + other + "/secrets", json("key", "A", "value", "v"))
            .ok()
            .text("/secret_id");
    member
        .post(path("sessions"), json("prompt", "p", "secret_ids", List.of(mine, theirs, "x")))
        .invalid("body.secret_ids.1 unknown_reference", "body.secret_ids.2 unknown_reference");
  }
}
