package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.problems.Problem;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** The same of one session, with what it was allowed beyond. */
  public AllowedHosts hosts(OrgId org, SessionId session) {
    var granted =
        database.with(
            GrantedHostSql.class,
            sql -> GrantedHosts.of(sql, List.of(session)).getOrDefault(session, List.of()));
    return new AllowedHosts(
        GrantedHosts.widened(database.with(OutpostSql.class, sql -> json(sql, org)), granted));
  }

  /** Whether the machine of a session is to keep it from some of the network. */
  public boolean restricts(SessionId session) {
    return database.with(OutpostSql.class, sql -> sql.restricted(session));
  }

  Shown get(OrgId org) {
    return database.with(OutpostSql.class, sql -> shown(sql, org));
  }

  /** Null: that of the operator again. */
  Shown replace(OrgId org, @Nullable JsonNode policy, Caller caller) {
    return database.inTransaction(tx -> replace(tx, org, policy, caller));
  }

  private Shown replace(Tx tx, OrgId org, @Nullable JsonNode policy, Caller caller) {
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
  }

  /**
   * All sessions of the organization may reach the host from their next queueing on; nothing where
   * they may already. 409 {@code network_policy_full}.
   */
  public void allow(Tx tx, OrgId org, String host, Caller caller) {
    var sql = tx.on(OutpostSql.class);
    sql.lockNetworkPolicy(org); // of two at once the second adds to what the first has written
    String before = json(sql, org);
    if (new AllowedHosts(before).allows(host)) {
      return;
    }
    var after = Json.MAPPER.readTree(GrantedHosts.widened(before, List.of(host)));
    if (!NetworkPolicyBody.fits(after.path("allow"))) {
      throw Problem.conflict(
              "network_policy_full",
              "The network policy of the organization has no room for %s".formatted(host),
              "Approve it for the session, or take entries out of the policy")
          .exception();
    }
    replace(tx, org, after, caller);
  }

  private Shown shown(OutpostSql sql, OrgId org) {
    var own = sql.networkPolicy(org);
    return new Shown(Json.MAPPER.readTree(own.orElse(usual)), own.isPresent());
  }

  private String json(OutpostSql sql, OrgId org) {
    return sql.networkPolicy(org).orElse(usual);
  }
}
