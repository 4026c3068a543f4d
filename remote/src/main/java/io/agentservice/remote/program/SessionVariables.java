package io.agentservice.remote.program;

import io.agentservice.remote.base.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The environment of the session's processes: the remote's own without its secrets, then the
 * desktop's, the session's and the command's variables.
 */
public final class SessionVariables {
  public static final String SESSION = "AGENT_SESSION_ID";
  public static final String COMMAND = "AGENT_COMMAND_ID";

  private final Map<String, String> inherited;
  private final Map<String, String> network;
  private final String sessionId;
  private final CountDownLatch known = new CountDownLatch(1);
  private volatile Map<String, String> session = Map.of();
  private volatile Map<String, String> display = Map.of();
  private volatile List<Map.Entry<String, String>> git = List.of();

  public SessionVariables(Map<String, String> ownEnvironment, String sessionId) {
    this(ownEnvironment, sessionId, Map.of());
  }

  /**
   * Starts from the remote's environment; the session's variables come with a welcome.
   *
   * @param network how programs find the way out
   */
  public SessionVariables(
      Map<String, String> ownEnvironment, String sessionId, Map<String, String> network) {
    this.inherited =
        ownEnvironment.entrySet().stream()
            .filter(variable -> !isPrivate(variable.getKey()))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    this.sessionId = sessionId;
    this.network = Map.copyOf(network);
  }

  public String sessionId() {
    return sessionId;
  }

  /** Replaces the session's variables, in memory only. */
  public void replaceSession(Map<String, String> variables) {
    session = variables;
    known.countDown();
  }

  /** Waits for the first welcome; false when there is none in time. */
  public boolean awaitSession(Duration limit) {
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

  /** How git is configured in commands that start from now on, after what else configures it. */
  public void configureGit(List<Map.Entry<String, String>> settings) {
    git = List.copyOf(settings);
  }

  private static boolean isPrivate(String name) {
    var upper = name.toUpperCase(Locale.ROOT); // on Windows they are the same
    return upper.startsWith("AGENT_OUTPOST_") || upper.startsWith("DEVIN_OUTPOST_");
  }

  /** By git's own variables, as git-config(1) has them. */
  private void addGit(Map<String, String> all) {
    var before = all.getOrDefault("GIT_CONFIG_COUNT", "0");
    if (git.isEmpty() || !before.matches("[0-9]{1,4}")) {
      return; // git refuses what is no number; that is for whoever has set it
    }
    int count = Integer.parseInt(before);
    for (var setting : git) {
      all.put("GIT_CONFIG_KEY_" + count, setting.getKey());
      all.put("GIT_CONFIG_VALUE_" + count, setting.getValue());
      count++;
    }
    all.put("GIT_CONFIG_COUNT", String.valueOf(count));
  }

  public Map<String, String> of(String commandId, Map<String, String> own, boolean terminal) {
    var all = Platform.CURRENT.variables();
    all.putAll(inherited);
    all.putAll(network);
    if (terminal) {
      all.put("TERM", "xterm-256color");
    }
    all.putAll(display);
    all.putAll(session);
    all.putAll(own);
    all.put(SESSION, sessionId);
    all.put(COMMAND, commandId);
    addGit(all);
    return all;
  }
}
