package io.agentservice.server.agent.review;

import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.agent.desk.MachineAnswer;
import io.agentservice.server.agent.desk.MachineDesk;
import io.agentservice.server.agent.desk.MachineQuestion;
import io.agentservice.server.agent.desk.MachineQuestion.Kind;
import io.agentservice.server.agent.loop.changes.Changes;
import io.agentservice.server.agent.loop.changes.PatchForm;
import io.agentservice.server.agent.review.MachineChanges.About;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.attachments.SessionAttachments;
import io.agentservice.server.engine.sessions.parts.Session;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The routes of what a session has changed (design/web.md 7.3). */
final class ReviewRoutes {
  private static final String ONE = "/v3/organizations/{org_id}/sessions/{session_id}";
  private static final String NOT_LOOKED = "not_looked";
  private static final String TOO_LARGE = "patch_too_large";
  private static final int LONGEST_PATH = 4096;
  private static final int MOST_CONTEXT = 100;
  private static final int CONTEXT = 3;

  /** The server that holds the connection has failed: for whoever asks it is the same. */
  private static final MachineAnswer GIT_FAILED = MachineAnswer.refused("git_failed", "");

  private final EventLog log;
  private final MachineDesk desk;
  private final StoredChanges stored;
  private final SessionAttachments attachments;
  private final SessionOfPath sessions;
  private final Lists lists;

  ReviewRoutes(
      EventLog log,
      MachineDesk desk,
      StoredChanges stored,
      SessionAttachments attachments,
      SessionOfPath sessions,
      Lists lists) {
    this.log = log;
    this.desk = desk;
    this.stored = stored;
    this.attachments = attachments;
    this.sessions = sessions;
    this.lists = lists;
  }

  List<Route> routes() {
    var view = organization(VIEW_ORG_SESSIONS);
    return List.of(
        Route.get(ONE + "/checkpoints", view, this::checkpoints),
        Route.get(ONE + "/changes", view, this::changes),
        Route.get(ONE + "/changes/patch", view, this::patch));
  }

  private Answer checkpoints(Request request) {
    var session = sessions.find(request);
    var id = session.sessionId();
    var query = request.query();
    int size = query.firstOrLimit();
    var newest = WorkLog.of(log, id).checkpoints().reversed();
    var listing =
        new Listing.Keyed<Checkpoint>(
            (key, most) -> Rows.of(behind(newest, key, most + 1), most),
            most -> Math.min(most, newest.size()),
            checkpoint -> String.valueOf(checkpoint.seq()));
    var work = work(session);
    return ok(
        lists.page(
            query, size, "checkpoints " + id, listing, checkpoint -> checkpoint.shown(work)));
  }

  /** What is kept of its work for other sessions; of one that has ended they get none. */
  private Set<String> work(Session session) {
    if (session.standing().status().ended()) {
      return Set.of();
    }
    var scope = new Scope(session.accountId(), session.orgId());
    return attachments.hidden(scope, session.sessionId(), Changes.KEPT_WORK).stream()
        .map(AttachmentId::value)
        .collect(Collectors.toSet());
  }

  private static List<Checkpoint> behind(List<Checkpoint> newest, @Nullable String key, int most) {
    long before = key == null ? Long.MAX_VALUE : Long.parseLong(key);
    return newest.stream().filter(checkpoint -> checkpoint.seq() < before).limit(most).toList();
  }

  private Answer changes(Request request) {
    var asked =
        ask(request, request.query(), Kind.CHANGES, new PatchForm(List.of(), CONTEXT, false));
    String reason = asked.answer.refusal();
    if (reason == null) {
      return Answer.json(asked.answer.text());
    }
    return ok(
        asked.span.isAll()
            ? stored.list(asked.scope(), asked.work.stored(), reason)
            : ChangeList.none(reason));
  }

  private Answer patch(Request request) {
    var query = request.query();
    var paths = query.each("path");
    if (paths.stream().anyMatch(path -> path.codePointCount(0, path.length()) > LONGEST_PATH)) {
      query.fail(
          "too_long", "Input should have at most %d characters".formatted(LONGEST_PATH), "path");
    }
    var form =
        new PatchForm(
            paths,
            query.integer("context", 0, MOST_CONTEXT, CONTEXT),
            query.bool("ignore_whitespace", false));
    var asked = ask(request, query, Kind.PATCH, form);
    String reason = asked.answer.refusal();
    if (reason == null) {
      return diff(asked.answer.body(), "live");
    }
    try {
      var patches = stored.there(asked.scope(), asked.work.stored());
      if (asked.span.isAll() && !reason.equals(TOO_LARGE) && !patches.isEmpty()) {
        return diff(stored.patch(asked.scope(), patches), "stored");
      }
    } catch (StoredChanges.TooLargeException _) {
      reason = TOO_LARGE;
    }
    throw refused(reason).exception();
  }

  private static Answer diff(byte[] bytes, String state) {
    var headers = new LinkedHashMap<>(Answer.HARMLESS);
    headers.put("Agent-Changes", state);
    return new Answer.Bytes(
        200,
        "text/x-diff;charset=utf-8",
        bytes.length,
        headers,
        () -> new ByteArrayInputStream(bytes));
  }

  private record Asked(Session session, Span span, WorkLog work, MachineAnswer answer) {
    Scope scope() {
      return new Scope(session.accountId(), session.orgId());
    }
  }

  private Asked ask(Request request, Query query, Kind kind, PatchForm form) {
    var session = sessions.find(request);
    var span = Span.of(query);
    query.check();
    var work = WorkLog.of(log, session.sessionId());
    var comparison = span.comparison(work);
    if (work.begun() == null) {
      return new Asked(session, span, work, MachineAnswer.refused(NOT_LOOKED, ""));
    }
    var question = new MachineQuestion(kind, new About(comparison, form).json());
    try {
      var answer = desk.ask(session, question);
      return new Asked(session, span, work, answer.isFailed() ? GIT_FAILED : answer);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Asked(session, span, work, MachineAnswer.SLOW);
    }
  }

  private static Problem refused(String reason) {
    return switch (reason) {
      case TOO_LARGE ->
          Problem.other(
              413, reason, "The patch has more than 20 MiB", "Ask for some of its files (path)");
      case "machine_away" ->
          Problem.conflict(
              reason,
              "The session has no machine now, or its machine is not connected",
              "Resume the session, or ask from start to now: that patch is stored when a turn ends");
      case "machine_slow" ->
          Problem.conflict(
              reason,
              "The session's machine has not answered within 20 seconds",
              "Try again; how the machine is stands in the session's events");
      case "no_git" -> Problem.conflict(reason, "There is no repository of git", null);
      case NOT_LOOKED ->
          Problem.conflict(
              reason,
              "How the session began was not noted: nobody has looked yet, or AGENT_GIT_CHANGES_SECONDS is 0",
              null);
      case "not_there" ->
          Problem.conflict(
              reason,
              "The session's machine has not got that state: another one had, or it has passed",
              "Ask for another checkpoint");
      default ->
          Problem.conflict(
              "git_failed", "Git has failed, or was not done within 15 seconds", "Try again");
    };
  }
}
