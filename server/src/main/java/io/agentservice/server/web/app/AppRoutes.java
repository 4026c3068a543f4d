package io.agentservice.server.web.app;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Each address of the app answers the shell, with the first thing that its screen shows. */
final class AppRoutes {
  private static final String HOME = "/";
  private static final String LIST = "/o/{org_id}/sessions";

  /** Those that ask the API themselves when they are there. */
  private static final List<String> ASKING =
      Stream.of(
              "new",
              "knowledge",
              "playbooks",
              "secrets",
              "schedules",
              "fleet",
              "settings",
              "settings/people",
              "settings/service-users",
              "settings/models",
              "settings/mcp",
              "settings/git",
              "settings/git-hosts",
              "settings/limits")
          .map(screen -> "/o/{org_id}/" + screen)
          .toList();

  private static final String SESSION = "/sessions/{session_id}";
  private static final String TERMINAL = SESSION + "/terminal";
  private static final String DESKTOP = SESSION + "/desktop";
  private static final String ME = "/me";

  /** What belongs to the whole account. */
  private static final List<String> ACCOUNT =
      Stream.of(
              "",
              "/organizations",
              "/people",
              "/service-users",
              "/groups",
              "/roles",
              "/models",
              "/shared-limits",
              "/consumption",
              "/metrics",
              "/audit",
              "/violations",
              "/queue")
          .map(tab -> "/account" + tab)
          .toList();

  /** The addresses of all screens. */
  static final List<String> PATHS =
      Stream.of(List.of(HOME, LIST, SESSION, TERMINAL, DESKTOP, ME), ACCOUNT, ASKING)
          .flatMap(List::stream)
          .toList();

  private final FirstAnswers first;
  private final Shell shell;
  private final Access access;

  AppRoutes(FirstAnswers first, Shell shell, Access access) {
    this.first = first;
    this.shell = shell;
    this.access = access;
  }

  List<Route> routes() {
    var routes =
        Stream.of(
            Route.get(HOME, access, this::home),
            Route.get(LIST, access, this::list),
            Route.get(SESSION, access, this::session),
            Route.get(TERMINAL, access, request -> machine(request, shell::terminal)),
            Route.get(DESKTOP, access, request -> machine(request, shell::desktop)),
            Route.get(ME, access, request -> shell.page(200, request, null)));
    var account =
        ACCOUNT.stream()
            .map(path -> Route.get(path, access, request -> shell.page(200, request, null)));
    var asking = ASKING.stream().map(path -> Route.get(path, access, this::asking));
    return Stream.of(routes, account, asking).flatMap(each -> each).toList();
  }

  private Answer home(Request request) {
    var org = request.principal().organization();
    return org == null
        ? shell.page(200, request, null)
        : answer(request, () -> first.rows(request, org));
  }

  private Answer list(Request request) {
    return answer(request, () -> first.rows(request, org(request)));
  }

  private Answer asking(Request request) {
    return answer(
        request,
        () -> {
          first.check(request.principal(), org(request));
          return null;
        });
  }

  private static OrgId org(Request request) {
    var org = Id.parse(OrgId.class, request.path("org_id"));
    if (org == null) {
      throw Gate.noOrganization();
    }
    return org;
  }

  private Answer session(Request request) {
    return answer(request, () -> first.session(request.principal(), request.id(SessionId.class)));
  }

  private Answer machine(Request request, Document document) {
    return answer(
        request, () -> first.machine(request.principal(), request.id(SessionId.class)), document);
  }

  @FunctionalInterface
  private interface Document {
    Answer of(int status, Request request, @Nullable Object first);
  }

  private Answer answer(Request request, Supplier<@Nullable Map<String, Object>> answer) {
    return answer(request, answer, shell::page);
  }

  /** What is refused, is said by the app in its own form. */
  private static Answer answer(
      Request request, Supplier<@Nullable Map<String, Object>> answer, Document document) {
    try {
      return document.of(200, request, answer.get());
    } catch (ProblemException e) {
      var problem = e.problem();
      if (problem.status() != 403 && problem.status() != 404) {
        throw e;
      }
      return document.of(problem.status(), request, Map.of("problem", refused(problem)));
    }
  }

  private static Map<String, @Nullable Object> refused(Problem problem) {
    var body = new LinkedHashMap<String, @Nullable Object>();
    body.put("status", problem.status());
    body.put("code", problem.code());
    body.put("detail", problem.sentence());
    body.put("hint", problem.hint());
    return body;
  }
}
