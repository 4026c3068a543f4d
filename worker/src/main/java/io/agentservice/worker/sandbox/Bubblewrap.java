package io.agentservice.worker.sandbox;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.network.pasta.Translation;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Limits;
import io.agentservice.worker.sandbox.rules.Programs;
import io.agentservice.worker.sandbox.rules.SystemCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bubblewrap as it works on this machine: each remote gets user, process, mount, IPC and host name
 * namespaces of its own, no capability, a filter of system calls and limits, and is the first
 * process in them, so that the kernel ends all that it started with it.
 */
final class Bubblewrap implements Sandbox {
  private static final int SECONDS = 10; // for a try; it takes some milliseconds

  /** Those who have the rule against user namespaces of programs that no profile names. */
  private static final Path APPARMOR =
      Path.of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");

  /** Opens the filter for bubblewrap, and lets the kernel end it before the worker. */
  private static final String BEGIN =
      "{ echo \"$1\" >/proc/self/oom_score_adj; } 2>/dev/null;"
          + " test -r \"$2\" || exit 126; exec 9<\"$2\"; shift 2; exec \"$@\"";

  private static final List<String> NAMESPACES =
      List.of("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--as-pid-1", "--cap-drop", "ALL");

  /**
   * There where control groups are of version 2. Those of version 1 would lie elsewhere than the
   * kernel says in a namespace of their own, for which Java 17 and what runs on it fail.
   */
  private static final Path UNIFIED_GROUPS = Path.of("/sys/fs/cgroup/cgroup.controllers");

  private static final String OWN_NETWORK = "--unshare-net";
  private final Path bwrap;

  /** Of util-linux; ends the remote when bubblewrap itself is killed. */
  private final Path setpriv;

  /** Of util-linux, too: limits count in the session's user namespace only from within. */
  private final Path prlimit;

  private final byte[] filter;
  private final Grants grants;
  private final Runtimes runtimes = new Runtimes();

  /** No user namespaces within, by the kernel's count; the filter says so, too. */
  private boolean disablesUserNamespaces = true;

  /** Whether sessions can have a network of their own. */
  private boolean separatesNetworks;

  /** With what a network is made that leads out; null where that doesn't work. */
  private @Nullable Path pasta;

  /** Why sessions without a policy have the machine's network; null: they don't, or are to. */
  private @Nullable String machinesNetwork;

  /** With what mounts are made before bubblewrap; null where that doesn't work. */
  private @Nullable Path perl;

  private Bubblewrap(Path bwrap, Path setpriv, Path prlimit, byte[] filter, Grants grants) {
    this.bwrap = bwrap;
    this.setpriv = setpriv;
    this.prlimit = prlimit;
    this.filter = filter;
    this.grants = grants;
  }

  /**
   * The sandbox, tried once.
   *
   * @param environment where PATH is looked up
   * @throws UnavailableException when it doesn't work here
   */
  static Bubblewrap of(Map<String, String> environment, Grants grants) throws UnavailableException {
    var processor = System.getProperty("os.arch", "");
    var sandbox =
        new Bubblewrap(
            Programs.of("bwrap", environment)
                .orElseThrow(() ->
                    new UnavailableException(
                        "bubblewrap is not installed", "Install the package bubblewrap")),
            within("setpriv", environment),
            within("prlimit", environment),
            SystemCalls.filter(processor)
                .orElseThrow(() ->
                    new UnavailableException(
                        "there is no filter of system calls for " + processor,
                        "Use a machine of x86-64 or aarch64")),
            grants);
    sandbox.tryOut(environment);
    return sandbox;
  }

  private static Path within(String name, Map<String, String> environment)
      throws UnavailableException {
    return Programs.seenWithin(name, environment)
        .orElseThrow(() ->
            new UnavailableException(
                "there is no program %s that sessions see".formatted(name),
                "Install the package util-linux"));
  }

