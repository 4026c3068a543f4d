package io.agentservice.worker.binaries;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The platform's name in the API, and the suffix of published objects (fleet.md 10). */
public record Platform(String name, String suffix) {

  /** This machine; empty when no remote binary is published for it. */
  public static Optional<Platform> current() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  static Optional<Platform> of(String os, String architecture) {
    var system = os.toLowerCase(Locale.ROOT);
    boolean arm =
        switch (architecture) {
          case "aarch64", "arm64" -> true;
          default -> false;
        };
    boolean x64 = architecture.equals("amd64") || architecture.equals("x86_64");
    if (system.startsWith("linux")) {
      return arm
          ? Optional.of(new Platform("linux", "linux_arm64"))
          : x64 ? Optional.of(new Platform("linux", "linux_x64")) : Optional.empty();
    }
    if (system.startsWith("mac") && arm) {
      return Optional.of(new Platform("macos", "macos_arm64"));
    }
    if (system.startsWith("windows") && x64) {
      return Optional.of(new Platform("windows", "windows_x64.exe"));
    }
    return Optional.empty();
  }

  /** Whether sessions of this platform are served here; null means linux (fleet.md 1). */
  public boolean serves(@Nullable String wanted) {
    return name.equals(wanted == null ? "linux" : wanted);
  }
}
