package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.wire.fleet.Outpost;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class Outposts {
  private final Database database;

  public Outposts(Database database) {
    this.database = database;
  }

  /** What an operator says of a new outpost; {@code allowedOrgIds} null: every organization. */
  public record NewOutpost(
      String name,
      @Nullable String platform,
      String description,
      @Nullable List<String> allowedOrgIds) {}

  /** 409 {@code name_taken}; {@code created} runs after the commit. */
  public Outpost create(NewOutpost wanted, Caller caller, Runnable created) {
    return database.inTransaction(tx -> {
      var account = caller.principal().accountId();
      var sql = tx.on(OutpostSql.class);
      var id = Id.create(OutpostId.class);
      boolean made =
          sql.insert(
                  id,
                  account,
                  wanted.name(),
                  wanted.platform(),
                  wanted.description(),
                  wanted.allowedOrgIds())
              .isPresent();
      if (!made) {
        throw Problem.conflict(
                "name_taken", "An outpost of this name exists", "Choose another name")
            .exception();
      }
      Audit.record(
          tx,
          caller,
          "create_outpost",
          null,
          Map.of("outpost_id", id.value(), "name", wanted.name()));
      tx.afterCommit(created);
      return sql.find(account, id).map(Outposts::wire).orElseThrow();
    });
  }

  /** The account's, by name. */
  public Listing.Keyed<Outpost> list(AccountId account) {
    return new Listing.Keyed<>(
        (name, size) ->
            Rows.of(
                database.with(
                    OutpostSql.class,
                    sql -> sql.page(account, name, size + 1).stream().map(Outposts::wire).toList()),
                size),
        _ -> database.with(OutpostSql.class, sql -> sql.count(account)),
        outpost -> outpost.spec().name());
  }

  /** One that a session of the organization may be given to; {@code standard}: if it names none. */
  public record Offer(
      OutpostId outpostId,
      String name,
      String machine,
      long queueDepth,
      long oldestWaitSeconds,
      boolean standard) {}

  /** By name. */
  public List<Offer> offers(AccountId account, OrgId org) {
    return database.with(
        OutpostSql.class,
        sql -> {
          var standard = Placement.standard(sql, account, org);
          return sql.offered(account, org).stream()
              .map(row ->
                  new Offer(
                      row.outpostId(),
                      row.name(),
                      Objects.requireNonNullElse(row.platform(), "linux"),
                      row.queueDepth(),
                      row.oldestWait(),
                      row.outpostId().equals(standard)))
              .toList();
        });
  }

  /** The outpost; 404 when the account has none of that id. */
  public Outpost get(AccountId account, OutpostId id) {
    return database
        .with(OutpostSql.class, sql -> sql.find(account, id))
        .map(Outposts::wire)
        .orElseThrow(Outposts::noSuchOutpost);
  }

  /** Those of the organizations that the account has. */
  public Set<String> organizations(AccountId account, List<String> orgIds) {
    return database.with(OutpostSql.class, sql -> sql.organizations(account, orgIds));
  }

  /** By id or name; other texts stay, and match nothing. */
  public OutpostId idOf(AccountId account, String idOrName) {
    var id = Id.parse(OutpostId.class, idOrName);
    return id != null
        ? id
        : database
            .with(OutpostSql.class, sql -> sql.named(account, idOrName))
            .orElseGet(() -> new OutpostId(idOrName));
  }

  /** 409 {@code outpost_not_empty} unless forced; its entries are then to be moved. */
  public Outpost delete(OutpostId id, boolean force, Caller caller) {
    return database.inTransaction(tx -> {
      var account = caller.principal().accountId();
      var sql = tx.on(OutpostSql.class);
      sql.lock(account, id);
      var outpost = sql.find(account, id).map(Outposts::wire).orElseThrow(Outposts::noSuchOutpost);
      if (sql.hasEntries(id) && !force) {
        throw Problem.conflict(
                "outpost_not_empty",
                "Sessions are queued on the outpost",
                "Wait for them, or delete with force=true")
            .exception();
      }
      sql.delete(account, id);
      Audit.record(
          tx,
          caller,
          "delete_outpost",
          null,
          Map.of("outpost_id", id.value(), "name", outpost.spec().name(), "forced", force));
      return outpost;
    });
  }

  private static RuntimeException noSuchOutpost() {
    return Problem.notFound("outpost").exception();
  }

  private static Outpost wire(OutpostSql.Row row) {
    return new Outpost(
        new Outpost.Metadata(
            row.outpostId().value(),
            row.accountId().value(),
            row.createdAt().getEpochSecond(),
            null),
        new Outpost.Spec(row.name(), row.platform(), row.description(), row.allowedOrgIds()),
        new Outpost.Status(row.queueDepth(), row.activeClaims()));
  }
}
