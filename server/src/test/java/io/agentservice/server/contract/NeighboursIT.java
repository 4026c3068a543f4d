package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Organizations beside each other: every list, count and figure is of one alone. */
class NeighboursIT extends EveryWrite {
  /** All that one of the reads asks for; the others ignore it. */
  private static final String ALL_TIME = "?time_after=0&time_before=4102444800&q=a";

  @Test
  void whatIsDoneInOneShowsInNoAnswerAboutAnother() {
    var other = server.given().organization();
    var key = server.as(server.given().key(other, "org_admin"));
    fill(other);
    var before = answers(other, key);

    writes().filter(NeighboursIT::isOfAnOrganization).forEach(this::make);

    assertThat(before).hasSizeGreaterThan(30);
    assertThat(answers(other, key)).isEqualTo(before);
  }

  /** With what a write elsewhere might change or take away. */
  private void fill(OrgId of) {
    String things = "/v3/organizations/" + of + "/";
    admin.post(things + "sessions", json("prompt", "p")).ok();
    admin.post(things + "schedules", json("prompt", "p", "cron_schedule", "0 9 * * *")).ok();
    admin.post(things + "secrets", json("key", "K", "value", "v")).ok();
    admin.post(things + "playbooks", json("title", "p", "body", "b")).ok();
    String note = json("name", "n", "body", "b", "trigger", "t");
    admin.post(things + "knowledge/notes", note).ok();
    admin.post(things + "knowledge/folders", json("name", "f")).ok();
    String tags = "/v3/enterprise/organizations/" + of + "/tags";
    var _ = after("PUT", tags, json("tags", List.of("kept", "a")));
    var _ = after("PUT", tags + "/default", json("tag", "kept"));
    String limit = "/v3/enterprise/consumption/acu-limits/agent/organizations/" + of;
    var _ = after("PUT", limit, "{\"cycle_acu_limit\":7}");
  }

  private static boolean isOfAnOrganization(Route route) {
    return route.path().contains("{org_id}") || isOfTheKeys(route);
  }

  private static boolean isOfTheKeys(Route route) {
    return route.access() instanceof Access.InKeyOrganization;
  }

  private void make(Route route) {
    var write = writeOf(route);
    String path = write.path().get();
    String type = path.endsWith("/attachments") ? form().mediaType() : "application/json";
    var answer =
        caller(path).with("Content-Type", type).send(route.method().name(), path, write.body());
    assertThat(answer.status()).as(answer.body()).isIn(200, 201, 204);
  }

  /** What the reads say that ask for nothing but an organization. */
  private Map<String, String> answers(OrgId of, ApiClient key) {
    var answers = new TreeMap<String, String>();
    reads()
        .forEach(route -> {
          String path = route.path().replace("{org_id}", of.value());
          var caller = isOfTheKeys(route) ? key : caller(path);
          var answer = caller.get(path + ALL_TIME);
          if (answer.status() != 422) { // which asks for a certain thing
            answers.put(route.path(), answer.ok().body());
          }
        });
    return answers;
  }

  private Stream<Route> reads() {
    return server.routes().stream()
        .filter(route -> route.method().name().equals("GET") && isOfAnOrganization(route))
        .filter(route -> !route.path().replace("{org_id}", "").contains("{"))
        .filter(route -> !route.path().endsWith("/live")); // LiveIT: it ends only after minutes
  }
}
