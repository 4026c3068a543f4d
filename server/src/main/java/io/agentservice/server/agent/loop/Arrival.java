package io.agentservice.server.agent.loop;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.wire.frames.ToServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the log says of a machine that has come. */
final class Arrival {
  private static final String SANDBOX = ToServer.Hello.SANDBOX;
  private static final String HOLES = "isolation_failed";

  private Arrival() {}

  /** Ends the turn when the walls around the session don't hold: nothing is run there. */
  static List<LoopEvent> of(ToServer.Hello hello, boolean resumed) {
    var events = new ArrayList<LoopEvent>();
    var walls = hello.capabilities().contains(SANDBOX) ? SANDBOX : null;
    events.add(new LoopEvent.MachineAttached(hello.platform(), hello.cwd(), resumed, walls));
    var isolation = hello.isolation();
    if (isolation != null) {
      events.add(new LoopEvent.Isolation(isolation.by(), isolation.reason(), isolation.trials()));
      var failed = isolation.failed();
      if (!failed.isEmpty()) {
        events.add(
            new LoopEvent.Suspended(
                HOLES,
                "The walls around this session do not hold on that machine: "
                    + failed.stream().map(Arrival::words).collect(Collectors.joining(", "))));
      }
    }
    return events;
  }

  private static String words(ToServer.Trial trial) {
    return (trial.works() ? "it could " : "it could not ") + trial.what();
  }
}
