package io.agentservice.server.engine.fleet;

import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.capacity.Hypervisors;
import io.agentservice.server.engine.outposts.Outposts;

/** The route of where a session may run (design/web.md 7.5). */
final class PlatformRoutes {
  private static final String PATH = "/v3/organizations/{org_id}/platforms";

  private final Outposts outposts;
  private final Hypervisors hypervisors;

  PlatformRoutes(Outposts outposts, Hypervisors hypervisors) {
    this.outposts = outposts;
    this.hypervisors = hypervisors;
  }

  Route route() {
    return Route.get(PATH, organization(USE_AGENT_SESSIONS), this::list);
  }

  record PlatformJson(
      String platform,
      OutpostId outpostId,
      String machine,
      long onlineWorkers,
      long queueDepth,
      long oldestWaitSeconds,
      boolean isDefault) {}

  private Answer list(Request request) {
    request.query().check();
    var account = request.principal().accountId();
    var online = hypervisors.online(account);
    return ok(
        Page.whole(
            outposts.offers(account, request.org()).stream()
                .map(offer ->
                    new PlatformJson(
                        offer.name(),
                        offer.outpostId(),
                        offer.machine(),
                        online.applyAsLong(offer.outpostId()),
                        offer.queueDepth(),
                        offer.oldestWaitSeconds(),
                        offer.standard()))
                .toList()));
  }
}
