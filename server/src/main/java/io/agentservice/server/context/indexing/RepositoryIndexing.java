package io.agentservice.server.context.indexing;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.background.Doorbell;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.Listing;
import io.agentservice.server.base.http.Rows;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.indexing.IndexedRepository.Status;
import io.agentservice.server.context.indexing.IndexedSql.Branch;
import io.agentservice.server.context.indexing.IndexedSql.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which repositories an organization has indexed. One without a permission is as if it did not
 * exist; what is set for it holds again when the permission comes back.
 */
public final class RepositoryIndexing {
  /** How the default branch is stored, whatever its name. */
  private static final String DEFAULT = "";

  private final Database database;
  private final PermittedRepositories repositories;
  private final Doorbell due;

  RepositoryIndexing(Database database, PermittedRepositories repositories, Doorbell due) {
    this.database = database;
    this.repositories = repositories;
    this.due = due;
  }

  /**
   * What is wanted of a repository.
   *
   * @param branches none: the default branch
   */
  record Wanted(String path, List<String> branches) {
    Wanted {
      branches = List.copyOf(branches);
    }

    private List<String> stored() {
      return branches.isEmpty() ? List.of(DEFAULT) : branches;
    }
  }

  /** Whether it may be read. */
  boolean isPermitted(Scope scope, RepoName repository) {
    return repositories.permitted(scope).test(repository);
  }

  /** 404 {@code repository_not_found} without a permission. */
  void check(Scope scope, RepoName repository) {
    if (!isPermitted(scope, repository)) {
      throw noSuchRepository();
    }
  }

  /** Those that are indexed, by path. */
  Listing.Keyed<IndexedRepository> list(Scope scope) {
    return new Listing.Keyed<>(
        (after, size) -> page(scope, after, size),
        most -> Math.min(most, paths(scope).size()),
        IndexedRepository::repositoryPath);
  }

  private Rows<IndexedRepository> page(Scope scope, @Nullable String after, int size) {
    var behind =
        paths(scope).stream()
            .filter(path -> after == null || path.compareTo(after) > 0)
            .limit(size + 1L)
            .toList();
    var shown = Rows.of(behind, size);
    var found = database.inTransaction(tx -> read(tx, scope, shown.items()));
    return new Rows<>(
        shown.items().stream().map(found::get).filter(Objects::nonNull).toList(), shown.more());
  }

  /** Of repositories that are indexed and permitted, in their order. */
  private List<String> paths(Scope scope) {
    var permitted = repositories.permitted(scope);
    return database.with(IndexedSql.class, sql -> sql.branches(scope, null)).stream()
        .map(Branch::repoPath)
        .distinct()
        .filter(path -> permitted.test(new RepoName(null, path)))
        .sorted()
        .toList();
  }

  /** What is set, and how far it is, also for one that is not indexed. */
  IndexedRepository get(Scope scope, String path) {
    return database.inTransaction(tx -> one(tx, scope, path));
  }

  /** The same of several, each of which may be read. */
  Map<String, IndexedRepository> get(Scope scope, List<String> paths) {
    return database.inTransaction(tx -> {
      var found = read(tx, scope, paths);
      paths.forEach(path -> found.putIfAbsent(path, IndexedRepository.off(path)));
      return found;
    });
  }

  /** Has them indexed, each with these branches and no others; in their order. */
  List<IndexedRepository> set(Scope scope, List<Wanted> wanted, Caller caller) {
    return change(
        scope,
        wanted,
        caller,
        (sql, one) -> {
          sql.keepOnly(scope, one.path(), one.stored());
          sql.add(scope, one.path(), one.stored());
        });
  }

  /** Has them indexed no longer; in their order. */
  List<IndexedRepository> clear(Scope scope, List<String> paths, Caller caller) {
    var wanted = paths.stream().map(path -> new Wanted(path, List.of())).toList();
    return change(scope, wanted, caller, (sql, one) -> sql.keepOnly(scope, one.path(), List.of()));
  }

