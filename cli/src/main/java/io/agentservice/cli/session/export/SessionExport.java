package io.agentservice.cli.session.export;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.Page;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.EventPage;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a session by its API and writes all of it into an archive. */
final class SessionExport {
  static final String FORMAT = "agent-session-export";
  static final int VERSION = 1;

  /** For the largest file over a slow line. */
  private static final Duration DOWNLOAD = Duration.ofMinutes(10);

  private static final int PAGE = 200;

  private final AgentClient client;
  private final String org;
  private final Session session;
  private final Clock clock;
  private final List<JsonObject> missing = new ArrayList<>();
  private final Map<String, String> patches = new LinkedHashMap<>();
  private final List<JsonObject> instructions = new ArrayList<>();

  /** {@code session}: as it was before its events are read, which go at least so far. */
  SessionExport(AgentClient client, String org, Session session, Clock clock) {
    this.client = client;
    this.org = org;
    this.session = session;
    this.clock = clock;
  }

  /** Hands on all events that there are now, a page at a time; answers the last one's number. */
  static long events(AgentClient client, String org, String id, Consumer<SessionEvent> reader) {
    var sessions = client.sessions(org);
    long last = 0;
    EventPage page;
    do {
      long after = last;
      page = Retries.ask(() -> sessions.eventPage(id, after));
      page.events().forEach(reader);
      last = page.lastSeq();
    } while (page.more());
    return last;
  }

  /** Whether nothing is to come, unless somebody wakes it. */
  private static boolean ended(Session session) {
    return switch (String.valueOf(session.standing().status())) {
      case "exit", "error", "suspended" -> true;
      default -> false;
    };
  }

  /** Writes it; answers what the manifest says, but for its files. */
  JsonObject write(Archive archive, Path scratch, String agentVersion) throws IOException {
    archive.object("session.json", session.source());
    var last = new long[1];
    long count =
        archive.lines(
            "events.jsonl",
            out ->
                last[0] =
                    events(
                        client,
                        org,
                        session.id(),
                        event -> {
                          note(event);
                          out.accept(event.source());
                        }));
    archive.lines("messages.jsonl", this::messages);
    usage(archive);
    attachments(archive, scratch);
    var audit = audit(archive);
    var about =
        JsonObject.of(
            "format",
            FORMAT,
            "version",
            VERSION,
            "session_id",
            session.id(),
            "org_id",
            org,
            "service",
            client.baseUrl().toString(),
            "exported_at",
            clock.instant().getEpochSecond(),
            "versions",
            JsonObject.of("agent", agentVersion),
            "status",
            session.standing().status(),
            "status_detail",
            session.standing().detail(),
            "ended",
            ended(session),
            "events",
            JsonObject.of("count", count, "last_seq", last[0]),
            "instructions",
            maps(instructions),
            "audit",
            audit,
            "missing",
            maps(missing));
    archive.finish(about);
    return about;
  }

  private static List<Map<String, @Nullable Object>> maps(List<JsonObject> objects) {
    return objects.stream().map(JsonObject::fields).toList();
  }

  /** What of an event is found again by the manifest. */
  private void note(SessionEvent event) {
    var data = event.source().object("data");
    switch (event.type()) {
      case "changes" -> {
        var directory = String.valueOf(data.text("directory"));
        patches.values().removeIf(directory::equals); // only the newest one is kept
        if (data.text("attachment_id") != null) {
          patches.put(data.required("attachment_id"), directory);
        }
      }
      case "instructions" ->
          instructions.add(
              JsonObject.of(
                  "seq",
                  event.seq(),
                  "files",
                  names(data.objects("files"), "path"),
                  "skills",
                  names(data.objects("skills"), "name")));
      default -> {
        // It stands in events.jsonl.
      }
    }
  }

  private static List<String> names(List<JsonObject> all, String field) {
    return all.stream().map(one -> String.valueOf(one.text(field))).toList();
  }

  private void messages(Consumer<JsonObject> out) {
    String after = null;
    do {
      var query = Query.of("first", PAGE).and("after", after);
      Page page = Retries.ask(() -> client.sessions(org).messages(session.id(), query));
      page.items().forEach(out);
      after = page.endCursor();
    } while (after != null);
  }

  private void usage(Archive archive) throws IOException {
    JsonObject used;
    try {
      used = Retries.ask(() -> client.sessions(org).usage(session.id()));
    } catch (ApiException e) {
      withheld("usage.json", e);
      return;
    }
    archive.object("usage.json", used);
  }

  private void attachments(Archive archive, Path scratch) throws IOException {
    List<JsonObject> all;
    try {
      all = Retries.ask(() -> client.sessions(org).attachments(session.id())).items();
    } catch (ApiException e) {
      withheld("attachments", e);
      return;
    }
    var listed = new ArrayList<JsonObject>();
    for (var attachment : all) {
      listed.add(attachment(attachment, archive, scratch));
    }
    archive.lines("attachments.jsonl", listed::forEach);
  }

  /** What is told of it, with its name in the archive. */
  private JsonObject attachment(JsonObject attachment, Archive archive, Path scratch)
      throws IOException {
    var id = attachment.required("attachment_id");
    var directory = patches.get(id);
    var file =
        "%s/%s-%s"
            .formatted(
                directory == null ? "attachments" : "patches",
                fileName(id),
                fileName(attachment.required("name")));
    var told = new LinkedHashMap<String, @Nullable Object>(attachment.fields());
    try {
      var files = client.withTimeout(DOWNLOAD).organization(org).attachments();
      Retries.ask(() -> {
        files.save(files.place(attachment), scratch);
        return file;
      });
      archive.copy(file, scratch);
      told.put("file", file);
    } catch (ApiException e) {
      withheld(file, e);
    } finally {
      Files.write(scratch, new byte[0]);
    }
    if (directory != null) {
      told.put("directory", directory);
    }
    return new JsonObject(told);
  }

  /** Names are others' words: none leads elsewhere. */
  private static String fileName(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  private JsonObject audit(Archive archive) throws IOException {
    var audit = new SessionAudit(client.organization(org).ownAuditLogs(), session, clock);
    var records = new long[1];
    var refusal = new AtomicReference<@Nullable ApiException>();
    archive.lines(
        "audit.jsonl",
        out -> {
          try {
            audit.read(record -> {
              records[0]++;
              out.accept(record);
            });
          } catch (ApiException e) {
            refusal.set(e);
          }
        });
    var refused = refusal.get();
    if (refused != null) {
      withheld("audit.jsonl", refused);
      return JsonObject.of("complete", false, "records", records[0]);
    }
    return JsonObject.of("complete", true, "records", records[0], "head", audit.head());
  }

  /** Says in the manifest what is not there, and why; fails where it is worth another try. */
  private void withheld(String what, ApiException e) {
    if (!Retries.withheld(e)) {
      throw e;
    }
    missing.add(
        JsonObject.of("name", what, "status", e.status(), "code", e.code(), "reason", e.detail()));
  }

  /** What is missing, in words for people. */
  List<String> missing() {
    return missing.stream()
        .map(one -> "%s: %s".formatted(one.text("name"), one.text("reason")))
        .toList();
  }
}
