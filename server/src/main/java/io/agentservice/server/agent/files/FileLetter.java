package io.agentservice.server.agent.files;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;

/** A question of another server, taken to be answered. */
record FileLetter(EventId questionId, SessionId sessionId, FileQuestion.Kind kind, String path) {
  FileQuestion question() {
    return new FileQuestion(kind, path);
  }
}
