package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Form;
import io.agentservice.server.testing.LocalForge;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.PlayedMachines;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** Tests that make every write that there is: where, with which body, and what comes before it. */
abstract class EveryWrite extends OnOutpost {
  private static final String NOTE = json("name", "n", "body", "b", "trigger", "t");
  private static final String FOLDERS = "/v3/organizations/{org_id}/knowledge/folders";
  private static final String NOTES = "/v3/organizations/{org_id}/knowledge/notes";
  private static final String OF_ALL = "/v3/enterprise/knowledge/notes";
  private static final String OLD = "/v1/knowledge";
  private static final String SESSIONS = "/v3/organizations/{org_id}/sessions";
  private static final String SESSION = SESSIONS + "/{session_id}";

  static Form form() {
    return new Form().file("file", "audited", "", "text".getBytes(StandardCharsets.UTF_8));
  }

  @AutoClose final LocalForge forge = new LocalForge();
  @AutoClose private final PlayedMachines machines = new PlayedMachines();
  private ApiClient human;
  private ApiClient old;
  int made;

  @Override
  protected Map<String, String> settings() {
    return Map.of(PlayedMachines.SETTING, "true");
  }

  @BeforeEach
  void aHuman() {
    human = server.as(server.given().personalToken(server.given().human(org, "org_member")));
    identity = identity();
    var boss = server.given().human(null, "account_admin");
    old = server.as(server.given().legacyKey(boss, org));
    older =
        new OlderWrites(
                this::session, org, old, () -> server.given().human(null, "account_member").value())
            .all();
  }

  /**
   * How a route is called and the action that is recorded.
   *
   * @param path makes what is to be changed, and says where it is
   */
  record Write(String action, Supplier<String> path, String body) {}

  private Map<String, Write> identity;

  private Map<String, Write> identity() {
    var all = new HashMap<>(new MemberWrites(server, org).all());
    all.putAll(new KeyWrites(this, server, human).all());
    all.putAll(GitWrites.of(this));
    all.putAll(IndexWrites.of(this));
    all.putAll(new MachineWrites(this, machines, server, this::outpost).all());
    return all;
  }

  private final Map<String, Write> kept = kept();

  private Map<String, Write> kept() {
    var all = new HashMap<>(EnterpriseWrites.of(this));
    String title = json("title", "p", "body", "b");
    for (String of : List.of("/v3/organizations/{org_id}", "/v3/enterprise", "/v1")) {
      all.putAll(thing("playbook", of + "/playbooks", "/playbook_id", _ -> title));
      all.put(
          "PUT " + of + "/playbooks/{playbook_id}",
          write(
              "update_playbook",
              () -> made(of + "/playbooks", "/playbook_id", title),
              json("title", "q", "body", "c")));
    }
    String schedules = "/v3/organizations/{org_id}/schedules";
    String daily = json("prompt", "p", "cron_schedule", "0 9 * * *");
    all.putAll(thing("schedule", schedules, "/schedule_id", _ -> daily));
    all.put(
        "PATCH " + schedules + "/{schedule_id}",
        write("update_schedule", () -> made(schedules, "/schedule_id", daily), json("name", "n")));
    all.put(
        "POST " + schedules + "/{schedule_id}/run",
        write("execute_schedule", () -> made(schedules, "/schedule_id", daily) + "/run", ""));
    String servers = "/v3/organizations/{org_id}/mcp-servers";
    IntFunction<String> server =
        json("name", "m%d", "transport", "stdio", "command", "tools")::formatted;
    all.put(
        "POST " + servers, write("mcp_server_install", () -> at(servers), server.apply(++made)));
    all.put(
        "PATCH " + servers + "/{mcp_server_id}",
        write(
            "mcp_server_disable",
            () -> made(servers, "/mcp_server_id", server.apply(++made)),
            json("is_enabled", false)));
    all.put(
        "DELETE " + servers + "/{mcp_server_id}",
        write(
            "mcp_server_delete", () -> made(servers, "/mcp_server_id", server.apply(++made)), ""));
    all.putAll(models());
    String allowed = "/v3/enterprise/organizations/{org_id}/tags";
    String some = json("tags", List.of("a"));
    var setting = "update_org_settings";
    all.put("POST " + allowed, write(setting, () -> at(allowed), some));
    all.put("PUT " + allowed, write(setting, () -> at(allowed), some));
    all.put("DELETE " + allowed, write(setting, () -> at(allowed), ""));
    all.put("DELETE " + allowed + "/{tag}", write(setting, () -> allowed("/a"), ""));
    all.put(
        "PUT " + allowed + "/default", write(setting, () -> allowed("/default"), json("tag", "a")));
    all.put("DELETE " + allowed + "/default", write(setting, () -> allowed("/default"), ""));
    all.putAll(ofOrganization("network-policy", json("enabled", false, "allow", List.of())));
    all.putAll(ofOrganization("retention", json("session_days", 9)));
    for (String of : List.of("/v3/organizations/{org_id}", "/v1")) {
      String attachments = of + "/attachments";
      all.put(
          "POST " + attachments, write("create_attachment", () -> at(attachments), form().text()));
    }
    IntFunction<String> secret = json("key", "K%d", "value", "v")::formatted;
    String ofOrg = "/v3/organizations/{org_id}/secrets";
    all.putAll(thing("secret", ofOrg, "/secret_id", secret));
    all.putAll(thing("secret", "/v1/secrets", "/id", secret));
    return all;
  }

