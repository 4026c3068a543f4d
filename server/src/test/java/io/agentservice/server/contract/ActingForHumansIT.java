package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.OnOrganization;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Sessions and messages in the name of a human (auth.md 3). */
class ActingForHumansIT extends OnOrganization {
  /** Acting as another is a permission of its own; which requests it concerns says the body. */
  @Test
  void everyBodyThatNamesAHumanToActAsAsksForThatPermission() {
    String human = server.given().human(org, "org_member").value();
    String session = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    String schedule = scheduleOf(human);
    String message = json("message", "m", "message_as_user_id", human);
    var asAnother =
        Map.of(
            "POST /v3/organizations/{org_id}/sessions",
            new Attempt(path("sessions"), json("prompt", "p", "create_as_user_id", human)),
            "POST /v3/organizations/{org_id}/sessions/{session_id}/messages",
            new Attempt(path("sessions/" + session + "/messages"), message),
            "POST /v3/enterprise/sessions/{session_id}/messages",
            new Attempt("/v3/enterprise/sessions/" + session + "/messages", message),
            "POST /v3/organizations/{org_id}/schedules",
            new Attempt(path("schedules"), daily(human)),
            "PATCH /v3/organizations/{org_id}/schedules/{schedule_id}",
            new Attempt(schedule, json("prompt", "Do what I want")));
    assertThat(asAnother.keySet()).containsExactlyInAnyOrderElementsOf(bodiesThatNameAHuman());
    var without =
        server.as(
            server.given().accountKey(role("ManageAccountSessions", "ManageEnterpriseSettings")));
    asAnother.forEach((route, attempt) -> {
      var caller = route.contains("enterprise") ? without : member;
      String method = route.substring(0, route.indexOf(' '));
      var refused =
          caller.send(method, attempt.path(), attempt.body()).refused(403, "permission_denied");
      assertThat(refused.text("/required_permission")).isEqualTo("ImpersonateOrgSessions");
      server.admin().send(method, attempt.path(), attempt.body()).ok();
    });
  }

  private static String daily(String human) {
    return json("prompt", "p", "cron_schedule", "0 9 * * *", "create_as_user_id", human);
  }

  private String scheduleOf(String human) {
    return path("schedules/")
        + server.admin().post(path("schedules"), daily(human)).ok().text("/schedule_id");
  }

  /** By what the description says, so that a new one is among them. */
  private Set<String> bodiesThatNameAHuman() {
    var description = server.anonymous().get("/openapi.json").ok().at("");
    var found = new TreeSet<String>();
    description
        .at("/paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(operation -> {
                  var schema =
                      operation.getValue().at("/requestBody/content/application~1json/schema");
                  String ref = schema.at("/$ref").asString("");
                  var body = ref.isEmpty() ? schema : description.at(ref.substring(1));
                  if (body.at("/properties").propertyNames().stream()
                      .anyMatch(name -> name.endsWith("_as_user_id"))) {
                    found.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
                  }
                }));
    return found;
  }

  private String role(String... permissions) {
    return server
        .admin()
        .post(
            "/v3/enterprise/roles",
            "{\"role_name\":\"%s\",\"role_type\":\"enterprise\",\"permissions\":%s}"
                .formatted(org, Json.MAPPER.writeValueAsString(permissions)))
        .ok()
        .text("/role_id");
  }

  private record Attempt(String path, String body) {}
}