  private void tryOut(Map<String, String> environment) throws UnavailableException {
    try {
      var filterFile = Files.createTempFile("agent-sandbox", ".bpf");
      try {
        Files.write(filterFile, filter);
        var said = complaint(filterFile, null);
        if (said != null && disablesUserNamespaces) { // before 0.8 bubblewrap can't
          disablesUserNamespaces = false;
          said = complaint(filterFile, null);
        }
        if (said != null) {
          throw refused(said);
        }
        perl = mounter(filterFile, environment);
        separatesNetworks = complaint(filterFile, null, List.of(OWN_NETWORK)) == null;
        if (!grants.loopback().all()) {
          tryTranslation(filterFile, environment);
        }
      } finally {
        Files.deleteIfExists(filterFile);
      }
    } catch (IOException e) {
      throw new UnavailableException("bubblewrap can't be run: " + e.getMessage(), "See " + bwrap);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted", "Start again");
    }
  }

  /** Most machines have no pasta: their sessions share its network, and are told so. */
  private void tryTranslation(Path filterFile, Map<String, String> environment)
      throws IOException, InterruptedException, UnavailableException {
    var shared = "the network is this machine's, with its loopback: ";
    var found = Programs.of("pasta", environment);
    if (found.isEmpty() || Programs.of("perl", environment).isEmpty()) {
      machinesNetwork =
          shared + (found.isEmpty() ? "pasta (package passt)" : "perl") + " is not installed";
      return;
    }
    var words = new Translation(List.of(), List.of()).prefix(found.get(), Place.RESOLVER, true);
    var said = complaint(filterFile, null, List.of(), words);
    if (said == null) {
      pasta = found.get();
    } else {
      machinesNetwork = shared + "pasta does not work here: " + lastLine(said);
    }
  }