  private Map<String, Write> models() {
    String models = "/v3/organizations/{org_id}/registered-models";
    String at = "https://models.example";
    IntFunction<String> model =
        json("name", "m%d", "provider", "openai", "provider_model", "x", "base_url", at)::formatted;
    var all = new HashMap<String, Write>();
    for (String of : List.of(models, "/v3/enterprise/registered-models")) {
      all.putAll(thing("model", of, "/model_id", model));
      var change = json("takes_images", false);
      all.put(
          "PATCH " + of + "/{model_id}",
          write("update_model", () -> made(of, "/model_id", model.apply(++made)), change));
    }
    return all;
  }

  private Map<String, Write> ofOrganization(String what, String body) {
    String of = "/v3/enterprise/organizations/{org_id}/" + what;
    var setting = "update_org_settings";
    return Map.of(
        "PUT " + of, write(setting, () -> at(of), body),
        "DELETE " + of, write(setting, () -> at(of), ""));
  }

  /** A collection whose things are made by a POST and go by a DELETE. */
  Map<String, Write> thing(String noun, String all, String id, IntFunction<String> body) {
    return Map.of(
        "POST " + all,
        write("create_" + noun, () -> at(all), body.apply(++made)),
        "DELETE " + all + "/{" + noun + "_id}",
        write("delete_" + noun, () -> made(all, id, body.apply(++made)), ""));
  }

  private String allowed(String below) {
    String all = at("/v3/enterprise/organizations/{org_id}/tags");
    admin.put(all, json("tags", List.of("a"))).ok();
    return all + below;
  }

  /** The path, when the request was made. */
  String after(String method, String path, String body) {
    assertThat(admin.send(method, path, body).status()).isIn(200, 204);
    return path;
  }

  String at(String all) {
    return all.replace("{org_id}", org.value());
  }

  String made(String all, String id, String body) {
    var answer = (all.startsWith("/v1") ? member : admin).post(at(all), body);
    assertThat(answer.status()).as(answer.body()).isIn(200, 201);
    return at(all) + "/" + answer.text(id);
  }

  private final Map<String, Write> organization =
      Map.ofEntries(
          entry("POST " + SESSIONS, write("create_session", () -> path("sessions"), PROMPT)),
          entry("POST " + SESSION + "/fork", write("create_session", () -> ofSession("/fork"), "")),
          entry("DELETE " + SESSION, write("terminate_session", () -> ofSession(""), "")),
          entry(
              "PATCH " + SESSION, write("update_session", () -> ofSession(""), json("title", "t"))),
          entry(
              "DELETE " + SESSION + "/messages/{event_id}",
              write("withdraw_message", this::queued, "")),
          entry(
              "POST " + SESSION + "/terminate",
              write("terminate_session", () -> ofSession("/terminate"), "")),
          entry(
              "POST " + SESSION + "/archive",
              write("sleep_session", () -> ofSession("/archive"), "")),
          entry("POST " + SESSION + "/unarchive", write("unarchive_session", this::archived, "")),
          entry(
              "POST " + SESSION + "/interrupt",
              write("interrupt_session", () -> working() + "/interrupt", "")),
          entry(
              "POST " + SESSION + "/sleep", write("sleep_session", () -> ofSession("/sleep"), "")),
          entry("POST " + SESSION + "/resume", write("resume_session", this::asleep, "")),
          entry(
              "POST " + SESSION + "/tags",
              write("update_session_tags", () -> ofSession("/tags"), json("tags", List.of("a")))),
          entry(
              "PUT " + SESSION + "/tags",
              write("update_session_tags", () -> ofSession("/tags"), "{\"tags\":[]}")),
          entry(
              "POST " + SESSION + "/messages",
              write("send_message", () -> ofSession("/messages"), json("message", "m"))),
          entry(
              "POST " + SESSION + "/insights/generate",
              write("generate_insights", () -> ofSession("/insights/generate"), "")),
          entry(
              "PUT /v3beta1/organizations/{org_id}/default-platform",
              write(
                  "update_org_settings",
                  () -> path("default-platform"),
                  json("platform", "linux"))),
          entry("POST " + NOTES, write("create_knowledge", () -> path("knowledge/notes"), NOTE)),
          entry("PUT " + NOTES + "/{note_id}", write("edit_knowledge", this::note, NOTE)),
          entry("DELETE " + NOTES + "/{note_id}", write("delete_knowledge", this::note, "")),
          entry(
              "POST " + FOLDERS,
              write("create_folder", () -> path("knowledge/folders"), json("name", "f"))),
          entry(
              "PATCH " + FOLDERS + "/{folder_id}",
              write("update_folder", this::folder, json("name", "g"))),
          entry("DELETE " + FOLDERS + "/{folder_id}", write("delete_folder", this::folder, "")),
          entry("POST " + OF_ALL, write("create_knowledge", () -> OF_ALL, NOTE)),
          entry("PUT " + OF_ALL + "/{note_id}", write("edit_knowledge", this::noteOfAll, NOTE)),
          entry("DELETE " + OF_ALL + "/{note_id}", write("delete_knowledge", this::noteOfAll, "")),
          entry("POST " + OLD, write("create_knowledge", () -> OLD, NOTE)),
          entry("PUT " + OLD + "/{note_id}", write("edit_knowledge", this::oldNote, NOTE)),
          entry("DELETE " + OLD + "/{note_id}", write("delete_knowledge", this::oldNote, "")));

