package io.agentservice.remote.walls;

import io.agentservice.wire.frames.ToServer.Isolation;
import io.agentservice.wire.frames.ToServer.Trial;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tries, at the start, what walls must keep from and must let be: they are seen, not believed. */
public final class Walls {
  /** Set by a worker that walls its sessions in, to what does it. */
  private static final String SANDBOX = "AGENT_SANDBOX";

  /** Set by a worker that would, or would give a network of its own, had it not this reason. */
  private static final String MISSING = "AGENT_SANDBOX_MISSING";

  /** A file of the worker's, which must not be there. */
  private static final String CANARY = "AGENT_SANDBOX_CANARY";

  /** Set besides to the socket of the only way out, where the session's network is its own. */
  private static final String FILTER = "AGENT_NETWORK_SOCKET";

  /** Set to the kernel's name of the machine's network where the session's is another one. */
  private static final String NETWORK = "AGENT_SANDBOX_NETWORK";

  private static final List<String> SOCKETS =
      List.of("run/docker.sock", "run/containerd/containerd.sock", "run/dbus/system_bus_socket");

  private final Path root;
  private final Map<String, String> variables;
  private final List<Trial> trials = new ArrayList<>();

  private Walls(Path root, Map<String, String> variables) {
    this.root = root;
    this.variables = variables;
  }

  /** Whether the worker says that there are walls. */
  public static boolean promised(Map<String, String> variables) {
    return variables.containsKey(SANDBOX);
  }

  /**
   * What came of all trials; starts no process. Null when the worker says nothing of walls.
   *
   * @param work the working directory
   */
  public static @Nullable Isolation tried(Map<String, String> variables, Path work) {
    return tried(Path.of("/"), variables, work);
  }

  static @Nullable Isolation tried(Path root, Map<String, String> variables, Path work) {
    var by = variables.get(SANDBOX);
    if (by == null) {
      var missing = variables.get(MISSING);
      return missing == null ? null : new Isolation("none", missing, List.of());
    }
    return new Isolation(by, variables.get(MISSING), new Walls(root, variables).all(work));
  }

  private List<Trial> all(Path work) {
    var canary = variables.get(CANARY);
    refused("read the worker's files", canary != null && isThere(canary.substring(1)));
    for (var directory : List.of("usr", "etc", "opt")) {
      refused("write /" + directory, isMade(root.resolve(directory)));
    }
    refused(
        "change settings of the kernel", isOpened(root.resolve("proc/sys/kernel/core_pattern")));
    refused("see processes of others", foreignProcesses() > 0);
    refused("speak to services of the machine", SOCKETS.stream().anyMatch(this::isThere));
    refused(
        "see disks and memory",
        Stream.of("sda", "vda", "nvme0", "mem", "kmsg")
            .anyMatch(device -> isThere("dev/" + device)));
    var status = status();
    refused(
        "use rights of root",
        status.stream().anyMatch(line -> line.matches("Cap(Prm|Eff|Bnd|Amb):\\s*0*[1-9a-f].*")));
    refused("gain rights", status.contains("NoNewPrivs:\t0"));
    refused("use every system call", status.contains("Seccomp:\t0"));
    var filter = variables.get(FILTER);
    if (filter != null) {
      refused("reach the network past the filter", hasRoutes() || reaches("192.0.2.1"));
      wanted("reach the filter", isListening(Path.of(filter)));
    }
    var machines = variables.get(NETWORK);
    if (machines != null) {
      refused("use the machine's network", isNetwork(machines));
      refused("reach the metadata of a cloud", reaches("169.254.169.254"));
    }
    var home = variables.get("HOME");
    var temporary = root.resolve("tmp");
    wanted("write the working directory", isMade(work));
    wanted("write its home", home == null || isMade(root.resolve(home.substring(1))));
    wanted("write temporary files", !Files.exists(temporary) || isMade(temporary));
    return List.copyOf(trials);
  }

  /** A network of its own leads nowhere but to itself. */
  private boolean hasRoutes() {
    return lines("proc/net/route").stream().skip(1).anyMatch(line -> !line.startsWith("lo"))
        || lines("proc/net/ipv6_route").stream().anyMatch(line -> !line.endsWith(" lo"));
  }

  private boolean isNetwork(String name) {
    try {
      return Files.readSymbolicLink(root.resolve("proc/self/ns/net")).toString().equals(name);
    } catch (IOException _) {
      return false;
    }
  }

  /** Whether there is a route (to RFC 5737's address of nobody, say); nothing is sent. */
  private static boolean reaches(String address) {
    try (var channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(InetAddress.ofLiteral(address), 9));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean isListening(Path socket) {
    try (var _ = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private void refused(String what, boolean works) {
    trials.add(new Trial(what, false, works));
  }

  private void wanted(String what, boolean works) {
    trials.add(new Trial(what, true, works));
  }

  private boolean isThere(String path) {
    return Files.exists(root.resolve(path));
  }

  private static boolean isMade(Path directory) {
    try {
      Files.delete(Files.createTempFile(directory, ".agent-probe", ""));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean isOpened(Path file) {
    try (var _ = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** Behind walls the remote is the first process, and at its start the only one. */
  private long foreignProcesses() {
    var own = Long.toString(ProcessHandle.current().pid());
    try (var names = Files.list(root.resolve("proc"))) {
      return names
          .map(path -> path.getFileName().toString())
          .filter(name -> name.matches("[0-9]+") && !name.equals(own))
          .count();
    } catch (IOException _) {
      return 0;
    }
  }

  private List<String> status() {
    return lines("proc/self/status");
  }

  private List<String> lines(String file) {
    try {
      return Files.readAllLines(root.resolve(file));
    } catch (IOException _) {
      return List.of();
    }
  }
}
