package io.agentservice.server.context.git.permissions;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitPermissionId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.repositories.RepoName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An organization's git permissions. */
public final class GitPermissions {
  private static final AuditTrail<GitPermission> AUDIT =
      AuditTrail.of("git_permission", "update", GitPermission::orgId)
          .naming("git_permission_id", GitPermission::gitPermissionId)
          .naming("git_connection_id", GitPermission::gitConnectionId)
          .naming("prefix_path", permission -> permission.pathAs(GitRule.Kind.PREFIX_PATH))
          .naming("group_prefix", permission -> permission.pathAs(GitRule.Kind.GROUP_PREFIX))
          .naming("repo_path", permission -> permission.pathAs(GitRule.Kind.REPO_PATH))
          .naming("read_only", GitPermission::readOnly)
          .changing("read_only", GitPermission::readOnly);

  /** The field of a body that has the items. */
  static final String FIELD = "permissions";

  private final Database database;

  public GitPermissions(Database database) {
    this.database = database;
  }

  public Listing<GitPermission> list(Scope scope) {
    return new Listing<>(
        window ->
            database.with(
                GitPermissionSql.class, sql -> Rows.of(sql.list(scope, window), window.size())),
        most -> database.with(GitPermissionSql.class, sql -> sql.count(scope, most)),
        found -> new Place(found.createdAt(), found.gitPermissionId().value()));
  }

  public List<GitPermission> all(Scope scope) {
    return database.with(GitPermissionSql.class, sql -> sql.all(scope));
  }

  /** The longest match, of the oldest organization; empty when none covers it. */
  public Optional<GitPermission> covering(Scope scope, RepoName repo) {
    return repo.isPlain()
        ? database.with(
            GitPermissionSql.class, sql -> sql.covering(scope, repo.host(), repo.path()))
        : Optional.empty();
  }

  /** Of those ids that are connections. */
  Map<String, String> hosts(AccountId account, Collection<String> ids) {
    return database.with(GitPermissionSql.class, sql -> hosts(sql, account, ids));
  }

  private static Map<String, String> hosts(
      GitPermissionSql sql, AccountId account, Collection<String> ids) {
    return sql.hosts(account, ids).stream()
        .collect(
            Collectors.toMap(
                found -> found.gitConnectionId().value(), GitPermissionSql.Host::host));
  }

  /** 404 when the organization has none of that id. */
  void check(Scope scope, GitPermissionId id) {
    if (database.with(GitPermissionSql.class, sql -> sql.find(scope, id)).isEmpty()) {
      throw noSuchPermission();
    }
  }