  private Map<String, Write> older;

  private static final String PROMPT = json("prompt", "p");
  private static final String BY_ME = json("acceptor_id", "w");

  static Write write(String action, Supplier<String> path, String body) {
    return new Write(action, path, body);
  }

  /** Null for a route that this test does not know. */
  Write writeOf(Route route) {
    String name = route.method() + " " + route.path();
    for (var known : List.of(organization, identity, kept, older)) {
      if (known.containsKey(name)) {
        return known.get(name);
      }
    }
    String collection = route.path().replaceFirst("/\\{.*", "");
    made++;
    return switch (name.replaceFirst("/opbeta/outposts(/outposts)?(?=/\\{outpost|$)", "OUTPOSTS")) {
      case "POST OUTPOSTS" ->
          write("create_outpost", () -> collection, json("name", "audited-" + made));
      case "DELETE OUTPOSTS/{outpost_id}" ->
          write("delete_outpost", () -> collection + "/" + outpost("gone-" + made), "");
      case String other when collection.equals("/v3/enterprise/sessions") ->
          ofSession(collection, route.path().replaceFirst(".*}", ""));
      case String other when other.endsWith("/sessions/bulk") ->
          write(
              "terminate_session",
              () -> path("sessions/bulk"),
              json("action", "terminate", "session_ids", List.of(session())));
      case String other when other.endsWith("/{session_id}/claim") ->
          write("claim_session", () -> collection + "/" + session() + "/claim", BY_ME);
      case String other when other.endsWith("/{session_id}/release") ->
          write("release_session", () -> collection + "/" + claimed() + "/release", BY_ME);
      default -> null;
    };
  }

  /** Method and path of each that has a line of its own. */
  Set<String> known() {
    return Stream.of(organization, identity, kept, older)
        .flatMap(all -> all.keySet().stream())
        .collect(Collectors.toSet());
  }

  /** As the organization's. */
  private Write ofSession(String all, String action) {
    var own = organization.get("POST " + SESSION + action);
    return write(own.action(), () -> all + "/" + session() + action, own.body());
  }

  /** A question that is too long for an address: it changes nothing. */
  private static final String QUESTION = "/v3/organizations/{org_id}/schedules/preview";

  Stream<Route> writes() {
    return server.routes().stream()
        .filter(route -> !route.method().name().equals("GET") && !route.path().equals(QUESTION));
  }

  ApiClient caller(String path) {
    if (path.startsWith("/v1/") || path.startsWith("/sessions/")) {
      return member;
    }
    if (path.startsWith("/v2/")) {
      return old;
    }
    return path.contains("/self/") ? human : admin;
  }

  private String ofSession(String action) {
    return path("sessions/" + session() + action);
  }

  String archived() {
    String session = path("sessions/" + session());
    admin.post(session + "/archive", "").ok();
    return session + "/unarchive";
  }

  /** A message that waits, after the prompt. */
  private String queued() {
    String session = ofSession("");
    admin.post(session + "/messages", json("message", "m")).ok();
    return session + "/messages/" + admin.get(session + "/messages").ok().text("/items/1/event_id");
  }

  private String asleep() {
    String session = ofSession("");
    admin.post(session + "/sleep", "").ok();
    return session + "/resume";
  }

  /** As one with a machine is. */
  String working() {
    String session = session();
    server
        .given()
        .update(
            "UPDATE session SET status = 'RUNNING', status_detail = 'WORKING' WHERE session_id = ?",
            session);
    return path("sessions/" + session);
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
    var folder = admin.post(path("knowledge/folders"), json("name", "f-" + made));
    return path("knowledge/folders/" + folder.ok().text("/folder_id"));
  }

  private String claimed() {
    String session = session();
    claim(session, "w").ok();
    return session;
  }
}
