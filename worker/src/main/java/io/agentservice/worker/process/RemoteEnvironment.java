package io.agentservice.worker.process;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The variables of a remote: interface.md 10.4, the trusted authorities, the mirrors, no other. */
public final class RemoteEnvironment {
  static final String SESSION = "AGENT_OUTPOST_SESSION_ID";
  static final String STATE = "AGENT_REMOTE_STATE_DIR";
  static final String MIRRORS = "AGENT_GIT_MIRRORS";

  /** Copied from the worker when it has them. */
  static final List<String> COPIED =
      List.of(
          "AGENT_CHROME_PATH",
          "AGENT_GIT_MIRRORS_MAX_GB",
          "AGENT_OUTPOST_DESKTOP",
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "TMPDIR",
          "LANG",
          "TZ",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "DISPLAY",
          "WAYLAND_DISPLAY",
          "XAUTHORITY");

  /** Without these no program starts on Windows; they hold nothing of the worker's. */
  private static final List<String> COPIED_ON_WINDOWS =
      List.of("SystemRoot", "SystemDrive", "TEMP", "TMP", "USERPROFILE", "COMSPEC", "PATHEXT");

  private RemoteEnvironment() {}

  /** The environment of one start; a null user runs as the worker, with its state in its place. */
  public static Map<String, String> of(
      Map<String, String> worker,
      URI gateway,
      String connectToken,
      SessionDirectory directory,
      Path state,
      @Nullable RunAs user) {
    var environment = new TreeMap<String, String>();
    COPIED.forEach(name -> copy(worker, name, environment));
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      COPIED_ON_WINDOWS.forEach(name -> copy(worker, name, environment));
    }
    environment.put("AGENT_OUTPOST_GATEWAY_URL", gateway.toString());
    environment.put("AGENT_OUTPOST_CONNECT_TOKEN", connectToken);
    environment.put(SESSION, directory.sessionId());
    environment.put(STATE, state.toString());
    environment.put(MIRRORS, directory.mirrors(user).toString());
    return user == null ? environment : user.adapt(environment, state);
  }

  private static void copy(Map<String, String> from, String name, Map<String, String> to) {
    var value = from.get(name);
    if (value != null) {
      to.put(name, value);
    }
  }
}
