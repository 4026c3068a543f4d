package io.agentservice.server;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.capacity.CapacityFeature;
import io.agentservice.server.engine.fleet.FleetFeature;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.guardrails.GuardrailsFeature;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.outposts.DefaultPlatforms;
import io.agentservice.server.engine.outposts.Outposts;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.pullrequests.PullRequestStates;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.reviews.ReviewsFeature;
import io.agentservice.server.engine.schedules.SchedulesFeature;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.setups.RepositorySetups;
import java.util.List;
import java.util.stream.Stream;

/** The wing {@code engine}, wired, but for the gateway. */
record Engine(
    Queue queue,
    SessionsFeature sessions,
    SchedulesFeature schedules,
    CapacityFeature capacity,
    PullRequestStates pullRequests,
    RepositorySetups setups,
    List<Guardrail> guardrails,
    List<Route> routes) {

  /** {@code tokens} open the gateway for those who claim. */
  static Engine wire(
      SessionsFeature.Base base, Placement placement, ConnectTokens tokens, Settings settings) {
    var fleet = settings.fleet();
    var database = base.database();
    var queue = new Queue(database, new FeedSignal(), fleet.claimSeconds(), fleet.graceSeconds());
    var sessions = SessionsFeature.wire(base, queue, placement, tokens, settings);
    var schedules = SchedulesFeature.wire(base, sessions.sessions(), placement);
    var capacity = CapacityFeature.wire(database, base.lists(), fleet);
    var guardrails = GuardrailsFeature.wire(database, base.lists(), settings);
    var hypervisors = capacity.hypervisors();
    var routes =
        Stream.of(
                sessions.routes(),
                schedules.routes(),
                new DefaultPlatforms(database).routes(),
                capacity.routes(),
                ReviewsFeature.routes(base, sessions.sessions()),
                guardrails.routes(),
                FleetFeature.routes(
                    queue, new Outposts(database), sessions, base, hypervisors, fleet))
            .flatMap(List::stream)
            .toList();
    var git = base.context().git();
    return new Engine(
        queue,
        sessions,
        schedules,
        capacity,
        new PullRequestStates(database, git),
        new RepositorySetups(database, sessions.sessions(), git),
        guardrails.guardrails(),
        routes);
  }
}
