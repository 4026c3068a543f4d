package io.agentservice.server.engine.outposts;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where sessions go that name a platform (sessions.md 3), and when its outpost goes (row 32). */
class PlacementIT extends OnOutpost {
  private String other;
  private String otherName;

  @BeforeEach
  void another() {
    otherName = "z-" + org.value().substring(4);
    other = outpost(otherName);
  }

  private String session(String platform) {
    return admin
        .post(path("sessions"), json("prompt", "p", "platform", platform))
        .ok()
        .text("/session_id");
  }

  private String placeOf(String session) {
    return admin.get(path("sessions/" + session)).ok().text("/outpost_id");
  }

  @Test
  void aLabelMeansTheOutpostWhereTheFewestWaitWhateverIsAtWorkThere() {
    for (int i = 0; i < 3; i++) {
      claim(session(otherName), "w" + i).ok();
    }
    session(outpost);
    assertThat(placeOf(session("linux"))).isEqualTo(other);
    assertThat(placeOf(session("Linux"))).as("one waits in each: by name").isEqualTo(outpost);
    assertThat(placeOf(session("linux"))).isEqualTo(other);
  }

  @Test
  void whatWaitsNoMoreDoesNotCount() {
    String ended = session(otherName);
    admin.delete(path("sessions/" + ended)).ok();
    session(outpost);
    assertThat(placeOf(session("linux"))).isEqualTo(other);
  }

  @Test
  void row32APlatformThatNamedTheDeletedOutpostCountsAsNone() {
    String byName = session(otherName);
    String byId = session(other);
    String claimed = session(otherName);
    claim(claimed, "w").ok();
    admin.delete(OUTPOSTS + "/" + other + "?force=true").ok();
    for (String session : new String[] {byName, byId, claimed}) {
      var record = admin.get(path("sessions/" + session)).ok();
      assertThat(record.text("/outpost_id")).isEqualTo(outpost);
      assertThat(record.text("/status")).isEqualTo("new");
      assertThat(admin.get(AGENTS + "/" + session).ok().text("/status/phase")).isEqualTo("pending");
    }
  }

  @Test
  void row32ALabelKeepsItsMeaningWhenTheOutpostGoes() {
    String windows =
        admin
            .post(
                OUTPOSTS,
                json(
                    "name",
                    "w-" + org.value().substring(4),
                    "platform",
                    "windows",
                    "allowed_org_ids",
                    List.of(org)))
            .ok()
            .text("/metadata/outpost_id");
    String session = session("windows");
    assertThat(placeOf(session)).isEqualTo(windows);
    admin.delete(OUTPOSTS + "/" + windows + "?force=true").ok();
    admin.get(AGENTS + "/" + session).refused(404, "entry_not_found");
    assertThat(admin.get(path("sessions/" + session)).ok().text("/status")).isEqualTo("new");
  }

  @Test
  void whatWaitsForAnotherPlatformOrElsewhereIsNotPlacedWithThoseOfOne() {
    String asked = session("windows");
    String asksForAnother = session("macos");
    String elsewhere =
        admin
            .post(
                "/v3/organizations/" + server.given().organization() + "/sessions",
                json("prompt", "p", "platform", "windows"))
            .ok()
            .text("/session_id");
    String windows =
        admin
            .post(
                OUTPOSTS,
                json(
                    "name",
                    "w-" + org.value().substring(4),
                    "platform",
                    "windows",
                    "allowed_org_ids",
                    List.of(org)))
            .ok()
            .text("/metadata/outpost_id");
    await(() -> windows.equals(placeOf(asked)));
    assertThat(placeOf(asksForAnother)).isNull();
    assertThat(
            server.given().text("SELECT outpost_id FROM session WHERE session_id = ?", elsewhere))
        .as("it may not use that outpost")
        .isNull();
  }
}
