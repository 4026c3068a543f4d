package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.engine.outposts.OutpostSql.Usable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The default platforms of organizations; {@link Placement} obeys them. */
final class DefaultPlatforms {
  private final Database database;

  DefaultPlatforms(Database database) {
    this.database = database;
  }

  /** That of the organization; an outpost that it may no longer use counts as none. */
  DefaultPlatform get(OrgId org, Caller caller) {
    return database.with(OutpostSql.class, sql -> get(sql, org, caller));
  }

  private static DefaultPlatform get(OutpostSql sql, OrgId org, Caller caller) {
    return sql.defaultPlatform(org)
        .map(word -> shown(sql.usable(caller.principal().accountId(), org), word))
        .orElse(DefaultPlatform.NONE);
  }

  private static DefaultPlatform shown(List<Usable> usable, String word) {
    return Placement.isLabel(word)
        ? new DefaultPlatform(word, null, null)
        : Placement.byNameOrId(usable, word)
            .map(row -> new DefaultPlatform(null, row.outpostId(), row.name()))
            .orElse(DefaultPlatform.NONE);
  }

  /** Both null: nothing; 400 {@code unknown_platform}. */
  DefaultPlatform replace(
      OrgId org, @Nullable String platform, @Nullable String outpost, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(OutpostSql.class);
      var account = caller.principal().accountId();
      var usable = sql.usable(account, org);
      String word = platform == null ? outpost : platform.toLowerCase(Locale.ROOT);
      boolean unknownPlatform = platform != null && !Placement.isLabel(platform);
      boolean unknownOutpost =
          outpost != null
              && usable.stream().noneMatch(row -> row.outpostId().value().equals(outpost));
      if (unknownPlatform || unknownOutpost) {
        throw Placement.unknown(usable, String.valueOf(word));
      }
      var before = get(sql, org, caller);
      sql.setDefaultPlatform(account, org, word);
      var after = get(sql, org, caller);
      Audit.record(tx, caller, "update_org_settings", org, record(before, after));
      return after;
    });
  }

  private static Map<String, Object> record(DefaultPlatform before, DefaultPlatform after) {
    var change = new LinkedHashMap<String, @Nullable Object>();
    change.put("old", word(before));
    change.put("new", word(after));
    return Map.of("setting", "default_platform", "changes", Map.of("default_platform", change));
  }

  private static @Nullable String word(DefaultPlatform of) {
    return of.platform() != null ? of.platform() : Objects.toString(of.outpostPoolId(), null);
  }
}