  /**
   * All or none, in their order; 409 {@code git_permission_exists}, {@code git_permission_overlap}.
   */
  public List<GitPermission> add(Scope scope, List<GitRule> rules, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = locked(tx, scope, rules);
      var kept = new ArrayList<>(rules(sql.all(scope)));
      for (var rule : rules) {
        checkFree(kept, rule);
        kept.add(rule);
      }
      return rules.stream().map(rule -> insert(tx, scope, rule, caller)).toList();
    });
  }

  /** Replaces all, in their order; equal ones keep their ids. 422 for doubles and overlaps. */
  public List<GitPermission> replace(Scope scope, List<GitRule> rules, Caller caller) {
    checkAmong(rules);
    return database.inTransaction(tx -> {
      var sql = locked(tx, scope, rules);
      var before = sql.all(scope);
      before.stream()
          .filter(old -> rules.stream().noneMatch(old.rule()::isSameItem))
          .forEach(old -> delete(tx, scope, old, caller));
      return rules.stream()
          .map(rule ->
              before.stream()
                  .filter(old -> old.rule().isSameItem(rule))
                  .findFirst()
                  .map(old -> change(tx, scope, old, rule.readOnly(), caller))
                  .orElseGet(() -> insert(tx, scope, rule, caller)))
          .toList();
    });
  }

  /** Removes all, and answers them in the order of the list. */
  public List<GitPermission> clear(Scope scope, Caller caller) {
    return database.inTransaction(tx -> {
      var all = locked(tx, scope, List.of()).all(scope);
      all.forEach(permission -> delete(tx, scope, permission, caller));
      return all;
    });
  }

  /** {@code readOnly} null changes nothing; 404; 409 {@code git_permission_overlap}. */
  GitPermission change(Scope scope, GitPermissionId id, @Nullable Boolean readOnly, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = locked(tx, scope, List.of());
      var before = sql.find(scope, id).orElseThrow(GitPermissions::noSuchPermission);
      boolean now = readOnly == null ? before.readOnly() : readOnly;
      var others =
          sql.all(scope).stream().filter(one -> !one.gitPermissionId().equals(id)).toList();
      checkFree(rules(others), before.rule().with(now));
      sql.setReadOnly(scope, id, now);
      var after = sql.find(scope, id).orElseThrow();
      AUDIT.updated(tx, caller, before, after);
      return after;
    });
  }

  /** Deletes one and answers what it was; 404. */
  GitPermission delete(Scope scope, GitPermissionId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = locked(tx, scope, List.of());
      var found = sql.find(scope, id).orElseThrow(GitPermissions::noSuchPermission);
      delete(tx, scope, found, caller);
      return found;
    });
  }

  /** Of an organization that is being deleted. */
  public void forget(Tx tx, OrgId org) {
    tx.on(GitPermissionSql.class).forget(org);
  }

  /** Locks organization and connections; 422 for a deleted connection. */
  private static GitPermissionSql locked(Tx tx, Scope scope, List<GitRule> rules) {
    var sql = tx.on(GitPermissionSql.class);
    var org = Objects.requireNonNull(scope.orgId(), "permissions are an organization's");
    if (sql.lock(org).isEmpty()) {
      throw Gate.noOrganization();
    }
    var ids = new HashSet<String>();
    rules.forEach(rule -> ids.add(rule.gitConnectionId().value()));
    var known = hosts(sql, scope.accountId(), ids);
    for (int i = 0; i < rules.size(); i++) {
      if (!known.containsKey(rules.get(i).gitConnectionId().value())) {
        throw invalid("No such git connection", "unknown_reference", i, "git_connection_id");
      }
    }
    return sql;
  }

  private static List<GitRule> rules(List<GitPermission> permissions) {
    return permissions.stream().map(GitPermission::rule).toList();
  }

  private static GitPermission insert(Tx tx, Scope scope, GitRule rule, Caller caller) {
    var sql = tx.on(GitPermissionSql.class);
    var id = Id.create(GitPermissionId.class);
    sql.insert(id, scope, rule);
    var made = sql.find(scope, id).orElseThrow();
    AUDIT.created(tx, caller, made);
    return made;
  }

  private static GitPermission change(
      Tx tx, Scope scope, GitPermission before, boolean readOnly, Caller caller) {
    if (before.readOnly() == readOnly) {
      return before;
    }
    var sql = tx.on(GitPermissionSql.class);
    sql.setReadOnly(scope, before.gitPermissionId(), readOnly);
    var after = sql.find(scope, before.gitPermissionId()).orElseThrow();
    AUDIT.updated(tx, caller, before, after);
    return after;
  }

  private static void delete(Tx tx, Scope scope, GitPermission permission, Caller caller) {
    tx.on(GitPermissionSql.class).delete(scope, permission.gitPermissionId());
    AUDIT.deleted(tx, caller, permission);
  }

  private static void checkFree(List<GitRule> kept, GitRule rule) {
    if (kept.stream().anyMatch(rule::isSameItem)) {
      throw Problem.conflict(
              "git_permission_exists",
              "The organization has a git permission for %s already".formatted(rule.path()),
              "Change that one, or replace all by a PUT")
          .exception();
    }
    kept.stream()
        .filter(rule::overlaps)
        .findFirst()
        .ifPresent(other -> {
          throw Problem.conflict(
                  "git_permission_overlap",
                  "%s and %s lie in each other and say the same"
                      .formatted(rule.path(), other.path()),
                  "Leave one of them out, or let them differ in read_only")
              .exception();
        });
  }

  private static void checkAmong(List<GitRule> rules) {
    for (int i = 0; i < rules.size(); i++) {
      var before = rules.subList(0, i);
      if (before.stream().anyMatch(rules.get(i)::isSameItem)) {
        throw invalid("The same item is there twice", "duplicate", i);
      }
      if (before.stream().anyMatch(rules.get(i)::overlaps)) {
        throw invalid("It lies in another item that says the same", "inconsistent", i);
      }
    }
  }

  private static ProblemException invalid(String msg, String type, Object... at) {
    var loc = new ArrayList<Object>(List.of("body", FIELD));
    loc.addAll(List.of(at));
    return Problem.invalid(new Failure(loc, msg, type)).exception();
  }

  private static ProblemException noSuchPermission() {
    return Problem.notFound("git_permission").exception();
  }
}
