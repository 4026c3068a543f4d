package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.ApiContract;
import io.agentservice.server.testing.ApiContract.Operation;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Every list, walked with pages of all sizes while rows come and go (item 13): each row that is
 * there all the time comes once. The dice are others every day; {@code -Dlists.seed} repeats them.
 */
class ListsUnderWayIT extends OnOutpost {
  private static final int ROWS = 12;
  private static final Pattern NAME = Pattern.compile("\\{\\w+}");

  /** What can stand for the names in a path. */
  private static final Set<String> KNOWN = Set.of("{org_id}", "{session_id}", "{service_user_id}");

  /**
   * How rows of a list are made.
   *
   * @param body of a POST to the list; {@code %d} is a number that no other row has
   * @param id name of the row's id, in it and in the path of one
   */
  private record Kind(String body, String id) {}

  private static final Map<String, Kind> KINDS =
      Map.ofEntries(
          Map.entry("/sessions", new Kind(json("prompt", "p %d"), "session_id")),
          Map.entry(
              "/knowledge/notes",
              new Kind(json("name", "n %d", "body", "b", "trigger", "t"), "note_id")),
          Map.entry("/playbooks", new Kind(json("title", "p %d", "body", "b"), "playbook_id")),
          Map.entry("/secrets", new Kind(json("key", "K%d", "value", "v"), "secret_id")),
          Map.entry(
              "/schedules",
              new Kind(json("prompt", "p %d", "cron_schedule", "0 9 * * *"), "schedule_id")),
          Map.entry(
              "/roles",
              new Kind(
                  json(
                      "role_name",
                      "r %d",
                      "role_type",
                      "org",
                      "permissions",
                      List.of("ManageOrgSecrets")),
                  "role_id")),
          Map.entry("/api-keys", new Kind(json("name", "k %d"), "api_key_id")));

  private final long seed = Long.getLong("lists.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
  private ApiClient human;
  private String session;
  private String robot;
  private int made;

  @BeforeEach
  void things() {
    human = server.as(server.given().personalToken(server.given().human(org, "org_member")));
    session = session();
    robot = server.given().serviceUser(org, "org_member").value();
    for (int i = 0; i < 3; i++) {
      admin.post(path("sessions/" + session + "/messages"), json("message", "m")).ok();
      server.given().human(org, "org_member");
      server.given().serviceUser(org, "org_member");
    }
  }

  private static Stream<Operation> lists() {
    return ApiContract.instance().operations().stream()
        .filter(operation -> operation.method().equals("GET"))
        .filter(operation -> operation.path().startsWith("/v3"))
        .filter(operation -> KNOWN.containsAll(names(operation.path())))
        .filter(operation -> operation.node().toString().contains("/parameters/after"));
  }

  private static List<String> names(String path) {
    return NAME.matcher(path).results().map(MatchResult::group).toList();
  }

  @TestFactory
  Stream<DynamicTest> everyRowThatStaysComesOnceInWhateverPages() {
    return lists().map(list -> DynamicTest.dynamicTest(list.path(), () -> walk(list.path())));
  }

  private void walk(String template) {
    String path =
        template
            .replace("{org_id}", org.value())
            .replace("{session_id}", session)
            .replace("{service_user_id}", robot);
    var caller = path.contains("/self/") ? human : admin;
    var kind =
        KINDS.entrySet().stream()
            .filter(entry -> template.endsWith(entry.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(null);
    boolean changes = kind != null && creates(template);
    assumeTrue(caller.get(path).status() == 200, "asks for more than its path");
    var random = new Random(seed + template.hashCode());
    var passing = new ArrayList<String>();
    if (changes) {
      for (int i = 0; i < ROWS; i++) {
        String id = make(caller, path, kind);
        if (i % 3 == 0) {
          passing.add(id);
        }
      }
    }
    var staying = new HashSet<>(rows(caller.get(path + "?first=200").ok()));
    staying.removeIf(row -> passing.stream().anyMatch(row::contains));
    var seen = new ArrayList<String>();
    String cursor = null;
    do {
      String query = "?first=" + (1 + random.nextInt(5)) + (cursor == null ? "" : after(cursor));
      var page = caller.get(path + query).ok();
      seen.addAll(rows(page));
      cursor = page.text("/end_cursor");
      assertThat(page.at("/has_next_page").booleanValue()).isEqualTo(cursor != null);
      if (changes) {
        change(caller, path, kind, passing, random);
      }
      assertThat(seen).as("a walk that ends").hasSizeLessThan(500);
    } while (cursor != null);
    assertThat(seen).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(seen).as("seed %d", seed).containsAll(staying);
  }

  /** Whether a row of it can be made by a POST to it, and goes by a DELETE. */
  private static boolean creates(String template) {
    Set<String> known = new HashSet<>();
    ApiContract.instance()
        .operations()
        .forEach(operation -> known.add(operation.method() + " " + operation.path()));
    return known.contains("POST " + template)
        && known.stream().anyMatch(one -> one.startsWith("DELETE " + template + "/{"));
  }

  private void change(
      ApiClient caller, String path, Kind kind, List<String> passing, Random random) {
    if (!passing.isEmpty() && random.nextBoolean()) {
      String gone = passing.remove(random.nextInt(passing.size()));
      caller.delete(path + "/" + gone).ok();
    }
    if (made < 1000 && random.nextInt(3) == 0) {
      make(caller, path, kind);
    }
  }

  private String make(ApiClient caller, String path, Kind kind) {
    made++;
    return caller.post(path, kind.body().formatted(made)).ok().text("/" + kind.id());
  }

  /** Each row as the id that it has, or as all it says. */
  private static List<String> rows(Reply page) {
    var rows = new ArrayList<String>();
    page.at("/items").forEach(item -> rows.add(id(item)));
    return rows;
  }

  private static String id(JsonNode item) {
    return Stream.of(
            "audit_log_id",
            "event_id",
            "session_id",
            "note_id",
            "playbook_id",
            "secret_id",
            "schedule_id",
            "api_key_id",
            "role_id",
            "user_id",
            "service_user_id")
        .filter(item::has)
        .map(name -> item.get(name).asString())
        .findFirst()
        .orElseGet(item::toString);
  }

  private static String after(String cursor) {
    return "&after=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
  }
}
