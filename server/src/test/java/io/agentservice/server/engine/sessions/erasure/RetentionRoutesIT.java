package io.agentservice.server.engine.sessions.erasure;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long ended sessions of an organization are kept, as it is said. */
class RetentionRoutesIT extends OnOutpost {
  private String path;

  @BeforeEach
  void path() {
    path = "/v3/enterprise/organizations/" + org + "/retention";
  }

  @Test
  void itIsThatOfTheInstallationUntilOneIsSaid() {
    var usual = admin.get(path).ok();
    assertThat(usual.body()).isEqualTo("{\"session_days\":0,\"source\":\"installation\"}");

    var said = admin.put(path, json("session_days", 30)).ok();
    assertThat(said.body()).isEqualTo("{\"session_days\":30,\"source\":\"organization\"}");
    assertThat(admin.get(path).ok().body()).isEqualTo(said.body());
    assertThat(admin.put(path, json("session_days", 0)).ok().text("/source"))
        .isEqualTo("organization");

    assertThat(admin.delete(path).ok().body()).isEqualTo(usual.body());
    assertThat(server.given().audit(org))
        .filteredOn(record -> record.data().toString().contains("session_days"))
        .hasSize(3);
  }

  @Test
  void whatIsWrongIsTold() {
    admin.put(path, "{}").invalid("body.session_days missing");
    admin.put(path, "{\"session_days\":null}").invalid("body.session_days type");
    admin.put(path, json("session_days", "30")).invalid("body.session_days type");
    admin.put(path, json("session_days", -1)).invalid("body.session_days too_small");
    admin.put(path, json("session_days", 3651)).invalid("body.session_days too_large");
  }

  @Test
  void whoRunsTheOrganizationAloneDoesNotSayIt() {
    var owner = server.as(server.given().key(org, "org_admin"));
    owner.put(path, json("session_days", 1)).refused(403, "permission_denied");
    owner.delete(path).refused(403, "permission_denied");
  }
}
