package io.agentservice.server;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Feature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.legacy.audit.OlderAuditLogs;
import io.agentservice.server.legacy.migration.Successors;
import io.agentservice.server.legacy.v1.Version1;
import io.agentservice.server.legacy.v2.Version2;
import java.util.List;
import java.util.stream.Stream;

/** The wing {@code legacy}: older addresses of what the other wings hold. */
final class LegacyVersions {
  private LegacyVersions() {}

  static List<Route> routes(
      Identity identity,
      Context context,
      Engine engine,
      Enterprise enterprise,
      SessionsFeature.Base base,
      Settings settings) {
    var routes =
        Stream.of(
                version1(context, engine, enterprise).routes(base.addresses(), settings.legacy()),
                new OlderAuditLogs(enterprise.auditLogs().logs()).routes(),
                version2(identity, context, engine, enterprise)
                    .routes(base.lists(), base.addresses()))
            .flatMap(List::stream)
            .map(Successors::of)
            .map(route -> route.served(settings.features().contains(Feature.LEGACY)))
            .toList();
    return Route.changingAccess(routes);
  }

  private static Version1 version1(Context context, Engine engine, Enterprise enterprise) {
    return new Version1(
        context.knowledge(),
        context.playbooks().playbooks(),
        context.secrets().secrets(),
        context.attachments(),
        engine.sessions(),
        enterprise.consumption());
  }

  private static Version2 version2(
      Identity identity, Context context, Engine engine, Enterprise enterprise) {
    return new Version2(
        identity.roles().roles(),
        identity.legacyKeys(),
        identity.members().members(),
        context.playbooks().playbooks(),
        engine.sessions(),
        context.git().permissions(),
        engine.setups(),
        engine.capacity().hypervisors(),
        enterprise.organizations().organizations(),
        enterprise.consumption(),
        enterprise.metrics(),
        enterprise.limits());
  }
}