  private static String lastLine(String said) {
    return said.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.endsWith("syslog"))
        .reduce((_, last) -> last)
        .orElse("no reason given");
  }

  /** Perl, if it covers a file with a link here and bubblewrap works within. */
  private @Nullable Path mounter(Path filterFile, Map<String, String> environment)
      throws IOException, InterruptedException, UnavailableException {
    var found = Programs.of("perl", environment);
    if (found.isEmpty()) {
      return null;
    }
    var directory = Files.createTempDirectory("agent-sandbox");
    var covered = Files.createFile(directory.resolve("covered"));
    var config = new Mounts.Configuration(covered, directory.resolve("own"));
    try {
      var mounts = new Mounts(found.get(), null, List.of(config));
      return complaint(filterFile, mounts) == null ? found.get() : null;
    } finally {
      for (var made : List.of(config.copy(), config.own(), directory.resolve("own.link"))) {
        Files.deleteIfExists(made);
      }
      Files.delete(covered);
      Files.delete(directory);
    }
  }

  /** What bubblewrap says when it can't; null when it can. */
  private @Nullable String complaint(Path filterFile, @Nullable Mounts mounts)
      throws IOException, InterruptedException, UnavailableException {
    return complaint(filterFile, mounts, List.of());
  }

  private @Nullable String complaint(Path filterFile, @Nullable Mounts mounts, List<String> more)
      throws IOException, InterruptedException, UnavailableException {
    return complaint(filterFile, mounts, more, List.of());
  }

  private @Nullable String complaint(
      Path filterFile, @Nullable Mounts mounts, List<String> more, List<String> before)
      throws IOException, InterruptedException, UnavailableException {
    var command = new ArrayList<>(firstWords(filterFile, filterFile, mounts, before));
    command.addAll(more);
    command.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--"));
    command.addAll(lastWords());
    command.add("true");
    var output = Files.createTempFile("agent-sandbox", ".out");
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().keySet().retainAll(List.of("PATH")); // ours holds the worker's token
      var process = builder.redirectOutput(output.toFile()).start();
      process.getOutputStream().close();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new UnavailableException("bubblewrap hangs", "Run `bwrap --ro-bind / / true`");
      }
      return process.exitValue() == 0
          ? null
          : new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static UnavailableException refused(String output) {
    var said = output.lines().findFirst().orElse("no reason given").strip();
    return new UnavailableException(
        "bubblewrap does not work here: " + said,
        isRestrictedByAppArmor()
            ? "Let bwrap make user namespaces by an AppArmor profile (docs/isolation.md)"
            : "In a container: allow user namespaces and an unmasked /proc (docs/isolation.md)");
  }

  private static boolean isRestrictedByAppArmor() {
    try {
      return Files.exists(APPARMOR) && Files.readString(APPARMOR).strip().equals("1");
    } catch (IOException _) {
      return false;
    }
  }

  @Override
  public String name() {
    return "bwrap";
  }

  @Override
  public String words() {
    var walled = "sessions are walled in by bubblewrap";
    if (translatesNetworks()) {
      return walled + ", and kept off this machine's network by pasta";
    }
    return machinesNetwork == null ? walled : walled + "; " + machinesNetwork;
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
    var mounts = mounts(place, repository);
    var before = before(translation);
    var command = new ArrayList<>(firstWords(filterIn(ours), place.layers(), mounts, before));
    if (place.network() != null) {
      command.add(OWN_NETWORK);
    }
    command.addAll(new Walls(grants, place, repository, mounts).arguments());
    command.add("--");
    command.addAll(lastWords());
    return command;
  }

  private List<String> before(@Nullable Translation translation) {
    return translation == null || pasta == null
        ? List.of()
        : translation.prefix(pasta, Place.RESOLVER, false);
  }

  private @Nullable Mounts mounts(Place place, @Nullable Repository repository) {
    if (perl == null) {
      return null;
    }
    var configs =
        (repository == null ? List.<Path>of() : repository.configs())
            .stream().map(file -> Mounts.Configuration.of(file, place.layers())).toList();
    var mounts = new Mounts(perl, Layers.of(grants.caches(), place), configs);
    return mounts.isNothing() ? null : mounts;
  }

  @Override
  public boolean separatesNetworks() {
    return separatesNetworks;
  }

  @Override
  public boolean filtersAll() {
    return false;
  }

  @Override
  public boolean translatesNetworks() {
    return pasta != null;
  }

  @Override
  public @Nullable String machinesNetwork() {
    return machinesNetwork;
  }

  @Override
  public Loopback loopback() {
    return grants.loopback();
  }

  @Override
  public void end(Path state) {
    // The remote ended with bubblewrap, and all that it started with it.
  }

  @Override
  public Runtimes runtimes() {
    return runtimes;
  }

  private Path filterIn(Path ours) throws IOException {
    return Place.shown(ours.resolve("system-calls.bpf"), filter);
  }

  /**
   * Until bubblewrap's own.
   *
   * @param own a file or directory of the session's user, who it is within again
   */
  private List<String> firstWords(
      Path filterFile, Path own, @Nullable Mounts mounts, List<String> before) throws IOException {
    var words = new ArrayList<>(List.of("/bin/sh", "-c", BEGIN, "sh"));
    words.addAll(List.of(Integer.toString(Limits.score()), filterFile.toString()));
    words.addAll(before);
    if (mounts != null) {
      words.addAll(mounts.prefix());
    }
    words.addAll(List.of(bwrap.toString(), "--seccomp", "9", "--unshare-user"));
    if (mounts != null || !before.isEmpty()) {
      words.addAll(List.of("--uid", Files.getAttribute(own, "unix:uid").toString()));
      words.addAll(List.of("--gid", Files.getAttribute(own, "unix:gid").toString()));
    }
    words.addAll(NAMESPACES);
    if (Files.exists(UNIFIED_GROUPS)) {
      words.add("--unshare-cgroup-try");
    }
    if (disablesUserNamespaces) {
      words.add("--disable-userns");
    }
    return words;
  }

  private List<String> lastWords() throws IOException {
    var words = new ArrayList<>(List.of(setpriv.toString(), "--pdeathsig", "KILL"));
    words.add(prlimit.toString());
    words.addAll(grants.limits().arguments());
    return words;
  }
}
