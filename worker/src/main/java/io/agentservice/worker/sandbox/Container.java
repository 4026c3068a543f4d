package io.agentservice.worker.sandbox;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.network.pasta.Translation;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import io.agentservice.worker.sandbox.rules.Limits;
import io.agentservice.worker.sandbox.rules.Programs;
import io.agentservice.worker.sandbox.rules.SystemCallsProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Podman or docker: each remote is the first process of a container of the operator's image,
 * without capabilities, on a root that it can't write, with our filter of system calls. The remote
 * and its runtime are the worker's, shown read-only; the engine's client is the process that the
 * worker started, and passes signals on.
 */
final class Container implements Sandbox {
  private static final int SECONDS = 60; // for a try: the engine may have to unpack the image first
  private static final String SHARED_MEMORY = "1g";

  /** Of the worker's, with which the engine finds its settings and its service; not passed on. */
  private static final List<String> ENGINES_OWN =
      List.of(
          "XDG_RUNTIME_DIR",
          "XDG_CONFIG_HOME",
          "DBUS_SESSION_BUS_ADDRESS",
          "CONTAINERS_CONF",
          "CONTAINERS_STORAGE_CONF",
          "CONTAINER_HOST",
          "DOCKER_HOST",
          "DOCKER_CONFIG",
          "DOCKER_CONTEXT");

  /** Root reads them even without a capability; the engines hide the others by themselves. */
  private static final String INSIDE_OF_THE_KERNEL =
      "/proc/kpagecgroup:/proc/kpagecount:/proc/kpageflags";

  /** What the image has its own of. */
  private static final Set<String> IMAGES_OWN = Set.of("PATH", "HOME", "LANG");

  private final Path engine;
  private final Image image;
  private final byte[] profile;
  private final Grants grants;
  private final List<String> environment;
  private final Runtimes runtimes = new Runtimes();

  /** Whether the engine counts a container's processes, which it can't without cgroups. */
  private boolean countsProcesses = true;

  private Container(
      Path engine, Image image, byte[] profile, Grants grants, List<String> environment) {
    this.engine = engine;
    this.image = image;
    this.profile = profile;
    this.grants = grants;
    this.environment = environment;
  }

  /**
   * The sandbox, tried once.
   *
   * @param environment where PATH is looked up, and the engine's settings are
   * @throws UnavailableException when it doesn't work here
   */
  static Container of(Map<String, String> environment, Grants grants, Image image)
      throws UnavailableException {
    if (image.name() == null) {
      throw new UnavailableException(
          "no image is named", "Name one that has glibc, a shell and git (AGENT_SANDBOX_IMAGE)");
    }
    if (!grants.loopback().equals(Loopback.NOTHING)) {
      throw new UnavailableException(
          "containers reach nothing of this machine's loopback",
          "Leave --sandbox-loopback out, or name a network of the engine's");
    }
    var processor = System.getProperty("os.arch", "");
    var container =
        new Container(
            Stream.of("podman", "docker")
                .flatMap(name -> Programs.of(name, environment).stream())
                .findFirst()
                .orElseThrow(() ->
                    new UnavailableException(
                        "neither podman nor docker is installed", "Install the package podman")),
            image,
            SystemCallsProfile.of(processor)
                .orElseThrow(() ->
                    new UnavailableException(
                        "there is no filter of system calls for " + processor,
                        "Use a machine of x86-64 or aarch64")),
            grants,
            ENGINES_OWN.stream()
                .filter(environment::containsKey)
                .map(name -> name + "=" + environment.get(name))
                .toList());
    container.tryOut(environment);
    return container;
  }

  private void tryOut(Map<String, String> variables) throws UnavailableException {
    try {
      var directory = Files.createTempDirectory("agent-sandbox");
      var file = directory.resolve("profile.json");
      try {
        Files.write(file, profile);
        var said = complaint(directory, file, variables);
        if (said != null && said.contains("pids")) {
          countsProcesses = false;
          said = complaint(directory, file, variables);
        }
        if (said != null) {
          throw refused(said);
        }
      } finally {
        Files.deleteIfExists(file);
        Files.delete(directory);
      }
    } catch (IOException e) {
      throw new UnavailableException(
          "%s can't be run: %s".formatted(engine, e.getMessage()), "See " + engine);
    }
  }

  /** What the engine or the image says when a container doesn't work; null when it does. */
  private @Nullable String complaint(Path own, Path filter, Map<String, String> variables)
      throws IOException {
    var name = "agent-try-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    var command = new ArrayList<>(run(name, filter, own));
    command.addAll(List.of("--network=none", "--entrypoint=", image()));
    command.addAll(
        List.of(
            "/bin/sh",
            "-c",
            "for l in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do"
                + " test ! -e $l || exit 0; done; echo the image has no glibc; exit 1"));
    var said = said(command, variables.get("HOME"));
    if (said != null) {
      said(remove(name), variables.get("HOME"));
    }
    return said;
  }

  private UnavailableException refused(String output) {
    var said = lastLine(output);
    return new UnavailableException(
        "a container of %s does not work here: %s".formatted(image(), said),
        said.contains("no such image")
                || said.contains("not known")
                || said.contains("No such image")
            ? "Fetch it: %s pull %s".formatted(engineName(), image())
            : "Try `%s run --rm --network=none %s true`".formatted(engineName(), image()));
  }

  private static String lastLine(String said) {
    return said.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .reduce((_, last) -> last)
        .orElse("no reason given");
  }

