package io.agentservice.server.agent.timeline;

import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.timeline.steps.Step;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.ByteRange;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.push.Readers;
import io.agentservice.server.engine.sessions.SessionOfPath;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The routes of what happened in a session (design/web.md 7.1). */
final class TimelineRoutes {
  private static final String ONE = "/v3/organizations/{org_id}/sessions/{session_id}";
  private static final int MOST_STEPS = 500;
  private static final int STEPS = 200;
  private static final int LONGEST_TEXT = 200;
  private static final int HITS = 50;
  private static final Pattern STEP_ID = Pattern.compile("e([0-9]{1,18})(-[0-9]{1,4})?");
  private static final Pattern EVENT_ID = Pattern.compile("[0-9]{1,18}");
  private static final Set<String> IMAGES =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

  private final TimelineStream.Sources sources;
  private final Timelines timelines;
  private final SessionOfPath path;
  private final Readers readers;

  TimelineRoutes(TimelineStream.Sources sources, SessionOfPath path, Readers readers) {
    this.sources = sources;
    this.timelines = sources.timelines();
    this.path = path;
    this.readers = readers;
  }

  List<Route> routes() {
    var view = organization(VIEW_ORG_SESSIONS);
    return List.of(
        Route.get(ONE + "/timeline", view, this::timeline),
        Route.get(ONE + "/steps/{step_id}/output", view, this::output),
        Route.get(ONE + "/steps/{step_id}/images/{image_index}", view, this::image),
        Route.get(ONE + "/find", view, this::find));
  }

  private Answer timeline(Request request) {
    var session = path.find(request).sessionId();
    var query = request.query();
    query.notBoth("before", "after");
    query.notBoth("before", "around");
    query.notBoth("after", "around");
    int before = query.integer("before", 1, Integer.MAX_VALUE, 0);
    int after = query.integer("after", 0, Integer.MAX_VALUE, -1);
    int around = query.integer("around", 1, Integer.MAX_VALUE, 0);
    int limit = query.integer("limit", 1, MOST_STEPS, STEPS);
    if (query.bool("watch", false)) {
      return watch(request, session, query, after);
    }
    query.check();
    var pages = timelines.pages(session);
    long last = timelines.last(session);
    return ok(
        before > 0
            ? pages.before(before, limit, last)
            : after >= 0
                ? pages.after(after, limit, last)
                : around > 0 ? pages.around(around, limit, last) : pages.newest(limit, last));
  }

  private Answer watch(Request request, SessionId session, Query query, int after) {
    for (String name : List.of("before", "around", "limit")) {
      if (query.has(name)) {
        query.fail("not_allowed", "Not beside watch", name);
      }
    }
    query.check();
    String sent = request.header("Last-Event-ID");
    long broken = sent != null && EVENT_ID.matcher(sent).matches() ? Long.parseLong(sent) : -1;
    long from = Math.max(after, broken);
    return new Answer.Events((out, waits) ->
        new TimelineStream(sources, session, from, out, waits).write(reader(request, session)));
  }

  /** To be run while the stream lasts; of a page, since programs follow without reading. */
  private Runnable reader(Request request, SessionId session) {
    var principal = request.principal();
    boolean isPage = request.header("Authorization") == null && principal.kind().isHuman();
    return isPage ? () -> readers.reads(session, principal) : () -> {};
  }

  private Answer output(Request request) {
    var session = path.find(request).sessionId();
    var query = request.query();
    boolean body = "body".equals(query.oneOf("part", List.of("output", "body")));
    query.check();
    var step = step(request, session);
    String text = body ? step.body() : step.facts().output();
    if (text == null) {
      throw Problem.notFound("output").exception();
    }
    return bytes(
        "text/plain;charset=utf-8", text.getBytes(StandardCharsets.UTF_8), request.header("Range"));
  }

  private Answer image(Request request) {
    var session = path.find(request).sessionId();
    var images = step(request, session).facts().images();
    String index = request.path("image_index");
    int at = index.matches("[0-9]{1,4}") ? Integer.parseInt(index) : Integer.MAX_VALUE;
    if (at >= images.size()) {
      throw Problem.notFound("image").exception();
    }
    Part.Image image = images.get(at);
    return bytes(
        IMAGES.contains(image.mediaType()) ? image.mediaType() : "application/octet-stream",
        Base64.getMimeDecoder().decode(image.base64()),
        null);
  }

  private Step step(Request request, SessionId session) {
    var id = STEP_ID.matcher(request.path("step_id"));
    var step =
        id.matches()
            ? timelines.step(session, request.path("step_id"), Long.parseLong(id.group(1)))
            : null;
    if (step == null) {
      throw Problem.notFound("step").exception();
    }
    return step;
  }

  private static Answer bytes(String type, byte[] bytes, @Nullable String wanted) {
    var range = ByteRange.wanted(wanted, bytes.length, "text");
    var headers = new HashMap<>(Answer.HARMLESS);
    headers.put("Accept-Ranges", "bytes");
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

  private Answer find(Request request) {
    var session = path.find(request).sessionId();
    var query = request.query();
    String text = wanted(query);
    int after = query.integer("after_seq", 0, Integer.MAX_VALUE, 0);
    int first = query.integer("first", 1, Query.MAX_PAGE, HITS);
    query.check();
    return ok(timelines.search(session).page(text, after, first, timelines.last(session)));
  }

  private static String wanted(Query query) {
    String text = query.text("q");
    if (text == null) {
      query.fail("missing", "Field required", "q");
      return "";
    }
    if (text.codePointCount(0, text.length()) > LONGEST_TEXT) {
      query.fail(
          "too_long", "Input should have at most %d characters".formatted(LONGEST_TEXT), "q");
    }
    return text;
  }
}
