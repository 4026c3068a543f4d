package io.agentservice.server.agent.driver.models;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.LlmException.OfKey;
import io.agentservice.llm.models.OwnModel;
import io.agentservice.server.base.ids.OrgId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which keys of registered models are not asked with for now, since they were refused. All sessions
 * of this server share it; in memory, for a key that is refused elsewhere too costs one call.
 */
public final class KeyRests {
  /** Of a key that is refused, or has no credit: a person has to act. */
  static final Duration REFUSED = Duration.ofMinutes(10);

  /** Of one that has used up what it may, where the provider doesn't say until when. */
  static final Duration USED_UP = Duration.ofSeconds(30);

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  static final Duration LONGEST = Duration.ofHours(1);
  private static final int MOST = 10_000;

  private final Cache<Asked, Rest> rests =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(LONGEST).build();

  /** What is refused: a key where it is asked with, not its secret, which may be made anew. */
  record Asked(OrgId org, OwnModel model) {}

  /**
   * @param refused a person has to act
   * @param told the provider has said until when
   */
  record Rest(Instant end, boolean refused, boolean told) {
    private static Rest of(LlmException failure, Instant now) {
      if (failure.kind() == Kind.AUTH) {
        return new Rest(now.plus(REFUSED), true, false);
      }
      var asked = failure.retryAfter();
      var bounded = asked.orElse(USED_UP);
      bounded = bounded.compareTo(SHORTEST) < 0 ? SHORTEST : bounded;
      bounded = bounded.compareTo(LONGEST) > 0 ? LONGEST : bounded;
      return new Rest(now.plus(bounded), false, asked.isPresent());
    }
  }

  /** Whether a failure is the key's, so that the same call may succeed with another one. */
  static boolean isOfKey(LlmException failure) {
    return failure.kind() == Kind.AUTH || failure.ofKey() == OfKey.USED_UP;
  }

  Rest begin(Asked asked, LlmException failure, Instant now) {
    var rest = Rest.of(failure, now);
    rests.put(asked, rest);
    return rest;
  }

  /** Empty when it may be asked with. */
  Optional<Rest> of(Asked asked, Instant now) {
    return Optional.ofNullable(rests.getIfPresent(asked)).filter(rest -> now.isBefore(rest.end()));
  }

  void end(Asked asked) {
    rests.invalidate(asked);
  }
}
