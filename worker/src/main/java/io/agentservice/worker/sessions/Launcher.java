package io.agentservice.worker.sessions;

import io.agentservice.wire.fleet.QueueEntry.Allow;
import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.claims.HeldClaim;
import io.agentservice.worker.files.OwnerOnly;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.network.pasta.Doors;
import io.agentservice.worker.network.pasta.Translation;
import io.agentservice.worker.network.policy.Reserved;
import io.agentservice.worker.process.RemoteEnvironment;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.sandbox.Enclosure;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.sandbox.Sandbox;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts the remotes of one session as the settings say. */
final class Launcher implements AutoCloseable {
  /** Ranges of this kind never lead to the machine itself ({@link Reserved}). */
  private static final NetworkPolicy ALL_BUT_THE_MACHINE =
      new NetworkPolicy(
          true,
          List.of(
              new Allow("*", null, null),
              new Allow(null, "0.0.0.0/0", null),
              new Allow(null, null, "::/0")));

  private final WorkerSettings settings;
  private final Supplier<NetworkPolicy> policy;
  private final Supplier<Optional<NetworkPolicy>> latest;
  private final Progress progress;
  private @Nullable SessionNetwork network;
  private @Nullable Doors doors;

  Launcher(WorkerSettings settings, NetworkPolicy policy, Progress progress) {
    this(settings, () -> policy, Optional::empty, progress);
  }

  /** With the policy of the claim, which people may widen. */
  Launcher(WorkerSettings settings, HeldClaim claim, Progress progress) {
    this(settings, () -> claim.entry().spec().networkPolicy(), claim::latestPolicy, progress);
  }

  private Launcher(
      WorkerSettings settings,
      Supplier<NetworkPolicy> policy,
      Supplier<Optional<NetworkPolicy>> latest,
      Progress progress) {
    this.settings = settings;
    this.policy = policy;
    this.latest = latest;
    this.progress = progress;
  }

  /** Whether the session reaches what its policy allows, and nothing else. */
  boolean enforcesPolicy() {
    if (!policy.get().enabled()) {
      return true;
    }
    var sandbox = settings.remote().isolation().sandbox();
    return sandbox != null
        && sandbox.separatesNetworks()
        && missing(settings.directories().work()) == null;
  }

  /**
   * {@code connectToken} is that of the latest claim or renewal, {@code workspace} the working
   * directory; {@code onExit} as in {@link RemoteProcess#start}.
   */
  RemoteProcess start(
      Path binary,
      URI gateway,
      String connectToken,
      SessionDirectory directory,
      Path workspace,
      Consumer<RemoteProcess.Exit> onExit)
      throws IOException {
    var user = settings.runAs();
    var missing = missing(workspace);
    var sandbox = missing == null ? settings.remote().isolation().sandbox() : null;
    var state = directory.state(user != null || sandbox != null);
    Files.deleteIfExists(directory.gateway()); // of an earlier network
    Files.deleteIfExists(directory.doors());
    var environment =
        RemoteEnvironment.of(settings.environment(), gateway, connectToken, directory, state, user);
    var port = settings.remote().ptyBridgePort();
    if (sandbox == null) {
      refuseUnlessEnforced(null);
      if (missing != null) {
        environment.put("AGENT_SANDBOX_MISSING", missing);
      }
      var launch = new RemoteProcess.Launch(binary, environment, workspace, port, user, null);
      return RemoteProcess.start(launch, directory, onExit);
    }
    if (sandbox.filtersAll() || (policy.get().enabled() && sandbox.separatesNetworks())) {
      close(); // that of an earlier remote
      network = SessionNetwork.open(directory, user, filtered(), latest, gateway);
    }
    refuseUnlessEnforced(network);
    var translation =
        !policy.get().enabled() && sandbox.translatesNetworks()
            ? Translation.to(gateway, sandbox.loopback())
            : null;
    var enclosure = enclosure(sandbox, binary, workspace, state, translation);
    var launch =
        new RemoteProcess.Launch(
            binary, enclosure.adapt(environment), workspace, port, user, enclosure);
    if (translation != null) {
      // Before the start: nothing can fail after it, and whoever adopts the remote finds it.
      var ports = translation.loopback().stream().map(String::valueOf).toList();
      directory.create();
      Files.write(directory.doors(), ports);
    }
    var remote = RemoteProcess.start(launch, directory, onExit);
    if (translation != null) {
      openDoors(directory, remote, translation.loopback());
    }
    return remote;
  }

