package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.git.permissions.GitPermissions;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.enterprise.limits.Limits;
import io.agentservice.server.identity.members.Members;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class Organizations {
  private static final Logger LOG = LoggerFactory.getLogger(Organizations.class);

  private static final AuditTrail<Organization> AUDIT =
      AuditTrail.of("org", "update", Organization::orgId)
          .naming("org_id", Organization::orgId)
          .naming("name", Organization::name)
          .changing("name", Organization::name)
          .changing("max_session_acu_limit", Organization::maxSessionAcuLimit)
          .changing("max_cycle_acu_limit", Organization::maxCycleAcuLimit);

  /** Hundreds of sessions ended before a deletion is answered; the rest follows. */
  private static final int ROUNDS = 10;

  private final Database database;
  private final Lifecycle lifecycle;
  private final Limits limits;
  private final GitPermissions gitPermissions;
  private final IntSupplier defaultSessionLimit;

  /** {@code defaultSessionLimit}: in ACUs, of a new organization; 0: none. */
  Organizations(
      Database database,
      Lifecycle lifecycle,
      Limits limits,
      GitPermissions gitPermissions,
      IntSupplier defaultSessionLimit) {
    this.database = database;
    this.lifecycle = lifecycle;
    this.limits = limits;
    this.gitPermissions = gitPermissions;
    this.defaultSessionLimit = defaultSessionLimit;
  }

  public Listing<Organization> list(AccountId account) {
    return new Listing<>(
        window ->
            database.with(
                OrganizationSql.class, sql -> Rows.of(sql.page(account, window), window.size())),
        _ -> database.with(OrganizationSql.class, sql -> sql.count(account)),
        found -> new Place(found.createdAt(), found.orgId().value()));
  }

  /** The organization; 404 {@code organization_not_found}. */
  public Organization get(AccountId account, OrgId id) {
    return database
        .with(OrganizationSql.class, sql -> sql.find(account, id))
        .orElseThrow(Gate::noOrganization);
  }

  /** Who holds a role in each of these; one without a human is left out. */
  public Map<OrgId, Organization.Staff> staff(AccountId account, List<OrgId> ids) {
    var texts = ids.stream().map(OrgId::value).toList();
    return database
        .with(
            OrganizationSql.class, sql -> sql.staff(account, texts, BuiltinRole.ORG_ADMIN.roleId()))
        .stream()
        .collect(Collectors.toMap(Organization.Staff::orgId, Function.identity()));
  }

  /** Creates one; 409 {@code name_taken}. */
  public Organization create(Organization.Draft draft, Caller caller) {
    var principal = caller.principal();
    var account = principal.accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(OrganizationSql.class);
      sql.lockAll(account);
      var id = Id.create(OrgId.class);
      checkName(sql, account, id, draft.name());
      Integer sessionLimit = draft.maxSessionAcuLimit();
      sql.insert(
          id,
          account,
          draft.name(),
          sessionLimit == null ? usualLimit() : sessionLimit,
          draft.maxCycleAcuLimit());
      if (draft.withCreator() && principal.kind().isHuman()) {
        Members.administers(tx, principal.id(), id);
      }
      var made = sql.find(account, id).orElseThrow();
      AUDIT.created(tx, caller, made);
      return made;
    });
  }

  /** Changes one; 404, 409 {@code name_taken}. */
  public Organization change(OrgId id, Organization.Change change, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(OrganizationSql.class);
      sql.lockAll(account);
      var before = sql.lock(account, id).orElseThrow(Gate::noOrganization);
      var draft = before.with(change);
      if (!draft.equals(before)) {
        checkName(sql, account, id, draft.name());
        sql.update(account, draft);
      }
      var after = sql.find(account, id).orElseThrow();
      AUDIT.updated(tx, caller, before, after);
      return after;
    });
  }

  private static void checkName(OrganizationSql sql, AccountId account, OrgId id, String name) {
    if (sql.named(account, name).filter(other -> !other.equals(id)).isPresent()) {
      throw Problem.conflict(
              "name_taken", "An organization of this name is there already", "Choose another name")
          .exception();
    }
  }

  /**
   * Answers what it was; its keys are refused at once, its sessions end (sessions.md 2, row 33).
   * 404; 409 {@code last_organization}, {@code last_admin}.
   */
  public Organization delete(OrgId id, Caller caller) {
    var account = caller.principal().accountId();
    var deleted =
        database.inTransaction(tx -> {
          var sql = tx.on(OrganizationSql.class);
          sql.lockAll(account);
          var found = sql.lock(account, id).orElseThrow(Gate::noOrganization);
          checkNotLast(sql, account, id);
          sql.delete(account, id);
          Members.forget(tx, account, id);
          limits.forget(tx, id);
          gitPermissions.forget(tx, id);
          AUDIT.deleted(tx, caller, found);
          return found;
        });
    endSessions();
    return deleted;
  }

  /** The deletion is committed: the service repeats what fails here. */
  private void endSessions() {
    var rounds = new AtomicInteger();
    try {
      lifecycle.endOrphans(() -> rounds.incrementAndGet() < ROUNDS);
    } catch (RuntimeException e) {
      LOG.warn("sessions of deleted organizations are ended later: {}", e.toString());
    }
  }

  private static void checkNotLast(OrganizationSql sql, AccountId account, OrgId id) {
    if (sql.count(account) == 1) {
      throw Problem.conflict(
              "last_organization",
              "It is the account's last organization",
              "Make another one first")
          .exception();
    }
    if (!sql.hasAdminBesides(account, id, BuiltinRole.ACCOUNT_ADMIN.roleId())) {
      throw Problem.conflict(
              "last_admin",
              "The account's last administrator is a service user of it",
              "Make another administrator first")
          .exception();
    }
  }

  private @Nullable Integer usualLimit() {
    int acus = defaultSessionLimit.getAsInt();
    return acus == 0 ? null : Integer.valueOf(acus);
  }
}
