package io.agentservice.server.engine.outposts;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.queue.FreshEntry;
import io.agentservice.server.engine.queue.Place;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Hosts that people have allowed sessions beyond their organizations' policies (ADR 0093). */
public final class GrantedHosts {
  /** Entries of the queue carry them, and workers list hundreds of those. */
  static final int MOST = 50;

  private GrantedHosts() {}

  /** False when the session has too many. Writers hold its lock. */
  public static boolean grant(Tx tx, SessionId session, String host) {
    var sql = tx.on(GrantedHostSql.class);
    sql.insert(session, host, MOST);
    return sql.has(session, host);
  }

  /** The same entries, with what their sessions were allowed before. */
  public static List<FreshEntry> widened(Tx tx, List<FreshEntry> entries) {
    var restricted =
        entries.stream()
            .filter(entry -> entry.place().restrictsNetwork())
            .map(FreshEntry::session)
            .toList();
    if (restricted.isEmpty()) {
      return entries;
    }
    var hosts = of(tx.on(GrantedHostSql.class), restricted);
    return entries.stream()
        .map(entry -> widened(entry, hosts.getOrDefault(entry.session(), List.of())))
        .toList();
  }

  private static FreshEntry widened(FreshEntry entry, List<String> hosts) {
    var place = entry.place();
    return hosts.isEmpty()
        ? entry
        : new FreshEntry(
            entry.account(),
            entry.session(),
            new Place(
                place.outpostId(),
                place.platform(),
                place.remoteBinarySha(),
                widened(place.networkPolicy(), hosts)),
            entry.kind());
  }

  /** {@code policy}: JSON. */
  static String widened(String policy, List<String> hosts) {
    var json = (ObjectNode) Json.MAPPER.readTree(policy);
    var allow = json.withArray("allow");
    hosts.forEach(host -> allow.addObject().put("hostname", host));
    return Json.MAPPER.writeValueAsString(json);
  }

  static Map<SessionId, List<String>> of(GrantedHostSql sql, List<SessionId> sessions) {
    return sql.of(sessions).stream()
        .collect(
            groupingBy(GrantedHostSql.Row::sessionId, mapping(GrantedHostSql.Row::host, toList())));
  }

  public static void erase(Tx tx, List<SessionId> sessions) {
    tx.on(GrantedHostSql.class).erase(sessions);
  }
}
