package io.agentservice.server.sessions;

import io.agentservice.server.background.Background;
import io.agentservice.server.claims.Claims;
import io.agentservice.server.crypto.Vault;
import io.agentservice.server.db.Database;
import io.agentservice.server.events.EventLog;
import io.agentservice.server.events.EventSignals;
import io.agentservice.server.http.Addresses;
import io.agentservice.server.http.Lists;
import io.agentservice.server.http.Route;
import io.agentservice.server.knowledge.Notes;
import io.agentservice.server.lifecycle.ConnectTokens;
import io.agentservice.server.lifecycle.Lifecycle;
import io.agentservice.server.lifecycle.Reconciler;
import io.agentservice.server.lifecycle.Transitions;
import io.agentservice.server.lifecycle.Turns;
import io.agentservice.server.outposts.Placement;
import io.agentservice.server.queue.Queue;
import io.agentservice.server.redaction.Redactor;
import io.agentservice.server.settings.Settings;
import java.util.List;

/** The feature's parts, wired. */
public record SessionsFeature(
    Sessions sessions,
    Claims claims,
    Lifecycle lifecycle,
    Turns turns,
    EventStream events,
    Reconciler reconciler,
    List<Route> routes) {

  /** What the feature needs of the base; {@code redactor} knows the installation's secrets. */
  public record Base(
      Database database,
      Vault vault,
      Redactor redactor,
      EventLog log,
      EventSignals signals,
      Lists lists,
      Addresses addresses,
      Background background) {}

  /** {@code tokens} open the gateway for those who claim. */
  public static SessionsFeature wire(
      Base base, Queue queue, Placement placement, ConnectTokens tokens, Settings settings) {
    var fleet = settings.fleet();
    var database = base.database();
    var transitions = new Transitions(queue, placement, base.log(), fleet.maxDeliveries());
    var sessions =
        new Sessions(
            database,
            new SessionSecrets(base.vault(), base.redactor()),
            placement,
            transitions,
            settings.limits().maxActiveSessions(),
            settings.limits().rates());
    var events =
        new EventStream(base.log(), base.signals(), fleet.watchLongest(), fleet.watchKeepalive());
    return new SessionsFeature(
        sessions,
        Claims.wire(database, base.background(), queue, transitions, tokens),
        new Lifecycle(database, transitions, tokens, fleet.claimSeconds()),
        new Turns(database, transitions, base.log()),
        events,
        new Reconciler(database, transitions),
        new SessionRoutes(
                sessions,
                new Notes(base.database()),
                events,
                base.lists(),
                base.addresses(),
                settings.limits().replayModels())
            .routes());
  }
}
