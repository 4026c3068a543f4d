package io.agentservice.server.context.indexing;

import static io.agentservice.server.base.auth.Permission.INDEX_ORG_REPOSITORIES;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.indexing.RepositoryIndexing.Wanted;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.util.List;
import java.util.Optional;

final class IndexingRoutes {
  private static final String REPOSITORIES = "/v3beta1/organizations/{org_id}/repositories";
  private static final String ALL = REPOSITORIES + "/indexing";
  private static final String ONE = REPOSITORIES + "/{repository_path}/indexing";
  private static final String BRANCH = ONE + "/branches/{branch_name}";

  private static final String PATH = "repository_path";

  private final RepositoryIndexing indexing;
  private final Lists lists;

  IndexingRoutes(RepositoryIndexing indexing, Lists lists) {
    this.indexing = indexing;
    this.lists = lists;
  }

  List<Route> routes() {
    var read = organization(USE_AGENT_SESSIONS);
    var write = organization(INDEX_ORG_REPOSITORIES);
    return List.of(
        Route.get(ALL, read, this::list),
        Route.put(ALL, write, this::setAll),
        Route.delete(ALL, write, this::clearAll),
        Route.get(ONE, read, this::status),
        Route.put(ONE, write, this::set).of(this::repository),
        Route.delete(ONE, write, this::clear),
        Route.delete(BRANCH, write, this::clearBranch));
  }

  private Answer list(Request request) {
    var scope = request.scope();
    var query = request.query();
    return ok(
        lists.page(
            query,
            query.firstOrLimit(),
            "indexing " + scope,
            indexing.list(scope),
            IndexingJson::of));
  }

  private Answer setAll(Request request) {
    var wanted = IndexingBody.repositories(request, indexing);
    return show(indexing.set(request.scope(), wanted, request.caller()));
  }

  private Answer clearAll(Request request) {
    var those = IndexingBody.those(request, indexing);
    return show(indexing.clear(request.scope(), those, request.caller()));
  }

  private Answer status(Request request) {
    return ok(IndexingJson.Status.of(indexing.get(request.scope(), repository(request))));
  }

  private Answer set(Request request) {
    var wanted = new Wanted(repository(request), IndexingBody.branches(request));
    return ok(
        IndexingJson.of(
            indexing.set(request.scope(), List.of(wanted), request.caller()).getFirst()));
  }

  private Answer clear(Request request) {
    var one = List.of(repository(request));
    return ok(IndexingJson.of(indexing.clear(request.scope(), one, request.caller()).getFirst()));
  }

  private Answer clearBranch(Request request) {
    String branch = request.path("branch_name");
    return ok(
        IndexingJson.of(
            indexing.clearBranch(request.scope(), repository(request), branch, request.caller())));
  }

  /** 404 without a permission, and for a path that nothing could keep (completions.md 4). */
  private HostedRepository repository(Request request) {
    return Optional.of(request.path(PATH))
        .filter(text -> !RepoName.isTooLong(text))
        .map(RepoName::parseOrAddress)
        .flatMap(name -> indexing.meant(request.scope(), name))
        .orElseThrow(RepositoryIndexing::noSuchRepository);
  }

  private static Answer show(List<IndexedRepository> repositories) {
    return ok(repositories.stream().map(IndexingJson::of).toList());
  }
}
