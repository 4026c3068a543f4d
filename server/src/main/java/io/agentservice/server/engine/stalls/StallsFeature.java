package io.agentservice.server.engine.stalls;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.capacity.Hypervisors;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.queue.Entry.Phase;
import io.agentservice.server.engine.stalls.Stall.Cause;
import io.agentservice.server.engine.stalls.StallSql.Unserved;
import io.agentservice.wire.text.TimeText;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.function.ToLongFunction;

/** Tells of sessions that wait for a machine: all of that stands in the database. */
public record StallsFeature(Stalls stalls, Hypervisors hypervisors) implements Feature {
  private static final Duration PACE = Duration.ofSeconds(15);

  public static StallsFeature wire(Core core, Transitions transitions, Hypervisors hypervisors) {
    return new StallsFeature(
        new Stalls(
            core.database(),
            transitions,
            () -> core.live().get().fleet().stallSeconds(),
            core.metrics()),
        hypervisors);
  }

  @Override
  public List<Chore> chores() {
    return List.of(Chore.byLeader("stalls", PACE, this::look));
  }

  void look() {
    if (stalls.areOff()) {
      return;
    }
    var workers = new HashMap<AccountId, ToLongFunction<OutpostId>>();
    Failures.each(
        stalls.unserved(),
        found -> {
          var serving = workers.computeIfAbsent(found.accountId(), hypervisors::online);
          var _ = stalls.tell(found.silence(), stall(found, serving));
        });
  }

  private static Stall stall(Unserved found, ToLongFunction<OutpostId> serving) {
    String quiet = "Nothing has happened for %s: ".formatted(TimeText.of(found.silence().length()));
    return found.phase() == Phase.CLAIMED ? claimed(found, quiet) : waiting(found, quiet, serving);
  }

  private static Stall claimed(Unserved found, String quiet) {
    boolean wasThere = found.status() == Status.RUNNING;
    String why =
        wasThere
            ? "the connection to the session's machine is lost."
            : "a worker has taken the session, but its machine does not connect.";
    var deadline = found.claimDeadline();
    String next =
        deadline == null
            ? "The session goes back into the queue."
            : "Unless it connects by %s, the session goes back into the queue."
                .formatted(TimeText.of(deadline));
    return new Stall(Cause.MACHINE, found.silence().since(), quiet + why, next, deadline);
  }

  private static Stall waiting(Unserved found, String quiet, ToLongFunction<OutpostId> serving) {
    var outpost = found.outpostId();
    if (outpost == null) {
      return new Stall(
          Cause.QUEUE,
          found.silence().since(),
          quiet + "there is no outpost that the session may go to.",
          "It goes to the first one that fits.",
          null);
    }
    long workers = serving.applyAsLong(outpost);
    return new Stall(
        Cause.QUEUE,
        found.silence().since(),
        quiet
            + "the session waits for a machine of the outpost %s, from which %s sessions."
                .formatted(found.outpostName(), taken(workers)),
        workers == 0
            ? "It begins when a worker of this outpost comes."
            : "It begins when a worker of this outpost has room for it.",
        null);
  }

  private static String taken(long workers) {
    return workers == 0
        ? "no worker takes"
        : workers == 1 ? "one worker takes" : "%d workers take".formatted(workers);
  }
}
