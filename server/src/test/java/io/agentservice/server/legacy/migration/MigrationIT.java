package io.agentservice.server.legacy.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mapping of interface.md 4.9 as pairs: what was asked for before, and what is asked now. */
class MigrationIT extends OnOrganization {
  private ApiClient before;
  private ApiClient now;

  @BeforeEach
  void bothKeys() {
    var human = server.given().human(org, "org_member");
    before = server.as(server.given().legacyKey(human, org));
    now = server.as(server.given().personalToken(human));
  }

  @Test
  void createAndRead() {
    String prompt = "{\"prompt\":\"p\",\"tags\":[\"a\"]}";
    String id = before.post("/v1/sessions", prompt).ok().text("/session_id");
    var old = before.get("/v1/session/" + id).ok();
    var newer = now.get(path("sessions/" + id)).ok();
    for (String field : new String[] {"session_id", "url", "status", "title", "tags"}) {
      assertThat(newer.at("/" + field)).as(field).isEqualTo(old.at("/" + field));
    }
    String other = now.post(path("sessions"), prompt).ok().text("/session_id");
    assertThat(
            before
                .get("/v1/sessions?limit=2&offset=0&tags=a")
                .ok()
                .each("/sessions", "/session_id"))
        .isEqualTo(now.get(path("sessions?first=2&tags=a")).ok().each("/session_id"))
        .containsExactly(other, id);
  }

  @Test
  void messagesAndTags() {
    String id = before.post("/v1/sessions", "{\"prompt\":\"p\"}").ok().text("/session_id");
    before.post("/v1/session/" + id + "/message", "{\"message\":\"one\"}").ok();
    now.post(path("sessions/" + id + "/messages"), "{\"message\":\"two\"}").ok();
    assertThat(before.get("/v1/session/" + id).ok().each("/messages", "/message"))
        .isEqualTo(now.get(path("sessions/" + id + "/messages")).ok().each("/message"))
        .containsExactly("p", "one", "two");
    before.put("/v1/session/" + id + "/tags", "{\"tags\":[\"x\"]}").ok();
    assertThat(now.get(path("sessions/" + id + "/tags")).ok().text("/tags/0")).isEqualTo("x");
    now.put(path("sessions/" + id + "/tags"), "{\"tags\":[\"y\"]}").ok();
    assertThat(before.get("/v1/session/" + id).ok().text("/tags/0")).isEqualTo("y");
  }

  @Test
  void endAndArchive() {
    String one = before.post("/v1/sessions", "{\"prompt\":\"p\"}").ok().text("/session_id");
    before.delete("/v1/sessions/" + one).ok();
    assertThat(now.get(path("sessions/" + one)).ok().text("/status")).isEqualTo("exit");
    assertThat(now.delete(path("sessions/" + one)).ok().text("/status")).isEqualTo("exit");
    String other = now.post(path("sessions"), "{\"prompt\":\"p\"}").ok().text("/session_id");
    now.post(path("sessions/" + other + "/archive"), "").ok();
    assertThat(before.get("/v1/session/" + other).ok().text("/status_enum"))
        .isEqualTo("suspend_requested");
  }

  @Test
  void anAnswerSaysItselfWhereItIsFoundNow() {
    String id = before.post("/v1/sessions", "{\"prompt\":\"p\"}").ok().text("/session_id");
    String link = before.get("/v1/session/" + id).ok().header("Link");
    String address = link.substring(1, link.indexOf('>'));
    assertThat(now.get(address).ok().text("/session_id")).isEqualTo(id);
  }
}
