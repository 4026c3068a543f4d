package io.agentservice.wire.frames;

import io.agentservice.wire.frames.ToRemote.Attach;
import io.agentservice.wire.frames.ToRemote.Browse;
import io.agentservice.wire.frames.ToRemote.BrowserAction;
import io.agentservice.wire.frames.ToRemote.Credential;
import io.agentservice.wire.frames.ToRemote.Credit;
import io.agentservice.wire.frames.ToRemote.Desktop;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToRemote.Forget;
import io.agentservice.wire.frames.ToRemote.Input;
import io.agentservice.wire.frames.ToRemote.ListFiles;
import io.agentservice.wire.frames.ToRemote.PtySize;
import io.agentservice.wire.frames.ToRemote.ReadFile;
import io.agentservice.wire.frames.ToRemote.ReadOutput;
import io.agentservice.wire.frames.ToRemote.Resize;
import io.agentservice.wire.frames.ToRemote.SessionEnd;
import io.agentservice.wire.frames.ToRemote.Signal;
import io.agentservice.wire.frames.ToRemote.Stat;
import io.agentservice.wire.frames.ToRemote.Welcome;
import io.agentservice.wire.frames.ToRemote.WriteFile;
import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON of what the server says to the remote. */
final class ToRemoteJson {
  private ToRemoteJson() {}

  static JsonObject write(ToRemote frame) {
    return switch (frame) {
      case Welcome f -> write(f);
      case Exec f -> write(f);
      case Attach(var id, var channel, var from) ->
          JsonObject.of("type", "attach", "id", id, "channel", channel, "from", from);
      case ReadOutput f ->
          JsonObject.of(
              "type", "read_output",
              "id", f.id(),
              "channel", f.channel(),
              "command", f.command(),
              "from", f.from(),
              "limit", f.limit(),
              "wait_millis", f.waitMillis());
      case Input(var id, var data, var end) ->
          JsonObject.of("type", "input", "id", id, "data", data, "end", end);
      case Resize(var id, var pty) -> JsonObject.of("type", "resize", "id", id, "pty", write(pty));
      case Signal(var id, var signal) ->
          JsonObject.of("type", "signal", "id", id, "signal", signal);
      case Credit(var channel, var bytes) ->
          JsonObject.of("type", "credit", "channel", channel, "bytes", bytes);
      case Forget(var ids) -> JsonObject.of("type", "forget", "ids", ids);
      case ReadFile f ->
          JsonObject.of(
              "type", "read_file",
              "id", f.id(),
              "channel", f.channel(),
              "path", f.path(),
              "offset", f.offset(),
              "limit", f.limit(),
              "within", f.within() ? true : null);
      case WriteFile f -> write(f);
      case Stat(var id, var path) -> JsonObject.of("type", "stat", "id", id, "path", path);
      case ListFiles f ->
          JsonObject.of(
              "type", "list_files",
              "id", f.id(),
              "path", f.path(),
              "limit", f.limit(),
              "within", f.within() ? true : null);
      case Browse f -> write(f);
      case Desktop(var id, var channel) ->
          JsonObject.of("type", "desktop", "id", id, "channel", channel);
      case Credential f ->
          JsonObject.of(
              "type", "credential",
              "id", f.id(),
              "username", f.username(),
              "password", f.password(),
              "reason", f.reason());
      case SessionEnd(var reason) -> JsonObject.of("type", "session_end", "reason", reason);
    };
  }

