package io.agentservice.server.agent.files;

import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;

import io.agentservice.server.agent.desk.MachineAnswer;
import io.agentservice.server.agent.desk.MachineDesk;
import io.agentservice.server.agent.desk.MachineQuestion;
import io.agentservice.server.agent.desk.MachineQuestion.Kind;
import io.agentservice.server.base.crypto.Sha256;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.ByteRange;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.attachments.FileName;
import io.agentservice.server.engine.sessions.SessionOfPath;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of the files of a session's machine (design/web.md 7.3). */
final class FileRoutes {
  private static final String FILES = "/v3/organizations/{org_id}/sessions/{session_id}/files";
  private static final int LONGEST = 4096;

  private final MachineDesk desk;
  private final SessionOfPath sessions;

  FileRoutes(MachineDesk desk, SessionOfPath sessions) {
    this.desk = desk;
    this.sessions = sessions;
  }

  List<Route> routes() {
    var view = organization(VIEW_ORG_SESSIONS);
    return List.of(
        Route.get(FILES, view, this::list), Route.get(FILES + "/content", view, this::content));
  }

  private Answer list(Request request) {
    return Answer.json(ask(request, Kind.LIST).answer().text());
  }

  private Answer content(Request request) {
    var asked = ask(request, Kind.READ);
    byte[] bytes = asked.answer().body();
    String tag = '"' + Sha256.hex(bytes) + '"';
    if (tag.equals(request.header("If-None-Match"))) {
      return new Answer.Empty(304, Map.of("ETag", tag));
    }
    String condition = request.header("If-Range");
    boolean same = condition == null || condition.equals(tag);
    var range = ByteRange.wanted(same ? request.header("Range") : null, bytes.length, "file");
    String type = FileType.of(bytes);
    var headers = new LinkedHashMap<>(Answer.HARMLESS);
    headers.put("Accept-Ranges", "bytes");
    headers.put("ETag", tag);
    if (type.equals(FileType.BYTES)) {
      String path = asked.path();
      String name = path.substring(path.lastIndexOf('/') + 1);
      headers.put("Content-Disposition", FileName.disposition(name));
    }
    if (range.partial()) {
      headers.put("Content-Range", range.of(bytes.length));
    }
    return new Answer.Bytes(
        range.partial() ? 206 : 200,
        type,
        range.length(),
        headers,
        () -> new ByteArrayInputStream(bytes, (int) range.first(), (int) range.length()));
  }

  /** {@code path} without {@code .} and {@code ..}. */
  private record Asked(String path, MachineAnswer answer) {}

  private Asked ask(Request request, Kind kind) {
    var session = sessions.find(request);
    var query = request.query();
    String sent = query.text("path");
    if (sent == null && kind == Kind.READ) {
      query.fail("missing", "Field required", "path");
    }
    if (sent != null && sent.codePointCount(0, sent.length()) > LONGEST) {
      query.fail("too_long", "Input should have at most %d characters".formatted(LONGEST), "path");
    }
    query.check();
    String path = below(sent == null ? "" : sent);
    try {
      var answer = desk.ask(session, new MachineQuestion(kind, path));
      if (answer.refusal() != null) {
        throw refused(answer.refusal(), answer.text(), kind).exception();
      }
      return new Asked(path, answer);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw refused("machine_slow", "", kind).exception();
    }
  }

  private static String below(String path) {
    var parts = new ArrayDeque<String>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..") && parts.pollLast() == null) {
        throw outside().exception();
      }
      if (!List.of("", ".", "..").contains(part)) {
        parts.add(part);
      }
    }
    if (path.startsWith("/")) {
      throw outside().exception();
    }
    return String.join("/", parts);
  }

  private static Problem refused(String code, @Nullable String why, Kind kind) {
    return switch (code) {
      case "not_found", "invalid" -> Problem.notFound("file");
      case "not_a_file" ->
          kind == Kind.LIST
              ? Problem.conflict("not_a_directory", "It is no directory", "Ask for its content")
              : Problem.conflict("not_a_file", "It is no file", "Ask for what is in it");
      case "outside" -> outside();
      case "denied" ->
          Problem.forbidden("file_denied", "The user of the session's processes may not read it");
      case "file_too_large" ->
          Problem.other(
              413,
              code,
              "It has more than 16 MiB",
              "Have the agent share it, or a part of it, as an attachment");
      case "machine_away" ->
          Problem.conflict(
              code,
              "The session has no machine now, or its machine is not connected",
              "Resume the session; what it has changed is in its attachments, too");
      case "files_not_shown" ->
          Problem.conflict(
              code,
              "The session's machine shows no files: its program is too old, or the working directory holds the home of its user",
              "Have the session sleep and resume it; if that does not help, see docs/files.md");
      case "machine_slow" ->
          Problem.conflict(
              code,
              "The session's machine has not answered within 20 seconds",
              "Try again; how the machine is stands in the session's events");
      default -> Problem.conflict("file_unreadable", "It can't be read: " + why, null);
    };
  }

  private static Problem outside() {
    return Problem.forbidden("outside", "It is not in the session's working directory");
  }
}
