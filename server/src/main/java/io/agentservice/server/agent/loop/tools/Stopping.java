package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.engine.machine.Machine;
import java.time.Duration;
import java.util.List;

/** Ends a command on a machine, gently first. */
public final class Stopping {
  private record Step(String signal, Duration patience) {}

  /** The last step also reaches what the command has left running. */
  private static final List<Step> STEPS =
      List.of(
          new Step("INT", Duration.ofSeconds(2)),
          new Step("TERM", Duration.ofSeconds(5)),
          new Step("KILL", Duration.ofSeconds(10)));

  private Stopping() {}

  /** Returns when it is over; false when the machine does not know it. */
  public static boolean stop(Machine machine, String commandId) {
    var progress = machine.output(commandId, Machine.NO_OUTPUT, 0, Duration.ZERO);
    for (var step : STEPS) {
      if (progress == null) {
        return false;
      }
      if (progress.end() == null || step.equals(STEPS.getLast())) {
        machine.signal(commandId, step.signal());
        progress = machine.output(commandId, Machine.NO_OUTPUT, 0, step.patience());
      }
    }
    return true;
  }
}
