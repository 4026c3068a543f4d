package io.agentservice.server.engine.push;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.crypto.Sha256;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.PushSubscriptionId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The browsers of whoever asks. */
final class Subscriptions {
  static final int MOST = 20;

  private static final AuditTrail<Subscription> AUDIT =
      AuditTrail.<Subscription>of("push_subscription", "update", _ -> null)
          .naming("push_subscription_id", Subscription::pushSubscriptionId)
          .naming("host", Subscription::host)
          .naming("name", Subscription::name);

  private final Database database;
  private final Vault vault;

  Subscriptions(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  Listing<Subscription> list(Principal person) {
    var account = person.accountId();
    return new Listing<>(
        window ->
            database.with(
                SubscriptionSql.class,
                sql -> Rows.of(sql.list(account, person.id(), window), window.size())),
        most -> database.with(SubscriptionSql.class, sql -> sql.count(account, person.id(), most)),
        row -> new Place(row.createdAt(), row.pushSubscriptionId().value()));
  }

  /**
   * Tells that browser from now on; one that the person has told us of before stays what it is,
   * with the keys and the name of now. 401 for who was removed at the same moment; 422 for the
   * 21st.
   */
  Subscription subscribe(Target target, String name, Caller caller) {
    var person = caller.principal();
    var account = person.accountId();
    byte[] hash = Sha256.of(target.endpoint().getBytes(StandardCharsets.UTF_8));
    return database.inTransaction(tx -> {
      var sql = tx.on(SubscriptionSql.class);
      var _ = sql.lockPerson(account, person.id()).orElseThrow(Subscriptions::removed);
      sql.takeOver(account, person.id(), hash);
      var before = sql.of(account, person.id(), hash);
      if (before.isEmpty() && sql.count(account, person.id(), MOST) >= MOST) {
        throw tooMany();
      }
      var id =
          before
              .map(Subscription::pushSubscriptionId)
              .orElseGet(() -> Id.create(PushSubscriptionId.class));
      var after =
          sql.write(
                  id,
                  account,
                  person.id(),
                  hash,
                  target.uri().getHost(),
                  vault.encrypt(target.bytes(), context(id)),
                  name)
              .orElseThrow(Subscriptions::takenAway);
      AUDIT.created(tx, caller, after);
      return after;
    });
  }

  /** Answers what it was. 404. */
  Subscription delete(PushSubscriptionId id, Caller caller) {
    var person = caller.principal();
    return database.inTransaction(tx -> {
      var gone =
          tx.on(SubscriptionSql.class)
              .delete(person.accountId(), person.id(), id)
              .orElseThrow(() -> Problem.notFound("push_subscription").exception());
      AUDIT.deleted(tx, caller, gone);
      return gone;
    });
  }

  /** What its target is sealed with. */
  static String context(PushSubscriptionId id) {
    return "push_subscription " + id;
  }

  private static RuntimeException removed() {
    return Problem.unauthorized("credentials_revoked", "The key was revoked", "Use another key")
        .exception();
  }

  private static RuntimeException takenAway() {
    return Problem.conflict(
            "push_subscription_taken",
            "Another person subscribed this browser at the same moment",
            "Subscribe again")
        .exception();
  }

  private static RuntimeException tooMany() {
    String msg = "You have %d browsers, as many as may be; remove one".formatted(MOST);
    return Problem.invalid(new Failure(List.of("body"), msg, "not_allowed")).exception();
  }
}
