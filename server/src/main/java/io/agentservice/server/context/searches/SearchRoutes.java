package io.agentservice.server.context.searches;

import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_METRICS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.context.searches.Searches.Wanted;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class SearchRoutes {
  private static final String OF_ORGANIZATION = "/v3beta1/organizations/{org_id}/searches";
  private static final String OF_ALL = "/v3beta1/enterprise/searches";
  private static final String REPOSITORIES = "repo_names";
  private static final int MAX_QUERY = 4096;
  private static final int MOST_RESULTS = 100;
  private static final int USUAL_RESULTS = 20;
  private static final int MOST_REPOSITORIES = 200;

  private final Searches searches;
  private final Lists lists;

  SearchRoutes(Searches searches, Lists lists) {
    this.searches = searches;
    this.lists = lists;
  }

  List<Route> routes() {
    var member = organization(USE_AGENT_SESSIONS);
    return List.of(
        Route.get(OF_ORGANIZATION, member, this::list),
        Route.create(OF_ORGANIZATION, member, this::search),
        Route.get(OF_ALL, account(VIEW_ACCOUNT_METRICS), this::list));
  }

  private Answer list(Request request) {
    var scope = request.scope();
    var query = request.query();
    var after = query.time("created_after");
    var before = query.time("created_before");
    if (after != null && before != null && after.isAfter(before)) {
      query.fail("inconsistent", "The lower bound is above the upper one", "created_after");
    }
    var filter =
        new SearchFilter(
            scope.orgId() == null ? query.any("org_ids") : List.of(),
            query.any("user_ids"),
            query.any("service_user_ids"),
            query.any(REPOSITORIES, text -> RepoName.of(text).path()),
            Origins.asked(query),
            after,
            before,
            query.text("search"));
    return ok(lists.page(query, "searches " + scope, searches.list(scope, filter), SearchJson::of));
  }

  private Supplier<Answer> search(Request request) {
    var scope = request.scope();
    String origin = Origins.of(request);
    var body = request.body();
    String query = body.text("query", 1, MAX_QUERY);
    Integer most = body.optionalInt("max_results", 1, MOST_RESULTS);
    var repos = repositories(body, searches.repositories(scope));
    body.check();
    var wanted = new Wanted(query, repos, most == null ? USUAL_RESULTS : most);
    return () -> ok(SearchJson.of(searches.search(scope, wanted, origin, request.caller())));
  }

  /** A name without a host means all repositories of that path. */
  private static @Nullable List<HostedRepository> repositories(
      Body body, List<HostedRepository> known) {
    var names = body.optionalTexts(REPOSITORIES, 0, MOST_REPOSITORIES, RepoName.MAX_LENGTH);
    if (names == null || names.isEmpty()) {
      return null;
    }
    var wanted = new LinkedHashSet<HostedRepository>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      var meant = known.stream().filter(each -> each.isNamed(name)).toList();
      if (!name.isEmpty() && meant.isEmpty()) {
        body.failAt(
            "unknown_reference",
            "The organization has no such repository, or it is not indexed",
            REPOSITORIES,
            i);
      }
      wanted.addAll(meant);
    }
    return List.copyOf(wanted);
  }
}
