package io.agentservice.server;

import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.Router;
import io.agentservice.server.base.http.answers.Deprecation;
import io.agentservice.server.base.http.limits.ClientAddresses;
import io.agentservice.server.base.http.limits.RateLimits;
import io.agentservice.server.base.http.limits.RateSharing;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.http.requests.Idempotency;
import io.agentservice.server.base.settings.Settings;
import java.time.Duration;
import java.util.List;

record Edge(
    Authenticator authenticator,
    Gate gate,
    Throttle throttle,
    RateSharing rates,
    Idempotency idempotency,
    Router router)
    implements Feature {

  static Edge wire(Core core) {
    var settings = core.settings();
    var listen = settings.listen();
    var database = core.database();
    var authenticator = new Authenticator(database);
    var gate = new Gate(authenticator, database, core.addresses());
    var rates = new RateLimits(core.live().of(Settings::quota));
    var throttle = new Throttle(rates, new ClientAddresses(listen.trustedProxies()));
    var idempotency = new Idempotency(database, core.vault());
    var old = new Deprecation(settings.legacy().sunset());
    return new Edge(
        authenticator,
        gate,
        throttle,
        new RateSharing(database, rates),
        idempotency,
        new Router(
            gate,
            throttle,
            idempotency,
            listen.wireName(),
            old,
            listen.pageSize(),
            core.metrics()));
  }

  @Override
  public List<Chore> chores() {
    var second = Duration.ofSeconds(1);
    var minute = Duration.ofMinutes(1);
    return List.of(
        Chore.everywhere("revoked-streams", second, router::endRevokedStreams),
        Chore.everywhere("rates", second, () -> Lane.NODE.run(rates::exchange)),
        Chore.byLeader("rates-over", minute, rates::dropOver),
        Chore.byLeader("idempotency", minute, idempotency::dropExpired));
  }
}
