package io.agentservice.server;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.core.Wing;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.settings.FleetSettings;
import io.agentservice.server.engine.approvals.ApprovalsFeature;
import io.agentservice.server.engine.binaries.RemoteBinaries;
import io.agentservice.server.engine.capacity.CapacityFeature;
import io.agentservice.server.engine.fleet.FleetFeature;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.guardrails.GuardrailsFeature;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.outposts.DefaultPlatformFeature;
import io.agentservice.server.engine.outposts.NetworkPolicies;
import io.agentservice.server.engine.outposts.NetworkPolicyFeature;
import io.agentservice.server.engine.outposts.Outposts;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.pullrequests.PullRequestStates;
import io.agentservice.server.engine.push.PushFeature;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.reviews.ReviewsFeature;
import io.agentservice.server.engine.schedules.SchedulesFeature;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.approvals.SessionApprovalsFeature;
import io.agentservice.server.engine.sessions.bulk.BulkFeature;
import io.agentservice.server.engine.sessions.children.ChildrenFeature;
import io.agentservice.server.engine.sessions.erasure.RetentionFeature;
import io.agentservice.server.engine.sessions.insights.InsightsFeature;
import io.agentservice.server.engine.sessions.live.LiveFeature;
import io.agentservice.server.engine.sessions.usage.UsageFeature;
import io.agentservice.server.engine.setups.RepositorySetups;
import io.agentservice.server.engine.stalls.StallsFeature;
import java.util.List;
import java.util.function.Supplier;

/** The wing {@code engine} without the gateway; {@code belongings} in the order of erasure. */
record Engine(
    Queue queue,
    SessionsFeature sessions,
    InsightsFeature insights,
    SessionApprovalsFeature approvals,
    ChildrenFeature children,
    CapacityFeature capacity,
    RepositorySetups setups,
    StallsFeature stalls,
    Supplier<List<Guardrail>> guardrails,
    List<Belongings> belongings,
    List<Feature> features)
    implements Wing {

  /** Connect tokens open the gateway. */
  static Engine wire(
      Core core, SessionContext context, RemoteBinaries binaries, ConnectTokens tokens) {
    var settings = core.settings();
    var fleet = settings.fleet();
    var database = core.database();
    var placement = placement(fleet, binaries);
    var queue = new Queue(database, new FeedSignal(), fleet.claimSeconds(), fleet.graceSeconds());
    var sessions = SessionsFeature.wire(core, context, queue, placement, tokens);
    var insights = InsightsFeature.wire(core, sessions.sessions());
    var policies = new NetworkPolicies(database, fleet.networkPolicy());
    var approvals = SessionApprovalsFeature.wire(core, sessions.sessions(), policies);
    var children = ChildrenFeature.wire(core, sessions, context.playbooks());
    var schedules = SchedulesFeature.wire(core, context, sessions.sessions(), placement);
    var capacity =
        CapacityFeature.wire(
            database, core.lists(), core.live().of(now -> now.fleet().queueLevels()));
    var guardrails = GuardrailsFeature.wire(database, core.lists(), core.live());
    var hypervisors = capacity.hypervisors();
    var git = context.git();
    var setups = new RepositorySetups(database, sessions.sessions(), git);
    var outposts = new Outposts(database);
    var stalls = StallsFeature.wire(core, sessions.transitions(), hypervisors);
    return new Engine(
        queue,
        sessions,
        insights,
        approvals,
        children,
        capacity,
        setups,
        stalls,
        guardrails.guardrails(),
        List.of(
            sessions.belongings(), schedules.belongings(), guardrails.belongings(), setups::erase),
        List.of(
            sessions,
            insights,
            approvals,
            children,
            UsageFeature.wire(database, sessions),
            BulkFeature.wire(sessions),
            LiveFeature.wire(core, sessions.sessions()),
            RetentionFeature.wire(database, settings.content().sessionDays()),
            ApprovalsFeature.wire(database),
            schedules,
            DefaultPlatformFeature.wire(database),
            NetworkPolicyFeature.wire(policies),
            capacity,
            Feature.serving(ReviewsFeature.routes(core, git, sessions.sessions())),
            guardrails,
            FleetFeature.wire(queue, outposts, sessions, core, hypervisors),
            new PullRequestStates(database, git),
            setups,
            stalls,
            PushFeature.wire(core, sessions)));
  }

  private static Placement placement(FleetSettings fleet, RemoteBinaries binaries) {
    String fixed = fleet.binarySha();
    return new Placement(
        platform -> fixed == null ? binaries.latest(platform).orElse(null) : fixed,
        fleet.networkPolicy());
  }
}
