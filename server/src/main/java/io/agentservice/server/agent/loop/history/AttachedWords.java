package io.agentservice.server.agent.loop.history;

import io.agentservice.server.agent.loop.log.LoopEvent;
import java.util.ArrayList;

/** What the model is told of what came with a message. */
final class AttachedWords {
  private AttachedWords() {}

  /** Empty when nothing did. */
  static String of(LoopEvent.UserMessage message) {
    var said = new ArrayList<String>();
    message
        .files()
        .forEach(file -> said.add("file %s (%,d bytes)".formatted(file.path(), file.sizeBytes())));
    message.links().forEach(link -> said.add("address " + link));
    return said.isEmpty()
        ? ""
        : Shortening.SERVICE + "The user attached: " + String.join(", ", said);
  }
}
