package io.agentservice.worker.sandbox;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether sessions are walled in.
 *
 * @param sandbox null: they can do what their user can
 * @param words the same for a person, one line
 * @param required whether a session that can't be walled in is not run
 */
public record Isolation(@Nullable Sandbox sandbox, String words, boolean required) {
  public static final Isolation NONE =
      new Isolation(null, "no wall around sessions: --sandbox=none", false);

  /** What {@code --sandbox} takes. */
  public enum Mode {
    /** Bubblewrap where it works, else none; the default. */
    auto,
    bwrap,
    none
  }

  /**
   * As {@code AGENT_SANDBOX}, {@code _READ}, {@code _WRITE}, {@code _CACHES}, {@code _LIMITS} and
   * {@code _LOOPBACK} say, {@code auto} without them.
   */
  public static Isolation of(Map<String, String> environment) throws UnavailableException {
    return of(environment, List.of());
  }

  /** The same; sessions read the directories {@code besides}, too. */
  public static Isolation of(Map<String, String> environment, List<Path> besides)
      throws UnavailableException {
    var mode = environment.getOrDefault("AGENT_SANDBOX", "").strip();
    try {
      return of(
          mode.isEmpty() ? Mode.auto : Mode.valueOf(mode),
          environment,
          new Grants(
              Stream.concat(
                      directories(environment.get("AGENT_SANDBOX_READ")).stream(), besides.stream())
                  .toList(),
              directories(environment.get("AGENT_SANDBOX_WRITE")),
              Grants.caches(environment.get("AGENT_SANDBOX_CACHES")),
              limits(environment.get("AGENT_SANDBOX_LIMITS")),
              loopback(environment.get("AGENT_SANDBOX_LOOPBACK"))));
    } catch (IllegalArgumentException _) {
      throw new UnavailableException(
          "AGENT_SANDBOX is '%s'".formatted(mode), "Set it to auto, bwrap or none");
    }
  }

  private static String words(Sandbox sandbox) {
    var walled = "sessions are walled in by bubblewrap";
    if (sandbox.translatesNetworks()) {
      return walled + ", and kept off this machine's network by pasta";
    }
    var shared = sandbox.machinesNetwork();
    return shared == null ? walled : walled + "; " + shared;
  }

  private static Limits limits(@Nullable String words) throws UnavailableException {
    try {
      return Limits.of(words);
    } catch (IllegalArgumentException e) {
      throw new UnavailableException(
          "AGENT_SANDBOX_LIMITS: " + e.getMessage(), "Correct it, or leave it out");
    }
  }

  private static Loopback loopback(@Nullable String words) throws UnavailableException {
    try {
      return Loopback.of(words);
    } catch (IllegalArgumentException e) {
      throw new UnavailableException(
          "AGENT_SANDBOX_LOOPBACK: " + e.getMessage(), "Correct it, or leave it out");
    }
  }

  private static List<Path> directories(@Nullable String words) {
    return words == null
        ? List.of()
        : Stream.of(words.split(File.pathSeparator))
            .filter(word -> !word.isBlank())
            .map(word -> Path.of(word).toAbsolutePath().normalize())
            .toList();
  }

  /**
   * As the operator wants it, tried on this machine.
   *
   * @throws UnavailableException when he wants a sandbox that this machine doesn't have
   */
  public static Isolation of(Mode mode, Map<String, String> environment, Grants grants)
      throws UnavailableException {
    if (mode == Mode.none) {
      return NONE;
    }
    try {
      var sandbox = Sandbox.of(environment, grants);
      return new Isolation(sandbox, words(sandbox), mode == Mode.bwrap);
    } catch (UnavailableException e) {
      if (mode == Mode.bwrap) {
        throw e;
      }
      return new Isolation(
          null, "no wall around sessions: %s. %s".formatted(e.getMessage(), e.advice()), false);
    }
  }
}
