package io.agentservice.server.legacy.v1;

import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.sessions.insights.SessionHistory;

/** The {@code status_enum} of version 1 (sessions.md 1, api-legacy.md 2.2). */
final class StatusEnum {
  private static final String FINISHED = "finished";
  private static final String EXPIRED = "expired";
  private static final String BLOCKED = "blocked";

  private StatusEnum() {}

  static String of(SessionHistory.State state) {
    return switch (state.status()) {
      case NEW, CLAIMED -> "working";
      case RUNNING -> running(state);
      case SUSPENDED -> suspended(state);
      case RESUMING -> asked("resume_requested", state);
      case EXIT -> state.endedByItself() ? FINISHED : EXPIRED;
      case ERROR -> EXPIRED;
    };
  }

  private static String running(SessionHistory.State state) {
    return switch (state.detail()) {
      case WAITING_FOR_USER, WAITING_FOR_APPROVAL -> BLOCKED;
      case FINISHED -> FINISHED;
      case null, default -> state.resumed() ? "resumed" : "working";
    };
  }

  private static String suspended(SessionHistory.State state) {
    if (state.priorDetail() == Detail.FINISHED) {
      return FINISHED;
    }
    return state.detail() == Detail.USER_REQUEST ? asked("suspend_requested", state) : BLOCKED;
  }

  private static String asked(String word, SessionHistory.State state) {
    return state.askedByPage() ? word + "_frontend" : word;
  }
}
