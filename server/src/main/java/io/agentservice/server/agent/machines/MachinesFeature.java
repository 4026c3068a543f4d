package io.agentservice.server.agent.machines;

import io.agentservice.server.agent.machines.servers.MachinePlaces;
import io.agentservice.server.agent.machines.servers.OtherServers;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.crypto.ServerTokens;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.gateway.Gateway;
import java.util.List;

/**
 * The feature, wired; what people use on machines is made of it.
 *
 * @param others to be closed
 */
public record MachinesFeature(
    List<Route> routes,
    MachineAccess access,
    Whereabouts whereabouts,
    InUse inUse,
    OtherServers others)
    implements Feature {

  /** {@code places} hear of the machines; {@code tokens} are between servers. */
  public static MachinesFeature wire(
      Core core, Gateway gateway, MachinePlaces places, ServerTokens tokens) {
    var access = new MachineAccess(core.database());
    var others = new OtherServers(tokens);
    return new MachinesFeature(
        new MachineAccessRoutes(access).routes(),
        access,
        new Whereabouts(gateway::machine, others, places),
        InUse.of(core.database()),
        others);
  }
}
