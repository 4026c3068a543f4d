package io.agentservice.worker.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The walls around one remote.
 *
 * @param asUser words that make a command the user's as whom sessions run; empty: the worker's
 * @param hidden the worker's own directories
 * @param canary a file in one of these; the remote does not start if it sees it
 */
public record Enclosure(
    Sandbox sandbox,
    Path program,
    List<String> asUser,
    Path work,
    Path state,
    List<Path> hidden,
    Path canary) {
  private static final String RUNTIME = "AGENT_REMOTE_RUNTIME";

  /** Of the worker's display and directories, and mirrors that sessions would share. */
  private static final List<String> NOT_WITHIN =
      List.of("TMPDIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "AGENT_GIT_MIRRORS");

  /** Name files that the remote reads, wherever they are. */
  private static final List<String> NAME_FILES =
      List.of("SSL_CERT_FILE", "SSL_CERT_DIR", "AGENT_CHROME_PATH");

  /** The directories that the user of the remote must have before the start. */
  public List<Path> directories() {
    return List.of(state.resolve("home"), state.resolve("tmp"), Place.layersIn(state));
  }

  /** The variables of the remote. */
  public Map<String, String> adapt(Map<String, String> variables) {
    var adapted = new TreeMap<>(variables);
    adapted.keySet().removeAll(NOT_WITHIN);
    adapted.putIfAbsent("HOME", state.resolve("home").toString());
    adapted.put("AGENT_SANDBOX", "bwrap");
    adapted.put("AGENT_SANDBOX_CANARY", canary.toString());
    runtime(variables).ifPresent(runtime -> adapted.put(RUNTIME, runtime.toString()));
    return adapted;
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
    var needed = Stream.concat(Stream.of(program), named).toList();
    return sandbox.prefix(
        new Place(work, state, home, needed, path, hidden),
        Objects.requireNonNull(canary.getParent()));
  }
}
