package io.agentservice.remote.base;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The systems that a remote runs on, and how they differ. */
public enum Platform {
  LINUX,
  MACOS,
  WINDOWS;

  /** This machine's. */
  public static final Platform CURRENT = of(System.getProperty("os.name"));

  public static Platform of(String osName) {
    if (osName.startsWith("Mac")) {
      return MACOS;
    }
    return osName.startsWith("Windows") ? WINDOWS : LINUX;
  }

  /** Its name in frames and outposts. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A map for environment variables: on Windows {@code Path} and {@code PATH} are one. */
  public Map<String, String> variables() {
    return this == WINDOWS ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new LinkedHashMap<>();
  }
}
