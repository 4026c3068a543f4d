package io.agentservice.server.agent.loop;

import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.JournalEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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

  /** Results that reached the log just before a crash were not acknowledged to the machine. */
  static void forgetSettled(Machine machine, History history) {
    var open = new HashSet<>(history.repositories().commands());
    open.addAll(history.jobs().commands());
    history.openCalls().stream()
        .map(History.OpenCall::intent)
        .filter(Objects::nonNull)
        .forEach(intent -> open.add(intent.commandId()));
    var settled =
        machine.hello().journal().stream()
            .map(JournalEntry::id)
            .filter(id -> Id.parse(EventId.class, id) != null && !open.contains(id))
            .toList();
    if (!settled.isEmpty()) {
      machine.forget(settled);
    }
  }
}