  /** What the filter lets through. */
  private NetworkPolicy filtered() {
    return policy.get().enabled() ? policy.get() : ALL_BUT_THE_MACHINE;
  }

  private void openDoors(SessionDirectory directory, RemoteProcess remote, List<Integer> never) {
    if (doors != null) {
      doors.close(); // of an earlier remote
    }
    var what = "look for servers of " + directory.path().getFileName();
    doors =
        Doors.open(
            remote.pid(),
            never,
            reason -> progress.tell(new WorkerEvent.Retrying(what, reason, Doors.LOOK)));
  }

  /**
   * Why the session has none of the walls that it was to have; null: it has, or none are wanted.
   */
  private @Nullable String missing(Path workspace) {
    var isolation = settings.remote().isolation();
    if (isolation.sandbox() == null) {
      return isolation.equals(Isolation.NONE) ? null : isolation.words();
    }
    return isolation.required() ? null : Enclosure.obstacle(home(), workspace);
  }

  /** A directory of the session's own may be one that can't be walled in. */
  private void refuseUnlessEnforced(@Nullable SessionNetwork own) throws IOException {
    if (policy.get().enabled() && own == null && !settings.servesUnenforcedPolicies()) {
      throw new IOException("its network policy can't be enforced in this working directory");
    }
  }

  /** Of the sessions' user; null: they have one of their own. */
  private @Nullable String home() {
    var user = settings.runAs();
    var home = user == null ? null : user.home();
    return user == null
        ? settings.environment().get("HOME")
        : home == null ? null : home.toString();
  }

  private Enclosure enclosure(
      Sandbox sandbox, Path binary, Path workspace, Path state, @Nullable Translation translation)
      throws IOException {
    var user = settings.runAs();
    var ours = Stream.of(settings.directories().data(), settings.directories().cache());
    var home = Optional.ofNullable(settings.environment().get("AGENT_HOME")).map(Path::of);
    return new Enclosure(
        sandbox,
        binary.toAbsolutePath(),
        userWords(),
        workspace.toAbsolutePath().normalize(),
        state,
        Stream.concat(ours, home.stream()).map(path -> path.toAbsolutePath().normalize()).toList(),
        SessionDirectory.walledMirrors(settings.directories().data(), user),
        canary(),
        network == null ? null : network.network(),
        translation);
  }

  /** Goes on with the network of a remote that an earlier worker started. */
  void adopt(SessionDirectory directory, RemoteProcess remote) {
    try {
      network = SessionNetwork.again(directory, settings.runAs(), filtered(), latest);
      if (Files.exists(directory.doors())) {
        var ports = Files.readAllLines(directory.doors()).stream().map(Integer::valueOf).toList();
        openDoors(directory, remote, ports);
      }
    } catch (IOException _) {
      // It finds no way out: the gateway is away, and it ends.
    }
  }

  /** Nothing of the session runs here any more. A null workspace: it had none of its own. */
  void left(SessionDirectory directory, @Nullable Path workspace) {
    var sandbox = settings.remote().isolation().sandbox();
    if (sandbox != null) {
      try {
        var work = workspace == null ? settings.directories().work() : workspace;
        enclosure(sandbox, Path.of("/"), work, directory.state(true), null)
            .left(settings.environment().get("AGENT_GIT_MIRRORS_MAX_GB"));
      } catch (IOException _) {
        // The user of sessions can't be had: then none ran as that one.
      }
    }
  }

  private List<String> userWords() throws IOException {
    var user = settings.runAs();
    return user == null ? List.of() : user.prefix();
  }

  /** No remote of the session runs any more. */
  @Override
  public void close() {
    if (network != null) {
      network.close();
    }
    if (doors != null) {
      doors.close();
    }
  }

  private Path canary() throws IOException {
    var file = settings.directories().data().toAbsolutePath().resolve("canary");
    OwnerOnly.createFile(file);
    return file;
  }
}