  @Override
  public String name() {
    return "container";
  }

  @Override
  public String words() {
    var walled = "sessions are walled in by containers of %s (%s)".formatted(image(), engineName());
    var shared = machinesNetwork();
    return shared == null ? walled + ", and reach the network by a filter" : walled + "; " + shared;
  }

  @Override
  public List<String> prefix(
      Place place, Map<String, String> variables, Path ours, @Nullable Translation translation)
      throws IOException {
    var repository =
        Repository.around(place.work()).filter(found -> !place.showsHome(found.top())).orElse(null);
    if (repository != null) {
      repository.fix();
    }
    var filter = Place.shown(ours.resolve("system-calls.json"), profile);
    var command = new ArrayList<>(run(containerOf(place.state()), filter, place.state()));
    command.addAll(List.of("--cidfile", record(place.state()).toString()));
    command.add("--network=" + (place.network() == null ? networkOr("none") : "none"));
    command.addAll(new ContainerMounts(grants, place, repository).arguments());
    command.addAll(List.of("--env", "HOME=" + place.home()));
    variables.keySet().stream()
        .filter(name -> !IMAGES_OWN.contains(name))
        .forEach(name -> command.addAll(List.of("--env", name))); // the value is no argument
    command.addAll(List.of("--entrypoint=", image()));
    return command;
  }

  /** Words for a container as all of ours are; networks and mounts are to follow. */
  private List<String> run(String name, Path filter, Path own) throws IOException {
    var uid = Files.getAttribute(own, "unix:uid").toString();
    var gid = Files.getAttribute(own, "unix:gid").toString();
    var words = new ArrayList<>(engineWords());
    words.addAll(List.of("run", "--rm", "--pull=never", "--name", name, "--log-driver=none"));
    words.addAll(List.of("--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"));
    words.addAll(List.of("--security-opt", "seccomp=" + filter));
    words.addAll(List.of("--user", uid + ":" + gid));
    if (isPodman()) {
      words.addAll(List.of("--security-opt", "mask=" + INSIDE_OF_THE_KERNEL));
    }
    if (isPodman() && !uid.equals("0")) {
      words.add("--userns=keep-id"); // the files are the worker's, and so is the session's user
    }
    words.add("--shm-size=" + SHARED_MEMORY);
    words.add("--oom-score-adj=" + Limits.score());
    for (var limit : grants.limits().byName().entrySet()) {
      words.addAll(
          List.of("--ulimit", "%1$s=%2$d:%2$d".formatted(limit.getKey(), limit.getValue())));
    }
    if (countsProcesses) {
      words.add("--pids-limit=" + grants.limits().processes());
    }
    return words;
  }

  private List<String> engineWords() {
    var words = new ArrayList<>(List.of("/usr/bin/env"));
    words.addAll(environment);
    words.add(engine.toString());
    return words;
  }

  private List<String> remove(String name) {
    var words = new ArrayList<>(engineWords());
    words.addAll(List.of("rm", "--force"));
    if (isPodman()) {
      words.addAll(List.of("--time", "0", "--ignore"));
    }
    words.add(name);
    return words;
  }

  private boolean isPodman() {
    return engineName().equals("podman");
  }

  private String engineName() {
    return Objects.requireNonNull(engine.getFileName()).toString();
  }

  private String image() {
    return Objects.requireNonNull(image.name());
  }

  private String networkOr(String other) {
    var named = image.network();
    return named == null ? other : named;
  }

  /** One for each place of a session, on machines with many workers. */
  private static String containerOf(Path state) {
    return "agent-" + UUID.nameUUIDFromBytes(state.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The engine writes it when it makes the container; no session's to write. */
  private static Path record(Path state) {
    return state.resolveSibling("container");
  }

  @Override
  public void end(Path state) {
    try {
      if (Files.exists(record(state))) {
        var said = said(remove(containerOf(state)), System.getenv("HOME"));
        if (said == null || said.toLowerCase(Locale.ROOT).contains("no such container")) {
          Files.delete(record(state)); // else whoever comes next tries again
        }
      }
    } catch (IOException _) {
      // The next start of the session tries again.
    }
  }

  /** What a command of the engine says when it fails; null when it doesn't. */
  private static @Nullable String said(List<String> command, @Nullable String home)
      throws IOException {
    var output = Files.createTempFile("agent-sandbox", ".out");
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().keySet().retainAll(List.of("PATH")); // ours holds the worker's token
      Optional.ofNullable(home).ifPresent(own -> builder.environment().put("HOME", own));
      var process = builder.redirectOutput(output.toFile()).start();
      process.getOutputStream().close();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "it takes longer than %d s".formatted(SECONDS);
      }
      return process.exitValue() == 0
          ? null
          : new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } finally {
      Files.deleteIfExists(output);
    }
  }

  @Override
  public boolean separatesNetworks() {
    return true;
  }

  @Override
  public boolean filtersAll() {
    return image.network() == null;
  }

  @Override
  public boolean translatesNetworks() {
    return false;
  }

  @Override
  public @Nullable String machinesNetwork() {
    var named = image.network();
    return named == null
        ? null
        : "without a policy their network is %s's '%s', which leads where that leads"
            .formatted(engineName(), named);
  }

  @Override
  public Loopback loopback() {
    return grants.loopback();
  }

  @Override
  public Runtimes runtimes() {
    return runtimes;
  }
}
