package io.agentservice.worker.sandbox;

import io.agentservice.worker.git.Git;
import io.agentservice.worker.git.GitSettings;
import io.agentservice.worker.git.Mirrors;
import io.agentservice.worker.network.pasta.Translation;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The walls around one remote.
 *
 * @param asUser words that make a command the user's as whom sessions run; empty: the worker's
 * @param hidden the worker's own directories
 * @param mirrors of repositories, which all sessions of that user read
 * @param canary a file in one of these; the remote does not start if it sees it
 * @param network of its own, behind a filter; null: it has none
 * @param translation of its own, which leads out as the machine's does; null: it has none
 */
public record Enclosure(
    Sandbox sandbox,
    Path program,
    List<String> asUser,
    Path work,
    Path state,
    List<Path> hidden,
    Mirrors mirrors,
    Path canary,
    @Nullable Network network,
    @Nullable Translation translation) {
  /**
   * A network that has nothing but its own loopback and a socket.
   *
   * @param directory of the socket {@link #SOCKET}, whose owner the session is not
   * @param direct what programs reach there without it
   */
  public record Network(Path directory, List<String> direct) {
    public static final String SOCKET = "filter.sock";
  }

  private static final String RUNTIME = "AGENT_REMOTE_RUNTIME";

  /** Of the worker's display and directories. */
  private static final List<String> NOT_WITHIN =
      List.of("TMPDIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY");

  /** Name files that the remote reads, wherever they are. */
  private static final List<String> NAME_FILES =
      List.of("SSL_CERT_FILE", "SSL_CERT_DIR", "AGENT_CHROME_PATH");

  /** The directories that the user of the remote must have before the start. */
  public List<Path> directories() {
    return List.of(state.resolve("home"), state.resolve("tmp"), Place.layersIn(state));
  }

  /** Where the session leaves what {@link Mirrors} take. */
  private Path offers() {
    return state.resolve("offers");
  }

  /**
   * Nothing of the session runs here any more: nothing that it left runs outside, and what it set
   * of the repository's configuration and what it fetched is kept as far as it is harmless.
   *
   * @param mostMirrors how many GiB mirrors may hold; null: as many as usual
   */
  public void left(@Nullable String mostMirrors) {
    end();
    var git = new Git(asUser, Map.of());
    try {
      Repository.mend(work);
      Repository.returned(work, Place.layersIn(state), git);
    } catch (IOException _) {
      // The directory is gone, or is not ours to change: then it wasn't the session's either.
    }
    try {
      mirrors.take(offers(), git, mostMirrors);
    } catch (IOException _) {
      // The next session fetches it itself.
    }
  }

  /** Ends what the remote left running, if its first process was killed. */
  public void end() {
    sandbox.end(state);
  }

  /**
   * Why a session can't be walled in in this working directory, in one line; null: it can.
   *
   * @param home of its user; null: it has one of its own
   */
  public static @Nullable String obstacle(@Nullable String home, Path workspace) {
    var work = workspace.toAbsolutePath().normalize();
    return home != null && Path.of(home).normalize().startsWith(work)
        ? "no wall around this session: the working directory %s holds the home %s; start in a directory of the repositories"
            .formatted(work, home)
        : null;
  }

  /** The variables of the remote. */
  public Map<String, String> adapt(Map<String, String> variables) {
    var adapted = new TreeMap<>(variables);
    adapted.keySet().removeAll(NOT_WITHIN);
    adapted.putIfAbsent("HOME", state.resolve("home").toString());
    adapted.put("AGENT_SANDBOX", sandbox.name());
    adapted.put("AGENT_SANDBOX_CANARY", canary.toString());
    adapted.put("AGENT_GIT_MIRRORS", state.resolve("mirrors").toString());
    adapted.put("AGENT_GIT_SHARED_MIRRORS", mirrors.shown().toString());
    adapted.put("AGENT_GIT_OFFERS", offers().toString());
    adapted.put("GIT_CONFIG_SYSTEM", Place.GIT_SETTINGS.toString());
    runtime(variables).ifPresent(runtime -> adapted.put(RUNTIME, runtime.toString()));
    if (network != null) {
      adapted.put("AGENT_NETWORK_SOCKET", Place.NETWORK.resolve(Network.SOCKET).toString());
      adapted.put("AGENT_NETWORK_DIRECT", String.join(",", network.direct()));
    }
    var shared = sandbox.machinesNetwork();
    if (translation != null) {
      machines().ifPresent(own -> adapted.put("AGENT_SANDBOX_NETWORK", own));
    } else if (network == null && shared != null) {
      adapted.put("AGENT_SANDBOX_MISSING", shared);
    }
    return adapted;
  }

  /** The machine's network, as the kernel names it: the session's has another name. */
  private static Optional<String> machines() {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private Optional<Path> runtime(Map<String, String> variables) {
    return sandbox.runtimes().of(program, asUser, variables);
  }

  /**
   * Words before the remote's command.
   *
   * @param variables what {@link #adapt} made
   * @throws IOException with one line when this working directory can't be walled in
   */
  public List<String> prefix(Map<String, String> variables) throws IOException {
    var home = Path.of(variables.getOrDefault("HOME", state.resolve("home").toString()));
    var named =
        Stream.concat(NAME_FILES.stream(), Stream.of(RUNTIME))
            .filter(variables::containsKey)
            .map(name -> Path.of(variables.get(name)))
            .filter(Path::isAbsolute);
    var path =
        Stream.of(variables.getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(directory -> directory.startsWith("/"))
            .map(directory -> Path.of(directory).normalize())
            .toList();
    left(null); // by an earlier remote of this session
    var needed = Stream.concat(Stream.of(program, mirrors.shown()), named).toList();
    var settings = GitSettings.write(asUser, variables, work, state);
    var ours = Objects.requireNonNull(canary.getParent());
    return sandbox.prefix(
        new Place(
            work,
            state,
            home,
            needed,
            path,
            hidden,
            settings,
            network == null ? null : network.directory(),
            translation == null ? null : resolver(ours)),
        variables,
        ours,
        translation);
  }

  /** The same for all sessions, and no session's to write. */
  private static @Nullable Path resolver(Path ours) throws IOException {
    var words = Translation.resolver(Place.RESOLVER);
    return words.isEmpty()
        ? null
        : Place.shown(ours.resolve("resolv.conf"), words.get().getBytes(StandardCharsets.UTF_8));
  }
}
