package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.outside.AllowedHosts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What sessions of an organization may reach: what was said for it, else what the operator has set
 * for all. {@link Placement} gives it to sessions that are queued; they keep it while they are.
 */
public final class NetworkPolicies {
  private final Database database;
  private final String usual;

  /** {@code usual}: JSON, of organizations without one of their own. */
  public NetworkPolicies(Database database, String usual) {
    this.database = database;
    this.usual = usual;
  }

  /** {@code policy} has {@code enabled} and {@code allow}; {@code own}: not the operator's. */
  record Shown(JsonNode policy, boolean own) {}

  /** For what the service asks on behalf of its sessions. */
  public AllowedHosts hosts(OrgId org) {
    return new AllowedHosts(database.with(OutpostSql.class, sql -> json(sql, org)));
  }

  Shown get(OrgId org) {
    return database.with(OutpostSql.class, sql -> shown(sql, org));
  }

  /** Null: that of the operator again. */
  Shown replace(OrgId org, @Nullable JsonNode policy, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(OutpostSql.class);
      var before = shown(sql, org);
      var text = policy == null ? null : Json.MAPPER.writeValueAsString(policy);
      sql.setNetworkPolicy(caller.principal().accountId(), org, text);
      var after = shown(sql, org);
      var change = new LinkedHashMap<String, @Nullable Object>();
      change.put("old", before.own() ? before.policy() : null);
      change.put("new", after.own() ? after.policy() : null);
      Audit.record(
          tx,
          caller,
          "update_org_settings",
          org,
          Map.of("setting", "network_policy", "changes", Map.of("network_policy", change)));
      return after;
    });
  }

  private Shown shown(OutpostSql sql, OrgId org) {
    var own = sql.networkPolicy(org);
    return new Shown(Json.MAPPER.readTree(own.orElse(usual)), own.isPresent());
  }

  private String json(OutpostSql sql, OrgId org) {
    return sql.networkPolicy(org).orElse(usual);
  }
}
