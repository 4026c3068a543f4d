package io.agentservice.server.sessions;

import io.agentservice.server.background.Background;
import io.agentservice.server.crypto.Vault;
import io.agentservice.server.db.Database;
import io.agentservice.server.events.EventLog;
import io.agentservice.server.events.EventSignals;
import io.agentservice.server.http.Addresses;
import io.agentservice.server.http.Cursors;
import io.agentservice.server.http.Route;
import io.agentservice.server.knowledge.Notes;
import io.agentservice.server.outposts.Placement;
import io.agentservice.server.queue.Queue;
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

  /** What the feature needs of the base. */
  public record Base(
      Database database,
      Vault vault,
      EventLog log,
      EventSignals signals,
      Cursors cursors,
      Addresses addresses,
      Background background) {}

  public static SessionsFeature wire(
      Base base, Queue queue, Placement placement, Settings settings) {
    var fleet = settings.fleet();
    var transitions = new Transitions(queue, placement, base.log());
    var lifecycle =
        new Lifecycle(base.database(), transitions, fleet.graceSeconds(), fleet.claimSeconds());
    var sessions =
        new Sessions(
            base.database(),
            base.vault(),
            placement,
            transitions,
            lifecycle,
            settings.limits().maxActiveSessions());
    var events =
        new EventStream(base.log(), base.signals(), fleet.watchLongest(), fleet.watchKeepalive());
    var claims = new ClaimBatch(base.database(), transitions, base.log(), fleet.maxDeliveries());
    return new SessionsFeature(
        sessions,
        new Claims(queue, new ClaimWriter(base.background(), claims::run)),
        lifecycle,
        new Turns(base.database(), transitions, base.log()),
        events,
        new Reconciler(base.database(), transitions),
        new SessionRoutes(
                sessions,
                new Notes(base.database()),
                events,
                base.cursors(),
                base.addresses(),
                settings.limits().replayModels())
            .routes());
  }
}
