package io.agentservice.server.agent.loop.model;

import io.agentservice.server.base.ids.SessionId;

/** Hears masked live output for pages. On working threads: be quick, and throw nothing. */
public interface LiveOutput {
  /** For callers whom nobody watches. */
  LiveOutput NONE =
      new LiveOutput() {
        @Override
        public void modelText(SessionId session, String piece) {}

        @Override
        public void modelRestarts(SessionId session) {}

        @Override
        public void toolOutput(SessionId session, String callId, String piece) {}
      };

  /** The model of that name is asked; until {@link #modelAnswered} it may be silent. */
  default void modelAsked(SessionId session, String model) {}

  /** The call is over, whatever has come of it. */
  default void modelAnswered(SessionId session) {}

  /** The model writes; the whole text is in the next {@code model_turn}. */
  void modelText(SessionId session, String piece);

  /** The call failed half way and is made again: forget the pieces since the last event. */
  void modelRestarts(SessionId session);

  /** A command writes; what is kept of it is in the call's {@code tool_result}. */
  void toolOutput(SessionId session, String callId, String piece);

  /** Hears that the model writes, but not what: it may have to be withheld. */
  default LiveOutput withoutWords() {
    var all = this;
    return new LiveOutput() {
      @Override
      public void modelAsked(SessionId session, String model) {
        all.modelAsked(session, model);
      }

      @Override
      public void modelAnswered(SessionId session) {
        all.modelAnswered(session);
      }

      @Override
      public void modelText(SessionId session, String piece) {
        all.modelText(session, "");
      }

      @Override
      public void modelRestarts(SessionId session) {
        all.modelRestarts(session);
      }

      @Override
      public void toolOutput(SessionId session, String callId, String piece) {
        all.toolOutput(session, callId, piece);
      }
    };
  }
}
