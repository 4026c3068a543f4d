package io.agentservice.server;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.OptionalFeature;
import io.agentservice.server.legacy.audit.OlderAuditLogs;
import io.agentservice.server.legacy.migration.Successors;
import io.agentservice.server.legacy.v1.Version1;
import io.agentservice.server.legacy.v2.Version2;
import java.util.List;
import java.util.stream.Stream;

/** Older addresses of what the other wings hold. */
final class LegacyVersions {
  private LegacyVersions() {}

  static Feature wire(
      Identity identity, Context context, Engine engine, Enterprise enterprise, Core core) {
    var settings = core.settings();
    var routes =
        Stream.of(
                version1(context, engine, enterprise).routes(core.addresses(), settings.legacy()),
                new OlderAuditLogs(enterprise.auditLogs().logs()).routes(),
                version2(identity, context, engine, enterprise)
                    .routes(core.lists(), core.addresses()))
            .flatMap(List::stream)
            .map(Successors::of)
            .map(route -> route.served(settings.features().contains(OptionalFeature.LEGACY)))
            .toList();
    return Feature.serving(Route.changingAccess(routes));
  }

  private static Version1 version1(Context context, Engine engine, Enterprise enterprise) {
    return new Version1(
        context.knowledge(),
        context.playbooks().playbooks(),
        context.secrets().secrets(),
        context.attachments(),
        engine.sessions(),
        engine.insights().histories(),
        enterprise.consumption());
  }

  private static Version2 version2(
      Identity identity, Context context, Engine engine, Enterprise enterprise) {
    return new Version2(
        identity.roles().roles(),
        identity.legacyKeys(),
        identity.members().members(),
        context.playbooks().playbooks(),
        engine.insights(),
        context.git().permissions(),
        engine.setups(),
        engine.capacity().hypervisors(),
        enterprise.organizations().organizations(),
        enterprise.consumption(),
        enterprise.metrics(),
        enterprise.limits());
  }
}
