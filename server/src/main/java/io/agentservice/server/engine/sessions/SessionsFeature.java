package io.agentservice.server.engine.sessions;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.Addresses;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Feature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.claims.Claims;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.lifecycle.CycleLimits;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.engine.lifecycle.Reconciler;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.Queue;
import java.util.List;
import java.util.stream.Stream;

/** The feature's parts, wired. */
public record SessionsFeature(
    Sessions sessions,
    Insights insights,
    OlderSessions older,
    SessionReferences references,
    Claims claims,
    Lifecycle lifecycle,
    Turns turns,
    EventStream events,
    Reconciler reconciler,
    List<Route> routes) {

  /** What the feature needs of the base; {@code redactor} knows the installation's secrets. */
  public record Base(
      Database database,
      SessionContext context,
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
    var secrets = new SessionSecrets(base.vault(), base.context().secrets(), base.redactor());
    var limits = new CycleLimits(rules(settings));
    var sessions =
        new Sessions(
            database,
            secrets,
            placement,
            transitions,
            new SessionAttachments(
                database, base.context().attachments(), base.context().addresses()),
            new SessionLimits(settings.limits().maxActiveSessions(), limits),
            settings.limits().rates());
    var references = new SessionReferences(sessions, base.context(), base.addresses());
    var events =
        new EventStream(base.log(), base.signals(), fleet.watchLongest(), fleet.watchKeepalive());
    var insights = new Insights(database, sessions);
    var insightRoutes =
        new InsightRoutes(insights, sessions, base.lists(), base.addresses()).routes();
    var routes =
        new SessionRoutes(
                sessions,
                references,
                events,
                base.lists(),
                base.addresses(),
                settings.limits().replayModels())
            .routes();
    return new SessionsFeature(
        sessions,
        insights,
        new OlderSessions(database, sessions, secrets, insights),
        references,
        Claims.wire(database, base.background(), queue, transitions, tokens),
        new Lifecycle(database, transitions, tokens, limits, fleet.claimSeconds()),
        new Turns(database, transitions, base.log(), limits),
        events,
        new Reconciler(database, transitions),
        Stream.concat(insightRoutes.stream(), routes.stream()).toList());
  }

  private static CycleLimits.Rules rules(Settings settings) {
    var limits = settings.limits();
    return new CycleLimits.Rules(
        limits.cycleDay(),
        limits.cycleAcus().ofAccount(),
        limits.cycleAcus().ofOwner(),
        settings.features().contains(Feature.ORG_GROUP_LIMITS));
  }
}
