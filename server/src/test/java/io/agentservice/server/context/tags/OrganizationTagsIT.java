package io.agentservice.server.context.tags;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.TestServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The allowed tags of an organization and what they do (api-enterprise.md 12). */
class OrganizationTagsIT extends OnOrganization {
  private ApiClient admin;
  private String tags;

  @BeforeEach
  void admin() {
    admin = server.admin();
    tags = "/v3/enterprise/organizations/" + org + "/tags";
  }

  private static String body(String... words) {
    return List.of(words).stream()
        .map("\"%s\""::formatted)
        .collect(Collectors.joining(",", "{\"tags\":[", "]}"));
  }

  private List<String> shown() {
    return admin.get(tags).ok().each("/tags", "");
  }

  private String defaultTag() {
    return admin.get(tags + "/default").ok().text("/default_tag");
  }

  @Test
  void anOrganizationThatNeverHadTagsAnswersEmptyOnes() {
    assertThat(shown()).isEmpty();
    assertThat(defaultTag()).isNull();
    assertThat(admin.delete(tags).ok().each("/tags", "")).isEmpty();
    assertThat(admin.delete(tags + "/default").ok().text("/default_tag")).isNull();
    assertThat(admin.delete(tags + "/default").ok().text("/default_tag")).isNull();
  }

  @Test
  void theyAreSortedAddedReplacedAndRemoved() {
    assertThat(admin.post(tags, body("b", "B", "b")).ok().each("/tags", ""))
        .containsExactly("B", "b");
    assertThat(admin.post(tags, body("a b/c")).ok().each("/tags", ""))
        .containsExactly("B", "a b/c", "b");
    assertThat(admin.delete(tags + "/a%20b%2Fc").ok().each("/tags", "")).containsExactly("B", "b");
    admin.delete(tags + "/a%20b%2Fc").refused(404, "tag_not_found");
    assertThat(admin.put(tags, body("z")).ok().each("/tags", "")).containsExactly("z");
    assertThat(admin.delete(tags).ok().each("/tags", "")).isEmpty();
  }

  @Test
  void item61ADefaultThatIsNoLongerAllowedIsCleared() {
    admin.put(tags, body("a", "default")).ok();
    admin.put(tags + "/default", json("tag", "b")).invalid("body.tag not_allowed");
    assertThat(admin.put(tags + "/default", json("tag", "a")).ok().text("/default_tag"))
        .isEqualTo("a");
    admin.put(tags, body("a", "b")).ok();
    assertThat(defaultTag()).isEqualTo("a");
    admin.put(tags, body("b")).ok();
    assertThat(defaultTag()).isNull();

    admin.put(tags + "/default", json("tag", "b")).ok();
    admin.delete(tags + "/b").ok();
    assertThat(defaultTag()).isNull();
    admin.put(tags, body("b")).ok();
    admin.put(tags + "/default", json("tag", "b")).ok();
    admin.delete(tags).ok();
    assertThat(defaultTag()).isNull();
  }

  @Test
  void whatIsWrongIsToldAndNothingIsChanged() {
    admin.post(tags, body("a")).ok();
    admin.post(tags, "{}").invalid("body.tags missing");
    admin.post(tags, body()).invalid("body.tags too_short");
    admin
        .put(tags, body("", "x".repeat(129)))
        .invalid("body.tags.0 too_short", "body.tags.1 too_long");
    admin.put(tags, "{\"tags\":[\"a\\tb\"]}").invalid("body.tags.0 pattern");
    admin.put(tags + "/default", "{}").invalid("body.tag missing");
    String[] many = IntStream.range(0, 1000).mapToObj(i -> "t" + i).toArray(String[]::new);
    admin.post(tags, body(many)).invalid("body.tags too_long");
    assertThat(shown()).containsExactly("a");
    assertThat(admin.put(tags, body(many)).ok().each("/tags", "")).hasSize(1000);
  }

  @Test
  void item45OnlyAllowedTagsAreWrittenToSessionsAndSchedules() {
    String before =
        member
            .post(path("sessions"), json("prompt", "p", "tags", List.of("old")))
            .ok()
            .text("/session_id");
    admin.put(tags, body("a", "b")).ok();

    String create =
        json("prompt", "p", "cron_schedule", "0 9 * * *", "tags", List.of("a", "c", "A"));
    for (String all : List.of("sessions", "schedules")) {
      var caller = all.equals("schedules") ? admin : member;
      caller.post(path(all), create).invalid("body.tags.1 not_allowed", "body.tags.2 not_allowed");
      assertThat(caller.post(path(all), create.replace(",\"c\",\"A\"", "")).ok().each("/tags", ""))
          .containsExactly("a");
    }
    String ofSession = path("sessions/" + before + "/tags");
    assertThat(member.get(ofSession).ok().each("/tags", "")).containsExactly("old");
    member.post(ofSession, body("c")).invalid("body.tags.0 not_allowed");
    member.put(ofSession, body("b", "old")).invalid("body.tags.1 not_allowed");
    assertThat(member.post(ofSession, body("b")).ok().each("/tags", ""))
        .containsExactly("b", "old");
    admin.delete(tags).ok();
    member.put(ofSession, body("anything")).ok();
  }

  @Test
  void aScheduleKeepsItsTagsUntilTheyAreWritten() {
    String schedule =
        path(
            "schedules/"
                + admin
                    .post(
                        path("schedules"),
                        "{\"prompt\":\"p\",\"cron_schedule\":\"0 9 * * *\",\"tags\":[\"old\"]}")
                    .ok()
                    .text("/schedule_id"));
    admin.put(tags, body("a")).ok();

    assertThat(admin.patch(schedule, json("name", "n")).ok().each("/tags", ""))
        .containsExactly("old");
    admin.patch(schedule, body("b")).invalid("body.tags.0 not_allowed");
  }

  @Test
  void aSessionThatIsCreatedWithoutTagsGetsTheDefault() {
    admin.put(tags, body("a", "b")).ok();
    admin.put(tags + "/default", json("tag", "b")).ok();

    for (String sent : List.of("", ",\"tags\":[]", ",\"tags\":null")) {
      var session = member.post(path("sessions"), "{\"prompt\":\"p\"" + sent + "}");
      assertThat(session.ok().each("/tags", "")).containsExactly("b");
    }
    assertThat(
            member
                .post(path("sessions"), json("prompt", "p", "tags", List.of("a")))
                .ok()
                .each("/tags", ""))
        .containsExactly("a");
  }

  @Test
  void everyChangeIsAuditedWithOldAndNew() {
    admin.put(tags, body("a")).ok();

    var record = server.given().audit(org).getLast();
    assertThat(record.action()).isEqualTo("update_org_settings");
    assertThat(record.data().get("setting").stringValue()).isEqualTo("tags");
    assertThat(record.data().at("/changes/tags").toString())
        .isEqualTo(json("new", List.of("a"), "old", List.of()));
  }

  @Test
  void onlyThoseWhoManageTheEnterpriseSettingsReadAndWriteThem() {
    member.get(tags).refused(403, "permission_denied");
    member.put(tags, body()).refused(403, "permission_denied");
  }

  @Test
  void whereItIsSwitchedOffItIsNotServedAndNothingIsChecked() {
    try (var other = TestServer.start(Map.of("AGENT_FEATURES", "legacy"))) {
      var there = other.given().organization();
      other
          .admin()
          .get("/v3/enterprise/organizations/" + there + "/tags")
          .refused(404, "feature_disabled");
    }
  }
}
