package io.agentservice.remote;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.base.Platform;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The spawn contract (interface.md 10.4); {@code DEVIN_*} counts where {@code AGENT_*} is not set.
 * The state directory is this session's alone; {@code chrome} may be null.
 */
public record Environment(
    URI gateway,
    String connectToken,
    String sessionId,
    Path stateDirectory,
    @Nullable Path chrome,
    boolean desktop) {

  static final String GATEWAY = "AGENT_OUTPOST_GATEWAY_URL";
  static final String TOKEN = "AGENT_OUTPOST_CONNECT_TOKEN";
  static final String SESSION = "AGENT_OUTPOST_SESSION_ID";
  static final String STATE = "AGENT_REMOTE_STATE_DIR";
  static final String CHROME = "AGENT_CHROME_PATH";
  static final String DESKTOP = "AGENT_OUTPOST_DESKTOP";

  private static final String SESSION_ID = "[A-Za-z0-9_-]{1,128}";

  /** The configuration is not usable; the message is one line for the operator. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  /** {@code osName}, as in {@code os.name}, decides the default state directory. */
  public static Environment read(Map<String, String> variables, String osName) throws Unusable {
    var missing =
        List.of(GATEWAY, TOKEN, SESSION).stream().filter(n -> value(variables, n) == null).toList();
    if (!missing.isEmpty()) {
      throw new Unusable(
          String.join(", ", missing)
              + (missing.size() == 1 ? " is" : " are")
              + " not set; the three AGENT_OUTPOST_* variables must be set together");
    }
    var sessionId = required(variables, SESSION);
    if (!sessionId.matches(SESSION_ID)) {
      throw new Unusable(SESSION + " is not the id of a session");
    }
    var state = value(variables, STATE);
    var chrome = value(variables, CHROME);
    return new Environment(
        address(required(variables, GATEWAY), sessionId),
        required(variables, TOKEN),
        sessionId,
        // The shared default is divided by session, so that sessions side by side do not mix.
        state != null ? stateDirectory(state) : sharedDefault(variables, osName).resolve(sessionId),
        chrome == null ? null : chrome(chrome),
        "true".equalsIgnoreCase(value(variables, DESKTOP)));
  }

  private static URI address(String gateway, String sessionId) throws Unusable {
    try {
      var base = gateway.endsWith("/") ? gateway.substring(0, gateway.length() - 1) : gateway;
      var uri = new URI(base + "/sessions/" + sessionId);
      var scheme =
          switch (String.valueOf(uri.getScheme())) {
            case "ws", "http" -> "ws";
            case "wss", "https" -> "wss";
            default -> throw new Unusable(GATEWAY + " must start with ws:// or wss://");
          };
      if (uri.getHost() == null) {
        throw new Unusable(GATEWAY + " has no host");
      }
      return new URI(scheme, uri.getAuthority(), uri.getPath(), uri.getQuery(), null);
    } catch (URISyntaxException e) {
      throw new Unusable(GATEWAY + " is not an address");
    }
  }

  private static Path stateDirectory(String text) throws Unusable {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new Unusable(STATE + " is not a path");
    }
  }

  /** A session does well without a browser. */
  private static @Nullable Path chrome(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      Log.warn("no browser: " + CHROME + " is not a path");
      return null;
    }
  }

  private static Path sharedDefault(Map<String, String> variables, String osName) {
    return switch (Platform.of(osName)) {
      case MACOS -> Path.of(variables.getOrDefault("HOME", "/"), ".agent");
      case WINDOWS -> Path.of("C:\\ProgramData\\agent");
      case LINUX -> Path.of("/opt/.agent");
    };
  }

  private static String required(Map<String, String> variables, String name) throws Unusable {
    var value = value(variables, name);
    if (value == null) {
      throw new Unusable(name + " is not set");
    }
    return value;
  }

  private static @Nullable String value(Map<String, String> variables, String name) {
    var value = variables.get(name);
    if (value == null || value.isBlank()) {
      value = variables.get(name.replaceFirst("AGENT_", "DEVIN_"));
    }
    return value == null || value.isBlank() ? null : value;
  }

  @Override
  public String toString() {
    return "Environment[gateway=%s, sessionId=%s, stateDirectory=%s]"
        .formatted(gateway, sessionId, stateDirectory);
  }
}
