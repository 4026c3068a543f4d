package io.agentservice.server.context.indexing;

import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.git.GitRepositories.Found;
import io.agentservice.server.context.git.RepositoryJson;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.context.indexing.permitted.PermittedRepositories;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

final class RepositoryRoutes {
  private static final String ALL = "/v3beta1/organizations/{org_id}/repositories";

  private final PermittedRepositories repositories;
  private final RepositoryIndexing indexing;
  private final Lists lists;

  RepositoryRoutes(PermittedRepositories repositories, RepositoryIndexing indexing, Lists lists) {
    this.repositories = repositories;
    this.indexing = indexing;
    this.lists = lists;
  }

  List<Route> routes() {
    return List.of(Route.get(ALL, organization(USE_AGENT_SESSIONS), this::list));
  }

  /** On the wire; {@code indexingStatus} is null unless asked for. */
  private record Shown(
      @JsonUnwrapped RepositoryJson repository, IndexingJson.@Nullable Status indexingStatus) {
    static Shown of(Found found) {
      return new Shown(RepositoryJson.of(found), null);
    }

    private HostedRepository hosted() {
      return new HostedRepository(
          repository.gitConnectionHost().toLowerCase(Locale.ROOT), repository.repoPath());
    }

    Shown with(IndexingJson.Status status) {
      return new Shown(repository, status);
    }
  }

  private Answer list(Request request) {
    var scope = request.scope();
    var query = request.query();
    var wanted = wanted(query);
    boolean statuses = query.bool("load_indexing_status", false);
    int size = query.firstOrLimit();
    query.check();
    var all = repositories.described(scope).stream().filter(wanted).toList();
    var page = lists.page(query, size, "repositories " + scope, keyed(all), Shown::of);
    return ok(statuses ? withStatuses(scope, page) : page);
  }

  private static Predicate<Found> wanted(Query query) {
    String name = query.text("filter_name");
    var part = name == null ? null : name.toLowerCase(Locale.ROOT);
    var only = query.any("only_repo_paths", RepositoryRoutes::path);
    var without = query.any("exclude_repo_paths", RepositoryRoutes::path);
    return found -> {
      var repository = found.repository();
      return (part == null || repository.name().toLowerCase(Locale.ROOT).contains(part))
          && (only.isEmpty() || only.contains(repository.path()))
          && !without.contains(repository.path());
    };
  }

  private static String path(String text) {
    return RepoName.of(text).path();
  }

  /** By path and host, in which order they are. */
  private static Listing.Keyed<Found> keyed(List<Found> all) {
    return new Listing.Keyed<>(
        (after, size) ->
            Rows.of(
                all.stream()
                    .dropWhile(found -> after != null && key(found).compareTo(after) <= 0)
                    .limit(size + 1L)
                    .toList(),
                size),
        most -> Math.min(most, all.size()),
        RepositoryRoutes::key);
  }

  /** A blank is before all that a path can hold. */
  private static String key(Found found) {
    return found.repository().path() + " " + found.connection().host();
  }

  private Page<Shown> withStatuses(Scope scope, Page<Shown> page) {
    var known = indexing.get(scope, page.items().stream().map(Shown::hosted).toList());
    var items =
        page.items().stream()
            .map(shown ->
                shown.with(
                    IndexingJson.Status.of(
                        known.getOrDefault(shown.hosted(), IndexedRepository.off(shown.hosted())))))
            .toList();
    return new Page<>(items, page.endCursor(), page.hasNextPage(), page.total());
  }
}
