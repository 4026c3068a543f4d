package io.agentservice.server.agent.loop.history;

import io.agentservice.server.agent.loop.log.LoopEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people wrote and attached. */
final class Heard {
  private final List<LoopEvent.AttachedFile> files = new ArrayList<>();
  private final Map<String, LoopEvent.UserMessage> unseen = new LinkedHashMap<>();
  private LoopEvent.@Nullable UserMessage first;
  private boolean firstWithheld;

  void add(LoopEvent.UserMessage message) {
    first = first == null ? message : first;
    unseen.put(message.eventId(), message);
    files.addAll(message.files());
  }

  /** The message that a guardrail keeps from the model, with its files; null when it is none. */
  LoopEvent.@Nullable UserMessage withhold(LoopEvent.GuardrailHit hit) {
    var message = hit.withholds() ? unseen.remove(hit.eventId()) : null;
    if (message != null) {
      firstWithheld |= message.equals(first);
      message.files().forEach(files::remove);
    }
    return message;
  }

  /** The model has answered. */
  void answered() {
    unseen.clear();
  }

  @Nullable String opening() {
    return first == null || firstWithheld ? null : first.text();
  }

  List<LoopEvent.UserMessage> unseen() {
    return List.copyOf(unseen.values());
  }

  List<LoopEvent.AttachedFile> files() {
    return List.copyOf(files);
  }
}