  /**
   * Has one branch indexed no longer; with the last one the repository is not. 404 {@code
   * repository_not_found} for a branch that is not indexed.
   */
  IndexedRepository clearBranch(Scope scope, String path, String branch, Caller caller) {
    return change(
            scope,
            List.of(new Wanted(path, List.of())),
            caller,
            (sql, one) -> {
              var all = sql.branches(scope, List.of(path));
              var others = all.stream().filter(each -> !isNamed(each, branch)).toList();
              if (others.size() == all.size()) {
                throw noSuchRepository();
              }
              sql.keepOnly(scope, path, others.stream().map(Branch::branchName).toList());
            })
        .getFirst();
  }

  private static boolean isNamed(Branch branch, String name) {
    return branch.branchName().equals(DEFAULT)
        ? name.equals(branch.resolvedName())
        : name.equals(branch.branchName());
  }

  @FunctionalInterface
  private interface Change {
    void apply(IndexedSql sql, Wanted wanted);
  }

  private List<IndexedRepository> change(
      Scope scope, List<Wanted> wanted, Caller caller, Change change) {
    var org = Objects.requireNonNull(scope.orgId(), "repositories are of an organization");
    return database.inTransaction(tx -> {
      var sql = tx.on(IndexedSql.class);
      sql.lock(org);
      var after = new ArrayList<IndexedRepository>();
      for (var one : wanted) {
        change.apply(sql, one);
        var changed = one(tx, scope, one.path());
        record(tx, scope, changed, caller);
        after.add(changed);
      }
      tx.afterCommit(due::ring);
      return after;
    });
  }

  private static void record(Tx tx, Scope scope, IndexedRepository changed, Caller caller) {
    Audit.record(
        tx,
        caller,
        "update_repository_indexing",
        scope.orgId(),
        Map.of(
            "repository_path", changed.repositoryPath(),
            "branches", changed.branches(),
            "indexing_enabled", changed.enabled()));
  }

  private static IndexedRepository one(Tx tx, Scope scope, String path) {
    return read(tx, scope, List.of(path)).getOrDefault(path, IndexedRepository.off(path));
  }

  private static Map<String, IndexedRepository> read(Tx tx, Scope scope, List<String> paths) {
    var sql = tx.on(IndexedSql.class);
    var branches = sql.branches(scope, paths);
    var jobs =
        sql.jobs(branches.stream().map(Branch::branchId).toList()).stream()
            .collect(Collectors.groupingBy(Job::branchId));
    var byPath =
        branches.stream()
            .collect(
                Collectors.groupingBy(Branch::repoPath, LinkedHashMap::new, Collectors.toList()));
    Map<String, IndexedRepository> all = new LinkedHashMap<>();
    byPath.forEach((path, its) ->
        all.put(path, repository(path, its, id -> jobs.getOrDefault(id, List.of()))));
    return all;
  }

  /** {@code jobs}: of a branch, newest first. */
  private static IndexedRepository repository(
      String path, List<Branch> branches, Function<Long, List<Job>> jobs) {
    var latest =
        branches.stream()
            .flatMap(branch -> jobs.apply(branch.branchId()).stream().limit(1))
            .map(Job::job)
            .toList();
    var completed =
        branches.stream()
            .flatMap(branch -> jobs.apply(branch.branchId()).stream())
            .filter(Job::isCompleted)
            .max(Comparator.comparing(Job::createdAt).thenComparing(job -> job.jobId().value()))
            .map(Job::job)
            .orElse(null);
    var names =
        branches.stream().map(Branch::branchName).filter(name -> !name.equals(DEFAULT)).toList();
    return new IndexedRepository(path, true, names, new Status(true, latest, completed));
  }

  private static RuntimeException noSuchRepository() {
    return Problem.notFound("repository").exception();
  }
}
