package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every filter of the lists of sessions (completions.md 7), alone and together. */
class SessionFiltersIT extends OnOrganization {
  /** In the order in which they were made. */
  private final List<String> ids = new ArrayList<>();

  @BeforeEach
  void sessions() {
    ids.clear();
    set(make(), "user_id = 'user-1', tags = '{a,b}', repo_paths = '{o/r}'", 1000, 5000);
    set(make(), "user_id = 'user-2', tags = '{a}', origin = 'cli'", 2000, 2000);
    set(make(), "service_user_id = 'service-user-1', playbook_id = 'playbook-1'", 3000, 3500);
    set(make(), "origin = 'automation', schedule_id = 'sched-1', tags = '{\"a,b\"}'", 4000, 4000);
    set(make(), "category = 'bug_fixing', is_archived = true, status = 'EXIT'", 5000, 6000);
    set(
        make(),
        "parent_session_id = '%s', repo_paths = '{o/r,o/s}', status = 'ERROR', error_code = 'internal'"
            .formatted(ids.getFirst()),
        6000,
        6000);
  }

  private String make() {
    String id = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    ids.add(id);
    server.given().update("UPDATE session SET service_user_id = NULL WHERE session_id = ?", id);
    return id;
  }

  private void set(String id, String columns, int created, int updated) {
    server
        .given()
        .update(
            "UPDATE session SET %s, created_at = to_timestamp(%d), updated_at = to_timestamp(%d) WHERE session_id = ?"
                .formatted(columns, created, updated),
            id);
  }

  /** Which of the sessions are found, by the order in which they were made; oldest first. */
  private List<Integer> found(String query) {
    var list = member.get(path("sessions") + "?" + query).ok();
    var insights = member.get(path("sessions/insights") + "?" + query).ok();
    assertThat(insights.each("/session_id")).as(query).isEqualTo(list.each("/session_id"));
    assertThat(list.at("/total").intValue()).as(query).isEqualTo(list.at("/items").size());
    return list.each("/session_id").reversed().stream().map(ids::indexOf).toList();
  }

  private Map<String, List<Integer>> alone() {
    String a = ids.get(1).substring("agent-".length());
    var all = new TreeMap<String, List<Integer>>();
    all.put("session_ids=%s&session_ids=devin-%s".formatted(ids.get(4), a), List.of(1, 4));
    all.put("created_after=3000", List.of(2, 3, 4, 5));
    all.put("created_before=3000", List.of(0, 1));
    all.put("updated_after=5000", List.of(0, 4, 5));
    all.put("updated_before=5000", List.of(1, 2, 3));
    all.put("tags=a", List.of(0, 1));
    all.put("tags=a&tags=b", List.of(0));
    all.put("tags=a,b", List.of(0, 3));
    all.put("playbook_id=playbook-1", List.of(2));
    all.put("origins=cli,automation", List.of(1, 3));
    all.put("origins=scheduled", List.of(3));
    all.put("schedule_id=sched-1", List.of(3));
    all.put("user_ids=user-1,user-2", List.of(0, 1));
    all.put("service_user_ids[]=service-user-1", List.of(2));
    all.put("is_archived=true", List.of(4));
    all.put("is_archived=0", List.of(0, 1, 2, 3, 5));
    all.put("category=bug_fixing", List.of(4));
    all.put("repo_names=https://github.com/o/r", List.of(0, 5));
    all.put("repo_names=o/s,x/y", List.of(5));
    all.put("parent_session_id=" + ids.getFirst().replace("agent", "devin"), List.of(5));
    all.put("statuses=exit,error", List.of(4, 5));
    all.put("statuses=error", List.of(5));
    all.put("statuses=new,running", List.of(0, 1, 2, 3));
    all.put("user_ids=user-9", List.of());
    return all;
  }

  @Test
  @DisplayName("15, 99: each filter finds its sessions, in the list and in that of insights")
  void eachFilterFindsItsSessions() {
    alone().forEach((query, expected) -> assertThat(found(query)).as(query).isEqualTo(expected));
    assertThat(found("agent_id=x&unknown=y")).hasSize(6);
  }

  @Test
  void togetherTheyFindWhatEachOfThemFinds() {
    var all = new ArrayList<>(alone().entrySet());
    var random = new Random(4711);
    for (int i = 0; i < 60; i++) {
      var chosen =
          Stream.generate(() -> all.get(random.nextInt(all.size())))
              .limit(3)
              .collect(
                  Collectors.toMap(
                      entry -> entry.getKey().replaceFirst("[\\[=].*", ""),
                      entry -> entry,
                      (one, _) -> one,
                      TreeMap::new))
              .values();
      var expected = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
      chosen.forEach(entry -> expected.retainAll(entry.getValue()));
      String query = chosen.stream().map(Map.Entry::getKey).collect(Collectors.joining("&"));
      assertThat(found(query)).as(query).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sessions", "sessions/insights"})
  @DisplayName("7: a bad value of a filter is refused where it stands")
  void badValuesAreRefused(String list) {
    String query =
        "?created_after=x&created_before=-1&updated_after=5&updated_before=4&origins=api,nope"
            + "&is_archived=maybe&category=fun&statuses=asleep&order=asc&user_ids="
            + "x,".repeat(201);
    member
        .get(path(list) + query)
        .invalid(
            "query.created_after type",
            "query.created_before too_small",
            "query.updated_after inconsistent",
            "query.origins enum",
            "query.is_archived type",
            "query.category enum",
            "query.statuses enum",
            "query.order not_allowed",
            "query.user_ids too_long");
  }

  @Test
  @DisplayName("14: a cursor of one list is none of the other")
  void aCursorOfTheListIsNoneOfInsights() {
    String cursor = member.get(path("sessions?first=1")).ok().text("/end_cursor");
    member.get(path("sessions/insights?after=" + cursor)).refused(400, "invalid_cursor");
    var pages = new ArrayList<String>();
    String after = "";
    do {
      var page = member.get(path("sessions/insights?first=4" + after)).ok();
      pages.addAll(page.each("/session_id"));
      after = page.at("/has_next_page").booleanValue() ? "&after=" + page.text("/end_cursor") : "";
    } while (!after.isEmpty());
    assertThat(pages).isEqualTo(ids.reversed());
  }
}
