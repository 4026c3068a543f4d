package io.agentservice.server.context.indexing;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.context.indexing.IndexSearchSql.Row;
import io.agentservice.server.context.indexing.IndexedSql.Branch;
import io.agentservice.server.context.indexing.chunks.Excerpt;
import io.agentservice.server.context.indexing.chunks.Words;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.context.indexing.permitted.PermittedRepositories;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Searches what may be read now: lines with every term, then with any. */
public final class IndexSearch {
  /** Bounds the cost of a search. */
  private static final int CANDIDATES = 20_000;

  /** The same lines may be in several branches. */
  private static final int BRANCHES = 3;

  private final Database database;
  private final PermittedRepositories repositories;

  IndexSearch(Database database, PermittedRepositories repositories) {
    this.database = database;
    this.repositories = repositories;
  }

  /** Whether the organization has anything that can be searched. */
  public boolean any(Scope scope) {
    return database.with(IndexedSql.class, sql -> sql.any(scope));
  }

  /** The repositories that can be searched or will be soon, by path and host. */
  public List<HostedRepository> repositories(Scope scope) {
    var permitted = repositories.permitted(scope);
    return database.with(IndexedSql.class, sql -> sql.branches(scope, null)).stream()
        .map(Branch::repository)
        .distinct()
        .filter(permitted)
        .toList();
  }

  /** The best lines in these repositories, best first, at most {@code most}. */
  public List<Hit> search(Scope scope, List<HostedRepository> repos, String query, int most) {
    var permitted = repositories.permitted(scope);
    var wanted = Set.copyOf(repos);
    var branches =
        database.with(IndexedSql.class, sql -> sql.searchable(scope)).stream()
            .filter(branch -> wanted.contains(branch.repository()))
            .filter(branch -> permitted.test(branch.repository()))
            .collect(Collectors.toMap(Branch::branchId, Branch::repository));
    var terms = Words.terms(query);
    if (branches.isEmpty() || terms.isEmpty()) {
      return List.of();
    }
    var org = Objects.requireNonNull(scope.orgId(), "an index is an organization's");
    var found = new Found(branches, most);
    database.useTransaction(tx -> {
      found.clear(); // of a try that was undone
      var sql = tx.on(IndexSearchSql.class);
      var ids = List.copyOf(branches.keySet());
      var any = wanted(sql, terms, false);
      for (boolean everyTerm : List.of(true, false)) {
        var asked = everyTerm ? wanted(sql, terms, true) : any;
        if (asked != null && any != null && !found.isFull()) {
          sql.best(org, asked, any, ids, CANDIDATES, most * BRANCHES)
              .forEach(row -> found.add(row, everyTerm));
        }
      }
    });
    return found.hits(terms);
  }

  private static @Nullable String wanted(
      IndexSearchSql sql, List<String> terms, boolean everyTerm) {
    return sql.query(
            terms.stream().map(Words::exact).toList(),
            terms.stream().map(Words::parts).toList(),
            everyTerm)
        .orElse(null);
  }

  /** A file's lines count once for all branches. */
  private static final class Found {
    /** Lines with every term stand before those with some. */
    private static final double SOME = 0.5;

    private final Map<Long, HostedRepository> branches;
    private final int most;
    private final Map<List<Object>, Scored> byLines = new LinkedHashMap<>();

    private record Scored(Row row, double score) {}

    Found(Map<Long, HostedRepository> branches, int most) {
      this.branches = branches;
      this.most = most;
    }

    void clear() {
      byLines.clear();
    }

    boolean isFull() {
      return byLines.size() >= most;
    }

    void add(Row row, boolean everyTerm) {
      if (isFull()) {
        return;
      }
      double part = row.score() / (1 + row.score()); // between 0 and 1, as ranks may be larger
      double score = everyTerm ? SOME + part * SOME : part * SOME;
      byLines.putIfAbsent(
          List.of(repo(row), row.path(), row.lineStart(), row.body()), new Scored(row, score));
    }

    private HostedRepository repo(Row row) {
      return Objects.requireNonNull(branches.get(row.branchId()), "only these were asked for");
    }

    List<Hit> hits(List<String> terms) {
      var hits = new ArrayList<Hit>();
      var exact = terms.stream().map(Words::exact).collect(Collectors.toCollection(TreeSet::new));
      for (var scored : byLines.values()) {
        var row = scored.row();
        var lines = Excerpt.of(row.body(), exact);
        hits.add(
            new Hit(
                repo(row).host(),
                repo(row).path(),
                row.path(),
                row.lineStart() + lines.first(),
                row.lineStart() + lines.last(),
                lines.text(),
                scored.score()));
      }
      return hits;
    }
  }
}
