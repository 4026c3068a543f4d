package io.agentservice.server.agent.loop.history;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryCheckout;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositorySkipped;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryUnavailable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the session's repositories, by their names: a fold over the log. On a new
 * machine all are looked for again.
 */
public final class Repositories {
  /** How a person says that the session is to work without those that are not there. */
  public static final String GO_ON = "go on";

  private final Map<String, RepositoryReady> first = new LinkedHashMap<>();
  private final Map<String, RepositoryReady> known = new LinkedHashMap<>();
  private final Map<String, RepositoryCheckout> begun = new HashMap<>();
  private final Map<String, Integer> tries = new HashMap<>();
  private final Set<String> settled = new HashSet<>();
  private final Set<String> unavailable = new HashSet<>();
  private @Nullable String branch;
  private boolean goOn;
  private boolean asked;

  void add(LoopEvent event) {
    switch (event) {
      case LoopEvent.MachineAttached attached -> {
        if (attached.resumed()) {
          settled.removeIf(name -> known.containsKey(name));
          begun.clear();
        }
      }
      case LoopEvent.UserMessage message -> {
        goOn = message.text().strip().toLowerCase(Locale.ROOT).startsWith(GO_ON);
        tries.clear();
      }
      case LoopEvent.ModelTurn _ -> asked = true;
      case RepositoryCheckout checkout -> {
        branch = checkout.branch();
        begun.put(checkout.repository(), checkout);
        tries.merge(checkout.repository(), 1, Integer::sum);
        unavailable.remove(checkout.repository());
      }
      case RepositoryReady ready -> {
        settle(ready.repository());
        if (!asked) {
          first.put(ready.repository(), ready);
        }
      }
      case RepositoryUnavailable failed -> {
        begun.remove(failed.repository());
        unavailable.add(failed.repository());
        goOn = false;
      }
      case RepositorySkipped skipped -> settle(skipped.repository());
      default -> {
        // Nothing of repositories.
      }
    }
  }

  private void settle(String repository) {
    begun.remove(repository);
    tries.remove(repository);
    unavailable.remove(repository);
    settled.add(repository);
  }

  /**
   * What the model is told of an event in the conversation; null for nothing. What was there before
   * its first turn stands in the system prompt, which stays as it is.
   */
  @Nullable String news(LoopEvent.RepositoryEvent event) {
    return switch (event) {
      case RepositoryUnavailable failed -> failed.reason();
      case RepositoryReady ready -> {
        var before = known.put(ready.repository(), ready);
        boolean same =
            before != null
                && !ready.cloned()
                && ready.directory().equals(before.directory())
                && Objects.equals(ready.branch(), before.branch());
        yield asked && !same ? words(ready) : null;
      }
      case RepositoryCheckout _, RepositorySkipped _ -> null;
    };
  }

  /** Where a repository is, as a line for the model. */
  public static String words(RepositoryReady ready) {
    var words = new StringBuilder(ready.repository()).append(": in ").append(ready.directory());
    words.append(ready.branch() == null ? ", on no branch" : ", on the branch " + ready.branch());
    words.append(ready.commit() == null ? ", still empty" : ", at the commit " + ready.commit());
    ready.notes().forEach(note -> words.append("; ").append(note));
    return words.toString();
  }

  /** Those that were there before the model's first turn. */
  public Map<String, RepositoryReady> first() {
    return first;
  }

  /** Those that are there, as they were when that was last told. */
  public Collection<RepositoryReady> there() {
    return known.values();
  }

  /** Whether nothing is to be done for it on this machine. */
  public boolean isSettled(String repository) {
    return settled.contains(repository);
  }

  /** Whether a person wants to go on without it, since it is unavailable. */
  public boolean isGivenUp(String repository) {
    return goOn && unavailable.contains(repository);
  }

  /** A checkout on this machine that has no result yet; null for none. */
  public @Nullable RepositoryCheckout begun(String repository) {
    return begun.get(repository);
  }

  /** How often its checkout was begun in vain since a person last spoke. */
  public int tries(String repository) {
    return tries.getOrDefault(repository, 0);
  }

  /** The session's branch; null before the first checkout. */
  public @Nullable String branch() {
    return branch;
  }

  /** Ids of commands that have no result yet. */
  public Set<String> commands() {
    var ids = new HashSet<String>();
    begun.values().forEach(checkout -> ids.add(checkout.commandId()));
    return ids;
  }
}
