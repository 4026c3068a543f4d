package io.agentservice.wire.frames;

import io.agentservice.wire.frames.ToServer.Browsed;
import io.agentservice.wire.frames.ToServer.Credential;
import io.agentservice.wire.frames.ToServer.Denied;
import io.agentservice.wire.frames.ToServer.Entry;
import io.agentservice.wire.frames.ToServer.Exited;
import io.agentservice.wire.frames.ToServer.Failed;
import io.agentservice.wire.frames.ToServer.File;
import io.agentservice.wire.frames.ToServer.Hello;
import io.agentservice.wire.frames.ToServer.Isolation;
import io.agentservice.wire.frames.ToServer.JournalEntry;
import io.agentservice.wire.frames.ToServer.Listing;
import io.agentservice.wire.frames.ToServer.Outcome;
import io.agentservice.wire.frames.ToServer.Progress;
import io.agentservice.wire.frames.ToServer.SavedFile;
import io.agentservice.wire.frames.ToServer.Started;
import io.agentservice.wire.frames.ToServer.Trial;
import io.agentservice.wire.frames.ToServer.Written;
import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The JSON of what the remote says to the server. */
final class ToServerJson {
  private ToServerJson() {}

  static JsonObject write(ToServer frame) {
    return switch (frame) {
      case Hello f ->
          JsonObject.of(
              "type", "hello",
              "sha", f.sha(),
              "platform", f.platform(),
              "cwd", f.cwd(),
              "capabilities", f.capabilities(),
              "journal", f.journal().stream().map(ToServerJson::write).toList(),
              "isolation", f.isolation() == null ? null : write(f.isolation()),
              "instance", f.instance());
      case Started(var id, var pid) -> JsonObject.of("type", "started", "id", id, "pid", pid);
      case Exited f -> write(f);
      case Progress f ->
          JsonObject.of(
              "type", "progress",
              "id", f.id(),
              "from", f.from(),
              "size", f.size(),
              "end", f.end() == null ? null : write(f.end()));
      case File f ->
          JsonObject.of(
              "type", "file",
              "id", f.id(),
              "path", f.path(),
              "kind", f.kind(),
              "size", f.size(),
              "sha256", f.sha256(),
              "mode", f.mode());
      case Written(var id, var path, var sha256) ->
          JsonObject.of("type", "written", "id", id, "path", path, "sha256", sha256);
      case Listing f ->
          JsonObject.of(
              "type", "listing",
              "id", f.id(),
              "path", f.path(),
              "entries", f.entries().stream().map(ToServerJson::write).toList(),
              "more", f.more());
      case Browsed f ->
          JsonObject.of(
              "type", "browsed",
              "id", f.id(),
              "url", f.url(),
              "title", f.title(),
              "text", f.text(),
              "notes", f.notes(),
              "file", f.file() == null ? null : write(f.file()));
      case Credential(var id, var host, var path) ->
          JsonObject.of("type", "credential", "id", id, "host", host, "path", path);
      case Denied(var host, var port, var reason, var tries) ->
          JsonObject.of(
              "type", "denied", "host", host, "port", port, "reason", reason, "tries", tries);
      case Failed(var id, var code, var message) ->
          JsonObject.of("type", "failed", "id", id, "code", code, "message", message);
    };
  }

  private static JsonObject write(Isolation isolation) {
    return JsonObject.of(
        "by", isolation.by(),
        "reason", isolation.reason(),
        "trials", isolation.trials().stream().map(ToServerJson::write).toList());
  }

  private static JsonObject write(Trial trial) {
    return JsonObject.of("what", trial.what(), "wanted", trial.wanted(), "works", trial.works());
  }

  private static Isolation isolation(Fields f) {
    return new Isolation(
        f.text("by"),
        f.textOrNull("reason"),
        f.all("trials", one -> new Trial(one.text("what"), one.flag("wanted"), one.flag("works"))));
  }

  /** Null for a type that is not known. */
  static @Nullable ToServer read(String type, Fields f) {
    return switch (type) {
      case "hello" ->
          new Hello(
              f.text("sha"),
              f.text("platform"),
              f.text("cwd"),
              f.texts("capabilities"),
              f.all("journal", one -> new JournalEntry(one.text("id"), one.flag("running"))),
              f.oneOrNull("isolation", ToServerJson::isolation),
              f.textOrNull("instance"));
      case "started" -> new Started(f.text("id"), f.number("pid"));
      case "exited" -> exited(f);
      case "progress" ->
          new Progress(
              f.text("id"),
              f.number("from"),
              f.number("size"),
              f.oneOrNull("end", ToServerJson::exited));
      case "file" ->
          new File(
              f.text("id"),
              f.text("path"),
              f.text("kind"),
              f.number("size"),
              f.textOrNull("sha256"),
              f.textOrNull("mode"));
      case "written" -> new Written(f.text("id"), f.text("path"), f.text("sha256"));
      case "listing" ->
          new Listing(
              f.text("id"), f.text("path"), f.all("entries", ToServerJson::entry), f.flag("more"));
      case "browsed" ->
          new Browsed(
              f.text("id"),
              f.text("url"),
              f.text("title"),
              f.text("text"),
              f.texts("notes"),
              f.oneOrNull("file", ToServerJson::savedFile));
      case "credential" -> new Credential(f.text("id"), f.text("host"), f.text("path"));
      case "denied" ->
          new Denied(f.text("host"), f.integer("port"), f.text("reason"), f.number("tries"));
      case "failed" -> new Failed(f.text("id"), f.text("code"), f.text("message"));
      default -> null;
    };
  }

  private static JsonObject write(Exited f) {
    return JsonObject.of(
        "type", "exited",
        "id", f.id(),
        "outcome", f.outcome().word(),
        "exit_code", f.exitCode(),
        "duration_millis", f.durationMillis(),
        "output_bytes", f.outputBytes(),
        "truncated", f.truncated(),
        "fault", f.fault());
  }

  private static Exited exited(Fields f) {
    return new Exited(
        f.text("id"),
        Outcome.of(f.text("outcome")),
        f.integerOrNull("exit_code"),
        f.number("duration_millis"),
        f.number("output_bytes"),
        f.flag("truncated"),
        f.textOrNull("fault"));
  }

  private static JsonObject write(JournalEntry entry) {
    return JsonObject.of("id", entry.id(), "running", entry.running());
  }

  private static JsonObject write(Entry entry) {
    return JsonObject.of("name", entry.name(), "kind", entry.kind(), "size", entry.size());
  }

  private static Entry entry(Fields f) {
    return new Entry(f.text("name"), f.text("kind"), f.number("size"));
  }

  private static JsonObject write(SavedFile file) {
    return JsonObject.of("path", file.path(), "size", file.size(), "sha256", file.sha256());
  }

  private static SavedFile savedFile(Fields f) {
    return new SavedFile(f.text("path"), f.number("size"), f.text("sha256"));
  }
}
