package io.agentservice.server.engine.fleet;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.capacity.Hypervisors;
import io.agentservice.server.engine.outposts.Outposts;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.util.List;
import java.util.stream.Stream;

/** The fleet API's routes, wired. */
public final class FleetFeature {
  private FleetFeature() {}

  public static List<Route> routes(
      Queue queue,
      Outposts outposts,
      SessionsFeature sessions,
      SessionsFeature.Base base,
      Hypervisors hypervisors,
      Settings.Fleet settings) {
    var feed = new FeedCursor(base.lists().cursors(), queue);
    var watch =
        new WatchStream(
            queue,
            base.background(),
            feed,
            sessions.claims()::applyLapses,
            settings.watchLongest(),
            settings.watchKeepalive());
    var queueRoutes =
        new QueueRoutes(
            queue, feed, sessions.claims(), outposts, watch, hypervisors, base.addresses());
    var outpostRoutes =
        new OutpostRoutes(outposts, sessions.lifecycle(), base.background(), base.lists());
    return Stream.concat(queueRoutes.routes().stream(), outpostRoutes.routes().stream())
        .map(route -> route.telling(hypervisors::seen))
        .toList();
  }
}
