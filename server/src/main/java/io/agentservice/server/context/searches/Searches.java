package io.agentservice.server.context.searches;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SearchId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.indexing.Hit;
import io.agentservice.server.context.indexing.IndexSearch;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.context.searches.SearchSql.Made;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes searches, and keeps that they were made. */
public final class Searches {
  private static final String BY_AGENTS = "other";

  private final Database database;
  private final IndexSearch index;

  Searches(Database database, IndexSearch index) {
    this.database = database;
    this.index = index;
  }

  /** {@code repos} are indexed, null for all; at most {@code most} results. */
  public record Wanted(String query, @Nullable List<HostedRepository> repos, int most) {}

  /** A search with what it found, best first. */
  public record Found(Search search, List<Hit> hits) {
    public Found {
      hits = List.copyOf(hits);
    }
  }

  /** Whether there is anything to be searched. */
  public boolean any(Scope scope) {
    return index.any(scope) && !index.repositories(scope).isEmpty();
  }

  /** The repositories that can be named, by path and host. */
  public List<HostedRepository> repositories(Scope scope) {
    return index.repositories(scope);
  }

  /** Searches on a caller's request. */
  public Found search(Scope scope, Wanted wanted, String origin, Caller caller) {
    var who = caller.principal();
    return search(
        scope,
        wanted,
        repos -> new Made(wanted.query(), repos, origin, who.userId(), who.serviceUserId()),
        caller,
        Map.of());
  }

  /** Searches for the agent of a session; no human has done it. */
  public Found searchForAgent(Scope scope, Wanted wanted, SessionId session) {
    return search(
        scope,
        wanted,
        repos -> new Made(wanted.query(), repos, BY_AGENTS, null, null),
        null,
        Map.of("session_id", session));
  }

  @FunctionalInterface
  private interface Making {
    Made in(List<String> repos);
  }

  private Found search(
      Scope scope, Wanted wanted, Making making, @Nullable Caller caller, Map<String, ?> more) {
    var repos = wanted.repos() == null ? index.repositories(scope) : wanted.repos();
    var hits = index.search(scope, repos, wanted.query(), wanted.most());
    var names = repos.stream().map(HostedRepository::path).distinct().toList();
    return database.inTransaction(tx -> {
      var search =
          tx.on(SearchSql.class)
              .insert(Id.create(SearchId.class), scope, making.in(names), hits.size());
      var data = new LinkedHashMap<String, Object>();
      data.put("search_id", search.searchId());
      data.put("repo_names", search.repoNames());
      data.put("result_count", hits.size());
      data.putAll(more);
      Audit.record(
          tx,
          List.of(new Audit.Entry(scope.accountId(), scope.orgId(), caller, "search_query", data)));
      return new Found(search, hits);
    });
  }

  public Listing<Search> list(Scope scope, SearchFilter filter) {
    return new Listing<>(
        window ->
            database.with(
                SearchSql.class,
                sql -> {
                  int size = Rows.fitting(sql.sizes(scope, filter, window), window.size());
                  return Rows.of(sql.list(scope, filter, window.ofSize(size)), size);
                }),
        most -> database.with(SearchSql.class, sql -> sql.count(scope, filter, most)),
        search -> new Place(search.createdAt(), search.searchId().value()));
  }

  public Belongings.Left erase(Tx tx, OrgId org) {
    return Belongings.Left.after(tx.on(SearchSql.class).erase(org, Belongings.MOST));
  }
}
