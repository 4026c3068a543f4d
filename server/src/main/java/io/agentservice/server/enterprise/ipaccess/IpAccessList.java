package io.agentservice.server.enterprise.ipaccess;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Changes hold from the next request on. */
final class IpAccessList {
  static final int MOST = 1_000;

  private final Database database;

  IpAccessList(Database database) {
    this.database = database;
  }

  /** The ranges in their canonical form, in the order in which they were given. */
  List<String> get(AccountId account) {
    return database.with(IpAccessSql.class, sql -> sql.ranges(account));
  }

  /** Appends new ones; 422 for more than 1,000. */
  List<String> add(List<String> ranges, Caller caller) {
    return change(
        before -> {
          var all = new LinkedHashSet<>(before);
          all.addAll(ranges);
          return List.copyOf(all);
        },
        caller);
  }

  List<String> replace(List<String> ranges, Caller caller) {
    return change(_ -> List.copyOf(new LinkedHashSet<>(ranges)), caller);
  }

  private List<String> change(UnaryOperator<List<String>> change, Caller caller) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var sql = tx.on(IpAccessSql.class);
      sql.lock(account);
      var before = sql.ranges(account);
      var after = change.apply(before);
      if (after.size() > MOST) {
        throw Problem.invalid(
                new Failure(
                    List.of("body", "ip_ranges"),
                    "The list should have at most 1000 entries",
                    "too_long"))
            .exception();
      }
      sql.replace(account, after);
      var changes = Map.of("ip_ranges", Map.of("old", before, "new", after));
      Audit.record(
          tx,
          caller,
          "update_enterprise_settings",
          null,
          Map.of("setting", "ip_access_list", "changes", changes));
      return after;
    });
  }
}
