package io.agentservice.remote.shell;

import io.agentservice.remote.Platform;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The environment of the session's processes: the remote's own without what belongs to the remote
 * alone (the connect token above all), then its desktop's, the session's and the command's.
 */
public final class SessionVariables {
  static final String SESSION = "AGENT_SESSION_ID";
  static final String COMMAND = "AGENT_COMMAND_ID";

  private final Map<String, String> inherited;
  private final String sessionId;
  private final CountDownLatch known = new CountDownLatch(1);
  private volatile Map<String, String> session = Map.of();
  private volatile Map<String, String> display = Map.of();

  /** Starts from the remote's environment; the session's variables come with a welcome. */
  public SessionVariables(Map<String, String> ownEnvironment, String sessionId) {
    this.inherited =
        ownEnvironment.entrySet().stream()
            .filter(variable -> !isPrivate(variable.getKey()))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    this.sessionId = sessionId;
  }

  public String sessionId() {
    return sessionId;
  }

  /** Replaces the session's variables. They are kept in memory only. */
  public void replaceSession(Map<String, String> variables) {
    session = variables;
    known.countDown();
  }

  /** Waits for the first welcome; false when there is none in time. */
  boolean awaitSession(Duration limit) {
    try {
      return known.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** How programs find the session's display, for commands that start from now on. */
  public void offerDisplay(Map<String, String> variables) {
    display = variables;
  }

  private static boolean isPrivate(String name) {
    var upper = name.toUpperCase(Locale.ROOT); // on Windows they are the same
    return upper.startsWith("AGENT_OUTPOST_") || upper.startsWith("DEVIN_OUTPOST_");
  }

  Map<String, String> of(String commandId, Map<String, String> own, boolean terminal) {
    var all = Platform.CURRENT.variables();
    all.putAll(inherited);
    if (terminal) {
      all.put("TERM", "xterm-256color");
    }
    all.putAll(display);
    all.putAll(session);
    all.putAll(own);
    all.put(SESSION, sessionId);
    all.put(COMMAND, commandId);
    return all;
  }
}
