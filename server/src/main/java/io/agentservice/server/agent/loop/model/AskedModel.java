package io.agentservice.server.agent.loop.model;

import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The model that a loop asks, and what becomes of its failures: another one is asked while there is
 * one that stands in, and else they end the turn. The log says whenever it is another one.
 */
public final class AskedModel {
  private static final LoopEvent.Suspended DECLINED =
      new LoopEvent.Suspended("model_refused", "the model declined to go on");

  private final Models models;
  private final Supplier<History> history;
  private final UnaryOperator<String> mask;
  private final Consumer<List<LoopEvent>> log;

  /** Why another one is asked next; null after it was said. */
  private LoopEvent.@Nullable Suspended failed;

  /** Why the first of those failed that have failed since one has answered; null for none. */
  private LoopEvent.@Nullable Suspended first;

  /** {@code mask}: as names stand in the log. */
  public AskedModel(
      Models models,
      Supplier<History> history,
      UnaryOperator<String> mask,
      Consumer<List<LoopEvent>> log) {
    this.models = models;
    this.history = history;
    this.mask = mask;
    this.log = log;
  }

  /** As it is now. Throws {@code LlmException}, which is to be told to {@link #end}. */
  public Model get() {
    var model = models.get();
    String name = mask.apply(model.llm().name());
    String before = history.get().model();
    if (failed != null && models.standsIn()) {
      log.accept(List.of(new LoopEvent.ModelChanged(name, failed.code(), failed.reason())));
    } else if (before == null ? models.standsIn() : !before.equals(name)) {
      log.accept(List.of(new LoopEvent.ModelChanged(name, null, null)));
    }
    failed = null;
    return model;
  }

  /** Whether another one can be asked when this one is away. */
  public boolean hasStandIn() {
    return models.hasStandIn();
  }

  /** What a model that could not be asked, or not with success, makes of the turn. */
  public void end(LoopEvent.TurnEnd end) {
    if (!(end instanceof LoopEvent.Suspended failure)) {
      log.accept(List.of(end));
      return;
    }
    var why = first == null ? failure : first;
    if (!passOn(failure)) {
      answered();
      log.accept(List.of(why));
    }
  }

  /** It has, or a person does not wait for it: what failed before is over. */
  void answered() {
    failed = null;
    first = null;
  }

  /**
   * It declined to go on, with that turn. False when nothing follows from that here: no other is
   * asked, and no other has failed before.
   */
  boolean declined(LoopEvent.ModelTurn turn) {
    boolean goesOn = passOn(DECLINED);
    var why = first;
    if (!goesOn && (why == null || why.code().equals(DECLINED.code()))) {
      return false;
    }
    log.accept(List.of(turn));
    if (!goesOn) {
      answered();
      log.accept(List.of(Objects.requireNonNull(why)));
    }
    return true;
  }

  private boolean passOn(LoopEvent.Suspended failure) {
    if (!models.standIn()) {
      return false;
    }
    failed = failure;
    first = first == null ? failure : first;
    return true;
  }
}
