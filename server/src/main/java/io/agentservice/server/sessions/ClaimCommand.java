package io.agentservice.server.sessions;

import io.agentservice.server.auth.Caller;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry;
import org.jspecify.annotations.Nullable;

/** What the {@link ClaimWriter} is asked to do to a session's entry. */
sealed interface ClaimCommand {
  SessionId session();

  /** {@code tokenSha256}: hex digest of the connect token that the claim shall be good for. */
  record Claim(
      AccountId account, SessionId session, String acceptorId, String tokenSha256, Caller caller)
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

  /** {@code entry}: as it is after the change; null when nothing was changed. */
  record Result(Outcome outcome, @Nullable Entry entry) {}
}
