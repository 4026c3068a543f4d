package io.agentservice.server.context.indexing;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.background.Doorbell;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.indexing.IndexedRepository.Status;
import io.agentservice.server.context.indexing.IndexedSql.Branch;
import io.agentservice.server.context.indexing.IndexedSql.Job;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.context.indexing.permitted.PermittedRepositories;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an organization has indexed. Settings of a repository outlive the loss of its permission.
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

  /** What is wanted of a repository. {@code branches}: none: the default branch. */
  record Wanted(HostedRepository repository, List<String> branches) {
    Wanted {
      branches = List.copyOf(branches);
    }

    private List<String> stored() {
      return branches.isEmpty() ? List.of(DEFAULT) : branches;
    }
  }

  /** Without a host, by the deciding permission; empty when it may not be read. */
  Optional<HostedRepository> meant(Scope scope, RepoName name) {
    return repositories.meant(scope, name);
  }

  /** Those that are indexed, by path and host. */
  Listing.Keyed<IndexedRepository> list(Scope scope) {
    return new Listing.Keyed<>(
        (after, size) -> page(scope, after, size),
        most -> Math.min(most, all(scope).size()),
        indexed -> indexed.repository().key());
  }

  private Rows<IndexedRepository> page(Scope scope, @Nullable String after, int size) {
    var behind =
        all(scope).stream()
            .filter(repository -> after == null || repository.key().compareTo(after) > 0)
            .limit(size + 1L)
            .toList();
    var shown = Rows.of(behind, size);
    var found = database.inTransaction(tx -> read(tx, scope, shown.items()));
    return new Rows<>(
        shown.items().stream().map(found::get).filter(Objects::nonNull).toList(), shown.more());
  }

  /** Repositories that are indexed and permitted, in their order. */
  private List<HostedRepository> all(Scope scope) {
    var permitted = repositories.permitted(scope);
    return database.with(IndexedSql.class, sql -> sql.branches(scope, null)).stream()
        .map(Branch::repository)
        .distinct()
        .filter(permitted)
        .sorted(Comparator.comparing(HostedRepository::key))
        .toList();
  }

  /** What is set, and how far it is, also for one that is not indexed. */
  IndexedRepository get(Scope scope, HostedRepository repository) {
    return database.inTransaction(tx -> one(tx, scope, repository));
  }

  /** The same of several, without those that are not indexed. */
  Map<HostedRepository, IndexedRepository> get(Scope scope, List<HostedRepository> several) {
    return database.inTransaction(tx -> read(tx, scope, several));
  }

  /** In their order; replaces their branches. */
  List<IndexedRepository> set(Scope scope, List<Wanted> wanted, Caller caller) {
    return change(
        scope,
        wanted,
        caller,
        (sql, one) -> {
          sql.keepOnly(scope, one.repository(), one.stored());
          sql.add(scope, one.repository(), one.stored());
        });
  }

  /** Has them indexed no longer; in their order. */
  List<IndexedRepository> clear(Scope scope, List<HostedRepository> those, Caller caller) {
    var wanted = those.stream().map(one -> new Wanted(one, List.of())).toList();
    return change(
        scope, wanted, caller, (sql, one) -> sql.keepOnly(scope, one.repository(), List.of()));
  }

  /**
   * Stops indexing a branch, with the last one the repository; 404 {@code repository_not_found}.
   */
  IndexedRepository clearBranch(
      Scope scope, HostedRepository repository, String branch, Caller caller) {
    return change(
            scope,
            List.of(new Wanted(repository, List.of())),
            caller,
            (sql, one) -> {
              var all =
                  sql.branches(scope, List.of(repository.path())).stream()
                      .filter(each -> each.repository().equals(repository))
                      .toList();
              var others = all.stream().filter(each -> !isNamed(each, branch)).toList();
              if (others.size() == all.size()) {
                throw noSuchRepository();
              }
              sql.keepOnly(scope, repository, others.stream().map(Branch::branchName).toList());
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
        var changed = one(tx, scope, one.repository());
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
            "repository_path", changed.repository().path(),
            "host", changed.repository().host(),
            "branches", changed.branches(),
            "indexing_enabled", changed.enabled()));
  }

  private static IndexedRepository one(Tx tx, Scope scope, HostedRepository repository) {
    return read(tx, scope, List.of(repository))
        .getOrDefault(repository, IndexedRepository.off(repository));
  }

  private static Map<HostedRepository, IndexedRepository> read(
      Tx tx, Scope scope, List<HostedRepository> those) {
    var sql = tx.on(IndexedSql.class);
    var wanted = Set.copyOf(those);
    var branches =
        sql.branches(scope, wanted.stream().map(HostedRepository::path).toList()).stream()
            .filter(branch -> wanted.contains(branch.repository()))
            .toList();
    var jobs =
        sql.jobs(branches.stream().map(Branch::branchId).toList()).stream()
            .collect(Collectors.groupingBy(Job::branchId));
    var byRepository =
        branches.stream()
            .collect(
                Collectors.groupingBy(Branch::repository, LinkedHashMap::new, Collectors.toList()));
    Map<HostedRepository, IndexedRepository> all = new LinkedHashMap<>();
    byRepository.forEach(
        (one, its) -> all.put(one, indexed(one, its, id -> jobs.getOrDefault(id, List.of()))));
    return all;
  }

  /** {@code jobs}: of a branch, newest first. */
  private static IndexedRepository indexed(
      HostedRepository repository, List<Branch> branches, Function<Long, List<Job>> jobs) {
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
    return new IndexedRepository(repository, true, names, new Status(true, latest, completed));
  }

  /** 404 {@code repository_not_found}. */
  static ProblemException noSuchRepository() {
    return Problem.notFound("repository").exception();
  }

  /** Some of what is indexed for an organization that is gone. */
  Belongings.Left erase(Tx tx, OrgId org) {
    var sql = tx.on(IndexedSql.class);
    var files = Belongings.Left.after(sql.eraseFiles(org, Belongings.MOST));
    if (files == Belongings.Left.NOTHING) {
      sql.eraseBranches(org);
    }
    return files;
  }
}
