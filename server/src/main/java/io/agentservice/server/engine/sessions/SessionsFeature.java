package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.OptionalFeature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.approvals.ApprovalPolicies;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.claims.Claims;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.lifecycle.CycleLimits;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.engine.lifecycle.Reconciler;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.lifecycle.Wakes;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.sessions.attachments.SessionAttachments;
import io.agentservice.server.engine.sessions.erasure.SessionErasure;
import io.agentservice.server.engine.sessions.events.EventStream;
import io.agentservice.server.engine.sessions.secrets.SessionSecrets;
import java.util.List;

public record SessionsFeature(
    Sessions sessions,
    SessionForks forks,
    SessionReferences references,
    Claims claims,
    Lifecycle lifecycle,
    Turns turns,
    Transitions transitions,
    Approvals approvals,
    CycleLimits limits,
    Belongings belongings,
    List<Route> routes,
    List<Chore> chores)
    implements Feature {

  /** {@code tokens} open the gateway for those who claim. */
  public static SessionsFeature wire(
      Core core, SessionContext context, Queue queue, Placement placement, ConnectTokens tokens) {
    var settings = core.settings();
    var fleet = settings.fleet();
    var database = core.database();
    var transitions = new Transitions(queue, placement, core.log(), fleet.maxDeliveries());
    var secrets = new SessionSecrets(core.vault(), context.secrets(), core.redactor());
    var limits = new CycleLimits(core.live().of(SessionsFeature::rules));
    var attachments = new SessionAttachments(database, context.attachments(), context.addresses());
    var sessionLimits =
        new SessionLimits(() -> core.live().get().limits().maxActiveSessions(), limits);
    var creation =
        new SessionCreation(
            database,
            secrets,
            placement,
            transitions,
            attachments,
            sessionLimits,
            core.live().of(now -> now.limits().rates()));
    var sessions =
        new Sessions(database, secrets, transitions, attachments, sessionLimits, creation);
    var references = new SessionReferences(sessions, context, core.addresses());
    var events =
        new EventStream(core.log(), core.signals(), fleet.watchLongest(), fleet.watchKeepalive());
    var routes =
        new SessionRoutes(
                sessions,
                new SessionControl(sessions, transitions, sessionLimits),
                references,
                new ApprovalPolicies(database),
                events,
                core.lists(),
                core.addresses(),
                settings.limits().replayModels())
            .routes();
    var claims = Claims.wire(database, core.background(), queue, transitions, tokens);
    var lifecycle = new Lifecycle(database, transitions, tokens, limits, fleet.claimSeconds());
    var wakes =
        new Wakes(
            database, transitions, (tx, session) -> sessionLimits.inTheWay(tx, session).isEmpty());
    var chores =
        new SessionChores(core, claims, lifecycle, wakes, new Reconciler(database, transitions));
    return new SessionsFeature(
        sessions,
        new SessionForks(creation, attachments),
        references,
        claims,
        lifecycle,
        new Turns(database, transitions, core.log(), limits),
        transitions,
        new Approvals(database),
        limits,
        new SessionErasure(),
        routes,
        chores.list());
  }

  private static CycleLimits.Rules rules(Settings settings) {
    var limits = settings.limits();
    return new CycleLimits.Rules(
        limits.cycleDay(),
        limits.cycleAcus().ofAccount(),
        limits.cycleAcus().ofOwner(),
        settings.features().contains(OptionalFeature.ORG_GROUP_LIMITS));
  }
}
