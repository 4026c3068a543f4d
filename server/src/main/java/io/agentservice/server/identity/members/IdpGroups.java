package io.agentservice.server.identity.members;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.IdpGroupId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Map;

/** Which groups of the identity provider an account knows, and who is in them. */
public final class IdpGroups {
  private static final MemberKind KIND = MemberKind.IDP_GROUP;

  private final Database database;

  IdpGroups(Database database) {
    this.database = database;
  }

  /** Registers groups; those that are there already stay as they are. */
  void register(Scope scope, List<String> names, Caller caller) {
    var account = scope.accountId();
    var ids = names.stream().map(_ -> Id.create(IdpGroupId.class).value()).toList();
    database.useTransaction(tx -> {
      tx.on(MemberSql.class).lockAll(account);
      Audit.record(
          tx,
          tx.on(IdpGroupSql.class).insert(account, ids, names).stream()
              .map(name -> entry("add_group_membership", name, caller))
              .toList());
    });
  }

  /** Forgets one; 404, 409 {@code idp_group_in_use}. */
  void delete(Scope scope, String name, Caller caller) {
    var account = scope.accountId();
    database.useTransaction(tx -> {
      tx.on(MemberSql.class).lockAll(account);
      var sql = tx.on(IdpGroupSql.class);
      String id =
          tx.on(MemberSql.class)
              .find(scope, KIND.noun(), name)
              .orElseThrow(KIND::unknown)
              .memberId();
      if (sql.inUse(account, id)) {
        throw Problem.conflict(
                "idp_group_in_use",
                "The group holds roles, or people were in it at their last sign-in",
                "Take its roles away; people leave it at the provider and sign in again")
            .exception();
      }
      sql.delete(account, id);
      Audit.record(tx, List.of(entry("delete_group_membership", name, caller)));
    });
  }

  private static Audit.Entry entry(String action, String name, Caller caller) {
    var data = Map.of("idp_group_name", name);
    return new Audit.Entry(caller.principal().accountId(), null, caller, action, data);
  }

  /** A human's only groups from now on, those registered; answers them by name. */
  public static List<String> refresh(Tx tx, AccountId account, UserId user, List<String> names) {
    tx.on(MemberSql.class).lockAll(account);
    var sql = tx.on(IdpGroupSql.class);
    sql.leaveOthers(account, user, names);
    sql.join(account, user, names);
    return sql.registered(account, names);
  }
}
