package io.agentservice.server.agent.driver.models;

import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.server.agent.driver.models.KeyRests.Asked;
import io.agentservice.server.agent.driver.models.KeyRests.Rest;
import io.agentservice.wire.text.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A model with several keys. One is kept to while it is taken, since providers keep what they have
 * read for a key's organization alone; one that is refused rests, and the call goes by the next
 * ({@link LlmException.OfKey#CHANGED}). When all have been refused, that is the failure.
 */
final class KeyedLlm implements Llm {

  /** The model by one of its keys; {@code secret} is the key of the secret that holds it. */
  record Keyed(String secret, Asked asked, Llm llm) {}

  private final List<Keyed> all;
  private final KeyRests rests;
  private final InstantSource clock;
  private @Nullable Keyed current;

  /** Changes since one was taken, or since all have failed: each key is tried once in a call. */
  private int changes;

  /** {@code all} in the order in which they are asked with, at least one. */
  KeyedLlm(List<Keyed> all, KeyRests rests, InstantSource clock) {
    this.all = List.copyOf(all);
    this.rests = rests;
    this.clock = clock;
  }

  @Override
  public Reply complete(Prompt prompt, TextListener live) {
    var asked = choose();
    try {
      var reply = asked.llm().complete(prompt, live);
      settle();
      return reply;
    } catch (LlmException e) {
      throw failed(asked, e);
    }
  }

  private synchronized Keyed choose() {
    var now = clock.instant();
    var chosen = current;
    if (chosen == null || rest(chosen, now).isPresent()) {
      chosen =
          all.stream()
              .filter(each -> rest(each, now).isEmpty())
              .findFirst()
              .orElseGet(() -> soonest(now));
    }
    current = chosen;
    return chosen;
  }

  /** Of those that all rest: the one whose rest ends first. */
  private Keyed soonest(Instant now) {
    return all.stream().min(Comparator.comparing(each -> end(each, now))).orElseThrow();
  }

  private Instant end(Keyed each, Instant now) {
    return rest(each, now).map(Rest::end).orElse(now);
  }

  private Optional<Rest> rest(Keyed each, Instant now) {
    return rests.of(each.asked(), now);
  }

  private synchronized void settle() {
    changes = 0;
  }

  private synchronized LlmException failed(Keyed asked, LlmException failure) {
    if (!KeyRests.isOfKey(failure)) {
      changes = 0;
      return failure;
    }
    var now = clock.instant();
    var rest = rests.begin(asked.asked(), failure, now);
    var next = all.stream().filter(each -> rest(each, now).isEmpty()).findFirst();
    if (next.isPresent() && changes < all.size() - 1) {
      changes++;
      current = next.get();
      String why =
          "%s; the key %s rests for %s, and %s is asked with"
              .formatted(
                  failure.getMessage(),
                  asked.secret(),
                  TimeText.of(Duration.between(now, rest.end())),
                  next.get().secret());
      return LlmException.otherKey(why, failure);
    }
    changes = 0;
    return allFailed(failure, now);
  }

  /** What is used up comes back by itself; what is refused does not, so that it needn't rest. */
  private LlmException allFailed(LlmException failure, Instant now) {
    String names = all.stream().map(Keyed::secret).collect(Collectors.joining(", "));
    var waits =
        all.stream()
            .map(each -> rest(each, now).orElse(new Rest(now, false, true)))
            .filter(rest -> !rest.refused())
            .map(rest -> rest.told() ? Duration.between(now, rest.end()) : Duration.ZERO)
            .min(Comparator.naturalOrder());
    if (waits.isPresent()) {
      String why = "%s; none of the keys %s is taken now".formatted(failure.getMessage(), names);
      return LlmException.usedUp(why, waits.get(), failure);
    }
    all.forEach(each -> rests.end(each.asked()));
    String why = "%s; all of the keys %s are refused".formatted(failure.getMessage(), names);
    return new LlmException(Kind.AUTH, why, null, failure);
  }

  @Override
  public String name() {
    return first().name();
  }

  @Override
  public String model() {
    return first().model();
  }

  private Llm first() {
    return Objects.requireNonNull(all.getFirst()).llm();
  }
}
