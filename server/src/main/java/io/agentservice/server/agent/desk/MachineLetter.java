package io.agentservice.server.agent.desk;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;

/** A question of another server, taken to be answered. */
record MachineLetter(
    EventId questionId, SessionId sessionId, MachineQuestion.Kind kind, String about) {
  MachineQuestion question() {
    return new MachineQuestion(kind, about);
  }
}