  /** Null for a type that is not known. */
  static @Nullable ToRemote read(String type, Fields f) {
    return switch (type) {
      case "welcome" ->
          new Welcome(
              f.text("session_id"),
              f.text("server_version"),
              f.textsByName("environment"),
              f.integerOrNull("grace_seconds"),
              f.integerOrNull("silence_seconds"),
              Objects.requireNonNullElse(f.textsOrNull("git_hosts"), List.of()));
      case "exec" -> exec(f);
      case "attach" -> new Attach(f.text("id"), f.integer("channel"), f.number("from"));
      case "read_output" ->
          new ReadOutput(
              f.text("id"),
              f.integer("channel"),
              f.text("command"),
              f.number("from"),
              f.number("limit"),
              f.number("wait_millis"));
      case "input" ->
          new Input(
              f.text("id"), Objects.requireNonNullElse(f.textOrNull("data"), ""), f.flag("end"));
      case "resize" -> new Resize(f.text("id"), f.one("pty", ToRemoteJson::pty));
      case "signal" -> new Signal(f.text("id"), f.text("signal"));
      case "credit" -> new Credit(f.integer("channel"), f.number("bytes"));
      case "forget" -> new Forget(f.texts("ids"));
      case "read_file" ->
          new ReadFile(
              f.text("id"),
              f.integer("channel"),
              f.text("path"),
              f.number("offset"),
              f.number("limit"),
              f.flag("within"));
      case "write_file" ->
          new WriteFile(
              f.text("id"),
              f.text("path"),
              f.text("content"),
              f.textOrNull("expected_sha256"),
              f.textOrNull("mode"));
      case "stat" -> new Stat(f.text("id"), f.text("path"));
      case "list_files" ->
          new ListFiles(f.text("id"), f.text("path"), f.number("limit"), f.flag("within"));
      case "browse" -> browse(f);
      case "desktop" -> new Desktop(f.text("id"), f.integer("channel"));
      case "credential" ->
          new Credential(
              f.text("id"),
              f.textOrNull("username"),
              f.textOrNull("password"),
              f.textOrNull("reason"));
      case "session_end" -> new SessionEnd(f.text("reason"));
      default -> null;
    };
  }

  private static JsonObject write(Welcome f) {
    return JsonObject.of(
        "type", "welcome",
        "session_id", f.sessionId(),
        "server_version", f.serverVersion(),
        "environment", f.environment(),
        "grace_seconds", f.graceSeconds(),
        "silence_seconds", f.silenceSeconds(),
        "git_hosts", f.gitHosts());
  }

  private static JsonObject write(Exec f) {
    return JsonObject.of(
        "type", "exec",
        "id", f.id(),
        "channel", f.channel(),
        "argv", f.argv(),
        "cwd", f.cwd(),
        "environment", f.environment(),
        "timeout_millis", f.timeoutMillis(),
        "from", f.from(),
        "pty", f.pty() == null ? null : write(f.pty()),
        "stdin", f.stdin(),
        "script", f.script());
  }

  private static JsonObject write(Browse f) {
    return JsonObject.of(
        "type", "browse",
        "id", f.id(),
        "action", f.action().word(),
        "url", f.url(),
        "selector", f.selector(),
        "text", f.text(),
        "key", f.key(),
        "path", f.path(),
        "timeout_millis", f.timeoutMillis());
  }

  private static JsonObject write(WriteFile f) {
    return JsonObject.of(
        "type", "write_file",
        "id", f.id(),
        "path", f.path(),
        "content", f.content(),
        "expected_sha256", f.expectedSha256(),
        "mode", f.mode());
  }

  private static Exec exec(Fields f) {
    return new Exec(
        f.text("id"),
        f.integer("channel"),
        f.texts("argv"),
        f.textOrNull("cwd"),
        f.textsByName("environment"),
        f.number("timeout_millis"),
        f.number("from"),
        f.oneOrNull("pty", ToRemoteJson::pty),
        f.flag("stdin"),
        f.textOrNull("script"));
  }

  private static Browse browse(Fields f) {
    return new Browse(
        f.text("id"),
        BrowserAction.of(f.text("action")),
        f.textOrNull("url"),
        f.textOrNull("selector"),
        f.textOrNull("text"),
        f.textOrNull("key"),
        f.textOrNull("path"),
        f.number("timeout_millis"));
  }

  private static JsonObject write(PtySize pty) {
    return JsonObject.of("rows", pty.rows(), "columns", pty.columns());
  }

  private static PtySize pty(Fields f) {
    return new PtySize(f.integer("rows"), f.integer("columns"));
  }
}
