package io.agentservice.cli.session.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.testing.OnService;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** {@code agent session export} of a session that waits, against a server. */
class SessionExportIT extends OnService {
  @Override
  protected Map<String, String> settings() throws IOException {
    var transcript =
        Files.writeString(
            directory.resolve("transcript.json"),
            "{\"name\": \"t\", \"turns\": [{\"text\": \"Hello\"}]}");
    return Map.of("AGENT_MODEL", "replay:" + transcript);
  }

  private String session() {
    return json("session", "create", "Mend it", "--title", "Mend it").required("session_id");
  }

  private static Map<String, String> files(Path export) throws IOException {
    var files = new HashMap<String, String>();
    try (var zip = new ZipFile(export.toFile())) {
      for (var entry : zip.stream().toList()) {
        files.put(entry.getName(), new String(zip.getInputStream(entry).readAllBytes(), UTF_8));
      }
    }
    return files;
  }

  private static JsonObject manifest(Path export) throws IOException {
    return JsonObject.parse(files(export).get("manifest.json"));
  }

  @Test
  void aSessionIsWrittenWholeForItsOwnerOnly() throws Exception {
    var id = session();
    var export = directory.resolve("whole.zip");

    var told = json("session", "export", id, "--output", export.toString());

    assertThat(told.text("file")).isEqualTo(export.toString());
    assertThat(told.isTrue("ended")).isFalse();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(export)))
        .isEqualTo("rw-------");
    var files = files(export);
    assertThat(files)
        .containsOnlyKeys(
            "session.json",
            "events.jsonl",
            "messages.jsonl",
            "usage.json",
            "attachments.jsonl",
            "audit.jsonl",
            "manifest.json");
    assertThat(JsonObject.parse(files.get("session.json")).text("session_id")).isEqualTo(id);
    assertThat(files.get("messages.jsonl")).contains("Mend it");
    assertThat(files.get("audit.jsonl").lines())
        .isNotEmpty()
        .allMatch(line -> line.contains(id))
        .anyMatch(line -> "create_session".equals(JsonObject.parse(line).text("action")));
    var manifest = JsonObject.parse(files.get("manifest.json"));
    assertThat(manifest.text("format")).isEqualTo("agent-session-export");
    assertThat(manifest.number("version", 0)).isOne();
    assertThat(manifest.object("audit").isTrue("complete")).isTrue();
    assertThat(manifest.list("missing")).isEmpty();
    var events = files.get("events.jsonl").lines().map(JsonObject::parse).toList();
    assertThat(manifest.object("events").number("count", -1)).isEqualTo(events.size());
    assertThat(manifest.object("events").number("last_seq", -1))
        .isEqualTo(events.getLast().number("seq", 0));
    assertThat(manifest.objects("files")).hasSize(files.size() - 1);
  }

  @Test
  void whatTheKeyMayNotReadIsSaidInTheManifest() throws Exception {
    var id = session();
    var export = directory.resolve("part.zip");
    String key;
    try (var client = Connection.open(connection().target())) {
      key =
          client
              .organization(connection().organization(client))
              .newServiceUsers()
              .create(
                  JsonObject.of("name", "r", "role_id", "org_member", "ttl_seconds", 600L), null)
              .required("token");
    }
    var weaker = new HashMap<>(environment());
    weaker.put("AGENT_API_KEY", key);

    int code = runIn(weaker, "session", "export", id, "--output", export.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString()).contains("not in it is audit.jsonl");
    var manifest = manifest(export);
    assertThat(manifest.object("audit").isTrue("complete")).isFalse();
    assertThat(manifest.objects("missing"))
        .singleElement()
        .satisfies(missing -> {
          assertThat(missing.text("name")).isEqualTo("audit.jsonl");
          assertThat(missing.number("status", 0)).isEqualTo(403);
          assertThat(missing.text("reason")).isNotBlank();
        });
    assertThat(files(export).get("audit.jsonl")).isEmpty();
  }

  @Test
  void aFileWhoseBytesAreGoneIsSaidInTheManifestAndTheRestIsThere() throws Exception {
    String id;
    try (var client = Connection.open(connection().target())) {
      var org = connection().organization(client);
      var files = client.organization(org).attachments();
      var gone = files.upload("gone.txt", new byte[] {1}).required("url");
      delete(directory.resolve("home/data/attachments"));
      var there = files.upload("there.txt", new byte[] {'y'}).required("url");
      var body = JsonObject.of("prompt", "Mend it", "attachment_urls", List.of(gone, there));
      id = client.sessions(org).create(body, null).id();
    }
    var export = directory.resolve("gone.zip");

    int code = run("session", "export", id, "--output", export.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString()).contains("not in it is attachments/").contains("gone.txt");
    assertThat(manifest(export).objects("missing"))
        .singleElement()
        .satisfies(missing -> {
          assertThat(missing.text("name")).endsWith("gone.txt");
          assertThat(missing.number("status", 0)).isEqualTo(410);
        });
    assertThat(files(export))
        .anySatisfy((name, content) -> {
          assertThat(name).endsWith("there.txt");
          assertThat(content).isEqualTo("y");
        });
  }

  /** The files of attachments in it. */
  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().startsWith("store")) {
          continue; // the marker of the store
        }
        Files.delete(file);
      }
    }
  }

  @Test
  void nothingIsOverwrittenAndNothingStaysOfAFailure() throws Exception {
    var id = session();
    var place = Files.createDirectories(directory.resolve("failures"));
    var there = Files.writeString(place.resolve("there.zip"), "mine");

    assertThat(run("session", "export", id, "--output", there.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is there already");
    assertThat(there).hasContent("mine");
    var nowhere = place.resolve("none/x.zip").toString();
    assertThat(run("session", "export", id, "--output", nowhere)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no directory for");
    var unknown = "agent-" + "0".repeat(32);
    var target = place.resolve("unknown.zip").toString();
    assertThat(run("session", "export", unknown, "--output", target)).isEqualTo(1);
    var silent = place.resolve("silent.json").toString();
    assertThat(run("session", "export", id, "--transcript", silent)).isEqualTo(1);
    assertThat(err.toString()).contains("the model has said nothing");
    assertThat(names(place)).containsExactly("there.zip");
  }

  private static List<String> names(Path place) throws IOException {
    try (var files = Files.list(place)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
