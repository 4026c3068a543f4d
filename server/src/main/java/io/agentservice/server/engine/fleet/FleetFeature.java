package io.agentservice.server.engine.fleet;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.capacity.Hypervisors;
import io.agentservice.server.engine.outposts.Outposts;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

public record FleetFeature(List<Route> routes, List<Chore> chores) implements Feature {

  public static FleetFeature wire(
      Queue queue,
      Outposts outposts,
      SessionsFeature sessions,
      Core core,
      Hypervisors hypervisors) {
    var settings = core.settings().fleet();
    var feed = new FeedCursor(core.lists().cursors(), queue);
    var watch =
        new WatchStream(
            queue,
            core.background(),
            feed,
            sessions.claims()::applyLapsesForReading,
            settings.watchLongest(),
            settings.watchKeepalive());
    var queueRoutes =
        new QueueRoutes(
            queue, feed, sessions.claims(), outposts, watch, hypervisors, core.addresses());
    var outpostRoutes =
        new OutpostRoutes(outposts, sessions.lifecycle(), core.background(), core.lists());
    var routes =
        Stream.concat(queueRoutes.routes().stream(), outpostRoutes.routes().stream())
            .map(route -> route.telling(hypervisors::seen))
            .toList();
    return new FleetFeature(
        Stream.concat(routes.stream(), Stream.of(new PlatformRoutes(outposts, hypervisors).route()))
            .toList(),
        List.of(
            Chore.byLeader(
                "tombstones",
                Duration.ofMinutes(1),
                () -> queue.dropTombstones(settings.tombstoneDays()))));
  }
}
