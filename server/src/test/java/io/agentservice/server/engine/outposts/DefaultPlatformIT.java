package io.agentservice.server.engine.outposts;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The default platform of an organization (api-org.md 8) and where sessions go by it. */
class DefaultPlatformIT extends OnOutpost {
  private ApiClient owner;
  private String path;

  @BeforeEach
  void owner() {
    owner = server.as(server.given().key(org, "org_admin"));
    path = "/v3beta1/organizations/" + org + "/default-platform";
  }

  private static void shows(Reply reply, String platform, String id, String name) {
    assertThat(reply.ok().text("/platform")).isEqualTo(platform);
    assertThat(reply.text("/outpost_pool_id")).isEqualTo(id);
    assertThat(reply.text("/outpost_pool_name")).isEqualTo(name);
  }

  private String placeOf(String platform) {
    String field = platform == null ? "" : ",\"platform\":\"%s\"".formatted(platform);
    return admin
        .post(path("sessions"), "{\"prompt\":\"p\"%s}".formatted(field))
        .ok()
        .text("/outpost_id");
  }

  private String put(String field, String value) {
    return "{\"%s\":\"%s\"}".formatted(field, value);
  }

  @Test
  void anOutpostThatIsTheDefaultGetsTheSessionsThatNameNoPlatform() {
    String second = outpost("second-" + org.value().substring(4));
    shows(owner.get(path), null, null, null);
    assertThat(placeOf(null)).isEqualTo(outpost);

    shows(
        owner.put(path, put("outpost_pool_id", second)),
        null,
        second,
        "second-" + org.value().substring(4));
    shows(member.get(path), null, second, "second-" + org.value().substring(4));
    for (String platform : new String[] {null, "inherit", "default"}) {
      assertThat(placeOf(platform)).as(platform).isEqualTo(second);
    }
    assertThat(placeOf("linux")).isEqualTo(outpost);
    assertThat(server.given().audit(org).stream())
        .anyMatch(record ->
            record.action().equals("update_org_settings")
                && record.data().toString().contains("\"new\":\"" + second + "\""));
  }

  @Test
  void aLabelIsTheDefaultUntilItIsCleared() {
    String elsewhere = "/v3/organizations/" + server.given().organization() + "/default-platform";
    shows(owner.put(path, put("platform", "Linux")), "linux", null, null);
    shows(admin.get(elsewhere), null, null, null);
    assertThat(placeOf(null)).isEqualTo(outpost);
    for (String none :
        List.of(
            "{}",
            put("platform", ""),
            json("platform", null, "outpost_pool_id", null),
            put("outpost_pool_id", ""))) {
      owner.put(path, put("platform", "linux")).ok();
      shows(owner.put(path, none), null, null, null);
    }
  }

  @Test
  void anOutpostThatIsGoneIsNoDefaultAnyMore() {
    String second = outpost("brief-" + org.value().substring(4));
    owner.put(path, put("outpost_pool_id", second)).ok();
    admin.delete(OUTPOSTS + "/" + second).ok();

    shows(owner.get(path), null, null, null);
    assertThat(placeOf(null)).isEqualTo(outpost);
  }

  @Test
  void whatTheOrganizationMayNotUseIsUnknown() {
    String name = server.given().text("SELECT name FROM outpost WHERE outpost_id = ?", outpost);
    for (String wrong :
        List.of(
            put("platform", "amiga"),
            put("platform", name),
            put("outpost_pool_id", "outpost_env-" + "0".repeat(32)),
            put("outpost_pool_id", name))) {
      var refused = owner.put(path, wrong).refused(400, "unknown_platform");
      assertThat(refused.at("/valid_platforms").toString()).contains("linux", name);
    }
    String elsewhere = "/v3/organizations/" + server.given().organization() + "/default-platform";
    admin.put(elsewhere, put("outpost_pool_id", outpost)).refused(400, "unknown_platform");
    owner
        .put(path, json("platform", "linux", "outpost_pool_id", outpost))
        .invalid("body.outpost_pool_id inconsistent");
    member.put(path, "{}").refused(403, "permission_denied");
    shows(owner.get(path), null, null, null);
  }
}
