package io.agentservice.server.engine.push;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The feature, wired. */
public record PushFeature(List<Route> routes, List<Chore> chores) implements Feature {
  private static final Duration PACE = Duration.ofSeconds(1);
  private static final Duration TIDYING = Duration.ofHours(1);

  public static PushFeature wire(Core core, SessionsFeature sessions) {
    var database = core.database();
    var push = core.settings().limits().outside().push();
    var key = new PushKey(database, core.vault());
    var notices = new Notices(database, sessions.sessions());
    var http = new OutsideHttp(new OutsideHosts(push.hosts(), "AGENT_PUSH_PRIVATE_HOSTS"));
    var sender =
        new Deliveries.Sender(
            new PushServices(http),
            key,
            () -> push.contact() == null ? contact(core.addresses().base()) : push.contact());
    var deliveries =
        new Deliveries(database, core.vault(), sessions.sessions(), sessions.transitions(), sender);
    var routes =
        new PushRoutes(
            key, new Subscriptions(database, core.vault()), notices, core.lists(), push.hosts());
    return new PushFeature(
        routes.routes(),
        List.of(
            Chore.byLeader("push notices", PACE, notices::look),
            Chore.everywhere("pushes", PACE, deliveries::run),
            Chore.byLeader("old push notices", TIDYING, notices::forget)));
  }

  /** Push services want one of two forms; an address without TLS is neither. */
  private static String contact(String base) {
    return base.startsWith("https://") ? base : "mailto:operator@" + URI.create(base).getHost();
  }
}
