package io.agentservice.worker.sandbox;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import io.agentservice.worker.sandbox.rules.Limits;
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
    /** A container of the operator's image for each session. */
    container,
    none
  }

  /**
   * As {@code AGENT_SANDBOX}, {@code _READ}, {@code _WRITE}, {@code _CACHES}, {@code _LIMITS},
   * {@code _LOOPBACK}, {@code _IMAGE} and {@code _CONTAINER_NETWORK} say, {@code auto} without
   * them.
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
              loopback(environment.get("AGENT_SANDBOX_LOOPBACK"))),
          Image.of(
              environment.get("AGENT_SANDBOX_IMAGE"),
              environment.get("AGENT_SANDBOX_CONTAINER_NETWORK")));
    } catch (IllegalArgumentException _) {
      throw new UnavailableException(
          "AGENT_SANDBOX is '%s'".formatted(mode), "Set it to auto, bwrap, container or none");
    }
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
  public static Isolation of(Mode mode, Map<String, String> environment, Grants grants, Image image)
      throws UnavailableException {
    return switch (mode) {
      case none -> NONE;
      case bwrap -> required(Bubblewrap.of(environment, grants));
      case container -> required(Container.of(environment, grants, image));
      case auto -> {
        try {
          var sandbox = Bubblewrap.of(environment, grants);
          yield new Isolation(sandbox, sandbox.words(), false);
        } catch (UnavailableException e) {
          yield new Isolation(
              null, "no wall around sessions: %s. %s".formatted(e.getMessage(), e.advice()), false);
        }
      }
    };
  }

  private static Isolation required(Sandbox sandbox) {
    return new Isolation(sandbox, sandbox.words(), true);
  }
}
