package io.agentservice.server.agent.loop.instructions;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent.InstructionsRead;
import io.agentservice.server.agent.loop.log.Skill;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.tools.Skills;
import io.agentservice.server.engine.machine.Machine;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A loop's instructions and skills: what is new becomes events, what is known is in the fold. */
public final class Guidance implements Skills {
  private final LoopSession session;
  private final StopSwitch stop;
  private final Supplier<History> history;
  private final InstructionFinder finder;
  private @Nullable CheckoutPlan plan;

  public Guidance(
      LoopSession session,
      Machine machine,
      Redactor redactor,
      StopSwitch stop,
      Supplier<History> history) {
    this.session = session;
    this.stop = stop;
    this.history = history;
    this.finder =
        new InstructionFinder(
            machine,
            redactor,
            () -> history.get().instructions(),
            () -> history.get().repositories().there(),
            this::permitted);
  }

  /** What the prompt is to hold, for the log; none later. {@code window} of the model in tokens. */
  public List<InstructionsRead> begin(long window) {
    finder.window(window);
    return history.get().instructions().due() ? stop.wait(finder::begin) : List.of();
  }

  /** What a call that was about a path brings. */
  public List<InstructionsRead> touched(@Nullable String path) {
    return path == null ? List.of() : stop.wait(() -> finder.touched(path));
  }

  /** Whether there are skills. */
  public boolean any() {
    return !all().isEmpty();
  }

  private boolean permitted(String repository) {
    var known = plan == null ? session.checkouts() : plan;
    plan = known;
    return known.repositories().stream()
        .filter(one -> one.name().equals(repository))
        .anyMatch(one -> one.place() != null && one.place().permitted());
  }

  @Override
  public List<Skill> all() {
    return history.get().instructions().skills();
  }

  @Override
  public boolean taken(Skill skill) {
    return history.get().instructions().taken(skill.name());
  }

  @Override
  public @Nullable String read(Skill skill) {
    return finder.read(skill);
  }
}
