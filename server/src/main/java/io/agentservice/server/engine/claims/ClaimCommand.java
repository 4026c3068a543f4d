package io.agentservice.server.engine.claims;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.queue.Entry;
import org.jspecify.annotations.Nullable;

/** What the {@link ClaimWriter} is asked to do to a session's entry. */
sealed interface ClaimCommand {
  SessionId session();

  record Claim(AccountId account, SessionId session, String acceptorId, Caller caller)
      implements ClaimCommand {}

  record Release(AccountId account, SessionId session, String acceptorId, Caller caller)
      implements ClaimCommand {}

  /** Takes the claim away if its deadline has passed. */
  record Lapse(SessionId session) implements ClaimCommand {}

  /** How it ended. */
  enum Outcome {
    DONE,
    HELD_BY_ANOTHER,
    /** The holder asks, but the session sleeps or is over. */
    ENDED,
    NO_ENTRY
  }

  /** {@code entry} is null when nothing was changed. */
  record Result(Outcome outcome, @Nullable Entry entry, long epoch) {}
}
