package io.agentservice.server.contract;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.testing.OnOutpost;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Item 29 of completions.md: every write leaves exactly one audit record (auth.md 7). */
class AuditOfWritesIT extends OnOutpost {
  private static final String NOTE = "{\"name\":\"n\",\"body\":\"b\",\"trigger\":\"t\"}";
  private static final String FOLDERS = "/v3/organizations/{org_id}/knowledge/folders";
  private static final String NOTES = "/v3/organizations/{org_id}/knowledge/notes";
  private static final String OF_ALL = "/v3/enterprise/knowledge/notes";
  private static final String OLD = "/v1/knowledge";
  private static final String SESSIONS = "/v3/organizations/{org_id}/sessions";
  private static final String SESSION = SESSIONS + "/{session_id}";

  private int made;

  /**
   * How a route is called and the action that is recorded.
   *
   * @param path makes what is to be changed, and says where it is
   */
  private record Write(String action, Supplier<String> path, String body) {}

  private final Map<String, Write> organization =
      Map.ofEntries(
          entry("POST " + SESSIONS, write("create_session", () -> path("sessions"), PROMPT)),
          entry("DELETE " + SESSION, write("terminate_session", () -> ofSession(""), "")),
          entry(
              "POST " + SESSION + "/terminate",
              write("terminate_session", () -> ofSession("/terminate"), "")),
          entry(
              "POST " + SESSION + "/archive",
              write("sleep_session", () -> ofSession("/archive"), "")),
          entry("POST " + SESSION + "/unarchive", write("unarchive_session", this::archived, "")),
          entry(
              "POST " + SESSION + "/messages",
              write("send_message", () -> ofSession("/messages"), "{\"message\":\"m\"}")),
          entry("POST " + NOTES, write("create_knowledge", () -> path("knowledge/notes"), NOTE)),
          entry("PUT " + NOTES + "/{note_id}", write("edit_knowledge", this::note, NOTE)),
          entry("DELETE " + NOTES + "/{note_id}", write("delete_knowledge", this::note, "")),
          entry(
              "POST " + FOLDERS,
              write("create_folder", () -> path("knowledge/folders"), "{\"name\":\"f\"}")),
          entry(
              "PATCH " + FOLDERS + "/{folder_id}",
              write("update_folder", this::folder, "{\"name\":\"g\"}")),
          entry("DELETE " + FOLDERS + "/{folder_id}", write("delete_folder", this::folder, "")),
          entry("POST " + OF_ALL, write("create_knowledge", () -> OF_ALL, NOTE)),
          entry("PUT " + OF_ALL + "/{note_id}", write("edit_knowledge", this::noteOfAll, NOTE)),
          entry("DELETE " + OF_ALL + "/{note_id}", write("delete_knowledge", this::noteOfAll, "")),
          entry("POST " + OLD, write("create_knowledge", () -> OLD, NOTE)),
          entry("PUT " + OLD + "/{note_id}", write("edit_knowledge", this::oldNote, NOTE)),
          entry("DELETE " + OLD + "/{note_id}", write("delete_knowledge", this::oldNote, "")));

  private static final String PROMPT = "{\"prompt\":\"p\"}";
  private static final String BY_ME = "{\"acceptor_id\":\"w\"}";

  private static Write write(String action, Supplier<String> path, String body) {
    return new Write(action, path, body);
  }

  /** Null for a route that this test does not know. */
  private Write writeOf(Route route) {
    String name = route.method() + " " + route.path();
    if (organization.containsKey(name)) {
      return organization.get(name);
    }
    String collection = route.path().replaceFirst("/\\{.*", "");
    made++;
    return switch (name.replaceFirst("/opbeta/outposts(/outposts)?(?=/\\{outpost|$)", "OUTPOSTS")) {
      case "POST OUTPOSTS" ->
          write("create_outpost", () -> collection, "{\"name\":\"audited-%d\"}".formatted(made));
      case "DELETE OUTPOSTS/{outpost_id}" ->
          write("delete_outpost", () -> collection + "/" + outpost("gone-" + made), "");
      case String other when other.endsWith("/{session_id}/claim") ->
          write("claim_session", () -> collection + "/" + session() + "/claim", BY_ME);
      case String other when other.endsWith("/{session_id}/release") ->
          write("release_session", () -> collection + "/" + claimed() + "/release", BY_ME);
      default -> null;
    };
  }

  private Stream<Route> writes() {
    return server.routes().stream().filter(route -> !route.method().name().equals("GET"));
  }

  @Test
  void everyWriteHasALineHere() {
    assertThat(writes()).hasSizeGreaterThan(15).allSatisfy(r -> assertThat(writeOf(r)).isNotNull());
    var names = writes().map(r -> r.method() + " " + r.path()).collect(Collectors.toSet());
    assertThat(names).containsAll(organization.keySet());
  }

  @TestFactory
  Stream<DynamicTest> everyWriteLeavesOneRecordWithItsActionAndItsCaller() {
    return writes()
        .map(route ->
            DynamicTest.dynamicTest(
                route.method() + " " + route.path(),
                () -> {
                  var write = writeOf(route);
                  String path = write.path().get();
                  var before = server.given().actions();
                  String request = "write-" + path.hashCode();
                  var caller = path.startsWith("/v1/") ? member : admin;
                  var answer =
                      caller
                          .with("X-Request-Id", request)
                          .send(route.method().name(), path, write.body());
                  assertThat(answer.status()).as(answer.body()).isIn(200, 204);
                  var after = server.given().actions();
                  assertThat(after.subList(before.size(), after.size()))
                      .containsExactly(write.action());
                  String callers =
                      "SELECT count(*) FROM audit_log WHERE request_id = ? AND service_user_id IS NOT NULL AND ip_address IS NOT NULL";
                  assertThat(server.given().number(callers, request)).isEqualTo(1);
                }));
  }

  @Test
  void aSleepingSessionThatIsPutAwayLeavesARecordTheFirstTime() {
    admin.post(archived(), "").ok();
    String asleep =
        path("sessions/" + admin.get(path("sessions")).ok().text("/items/0/session_id"));
    var before = server.given().actions();

    admin.post(asleep + "/archive", "").ok();
    admin.post(asleep + "/archive", "").ok();

    var after = server.given().actions();
    assertThat(after.subList(before.size(), after.size())).containsExactly("archive_session");
  }

  private String ofSession(String action) {
    return path("sessions/" + session() + action);
  }

  private String archived() {
    String session = path("sessions/" + session());
    admin.post(session + "/archive", "").ok();
    return session + "/unarchive";
  }

  private String note() {
    String note = NOTE.replace("\"b\"", "\"before\"");
    return path(
        "knowledge/notes/" + admin.post(path("knowledge/notes"), note).ok().text("/note_id"));
  }

  private String noteOfAll() {
    return OF_ALL + note().replaceFirst(".*(?=/)", "");
  }

  private String oldNote() {
    return OLD + note().replaceFirst(".*(?=/)", "");
  }

  private String folder() {
    made++;
    var folder = admin.post(path("knowledge/folders"), "{\"name\":\"f-%d\"}".formatted(made));
    return path("knowledge/folders/" + folder.ok().text("/folder_id"));
  }

  private String claimed() {
    String session = session();
    claim(session, "w").ok();
    return session;
  }
}
