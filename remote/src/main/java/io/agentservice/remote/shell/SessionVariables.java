package io.agentservice.remote.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The environment of the session's processes: the remote's own without what belongs to the remote
 * alone (the connect token above all), then the session's, then the command's.
 */
public final class SessionVariables {
  private final Map<String, String> inherited;
  private final String sessionId;
  private volatile Map<String, String> session = Map.of();

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
  }

  private static boolean isPrivate(String name) {
    return name.startsWith("AGENT_OUTPOST_") || name.startsWith("DEVIN_OUTPOST_");
  }

  Map<String, String> of(String commandId, Map<String, String> own, boolean terminal) {
    var all = new LinkedHashMap<>(inherited);
    if (terminal) {
      all.put("TERM", "xterm-256color");
    }
    all.putAll(session);
    all.putAll(own);
    all.put(ProcessTree.SESSION_VARIABLE, sessionId);
    all.put(ProcessTree.COMMAND_VARIABLE, commandId);
    return all;
  }
}
