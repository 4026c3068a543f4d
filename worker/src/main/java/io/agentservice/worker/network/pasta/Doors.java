package io.agentservice.worker.network.pasta;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Servers of a session whose network is its own, as the machine's loopback has them: a person looks
 * at them in a browser, and {@code attach} comes in. A door is a process, since it is in both
 * networks.
 */
public final class Doors implements AutoCloseable {
  /** How long after a look the next one is. */
  public static final Duration LOOK = Duration.ofMillis(250);

  private static final int MOST = 64;
  private static final int LOWEST = 1024;

  /**
   * The process whose network it is, the port and the number of the call. Takes the port, then goes
   * into that network; ends with its standard input.
   */
  private static final String SCRIPT =
      """
      my ($pid, $port, $setns, $visitors) = (@ARGV, 0);
      socket my $door, 2, 1, 0 or exit;
      setsockopt $door, 1, 2, 1; # the address is free at once
      bind $door, pack('S n C4 x8', 2, $port, 127, 0, 0, 1) and listen $door, 64 or exit;
      open my $network, '<', "/proc/$pid/ns/net" or exit;
      my $owner = ioctl($network, 0xb701, 0) or exit;
      syscall($setns, $owner + 0, 0x10000000) == 0 or exit;
      syscall($setns, fileno $network, 0x40000000) == 0 or exit;
      $SIG{CHLD} = sub { $visitors-- while waitpid(-1, 1) > 0 };
      while (1) {
        my $ready = '';
        vec($ready, $_, 1) = 1 for fileno $door, 0;
        next if select($ready, undef, undef, undef) < 1;
        exit if vec $ready, 0, 1;
        accept my $visitor, $door or next;
        next if $visitors >= 100;
        $visitors++;
        next if fork // exit;
        $SIG{CHLD} = 'DEFAULT';
        close $door;
        my $server;
        socket $server, 2, 1, 0 and connect $server, pack('S n C4 x8', 2, $port, 127, 0, 0, 1)
          or socket $server, 10, 1, 0 and connect $server, pack('S n N x15 C N', 10, $port, 0, 1, 0) or exit;
        my $back = fork // exit;
        my ($from, $to) = $back ? ($visitor, $server) : ($server, $visitor);
        while (sysread $from, my $bytes, 65536) {
          for (my $done = 0; $done < length $bytes; ) {
            $done += syswrite($to, $bytes, 65536, $done) || exit;
          }
        }
        shutdown $to, 1;
        waitpid $back, 0 if $back;
        exit;
      }\
      """;

  private final long pid;
  private final Supplier<Set<Integer>> servers;
  private final Consumer<String> trouble;
  private boolean inTrouble;
  private final Map<Integer, Process> doors = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Doors(long pid, Supplier<Set<Integer>> servers, Consumer<String> trouble) {
    this.pid = pid;
    this.servers = servers;
    this.trouble = trouble;
  }

  /**
   * Opens one for each server, until it is closed.
   *
   * @param pid a process whose network it is
   * @param never ports of the machine's that are the session's too
   * @param trouble told why nobody can look what there is, once until it works again
   */
  public static Doors open(long pid, List<Integer> never, Consumer<String> trouble) {
    var excepted = Set.copyOf(never);
    return open(pid, () -> listening(pid, excepted), trouble);
  }

  static Doors open(long pid, Supplier<Set<Integer>> servers, Consumer<String> trouble) {
    var doors = new Doors(pid, servers, trouble);
    Thread.ofVirtual().name("doors of " + pid).start(doors::look);
    return doors;
  }

  private void look() {
    try {
      do {
        lookOnce();
      } while (!closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      adjust(Set.of());
    }
  }

  /**
   * No wall depends on doors, and the session goes on without: what goes wrong is told, the doors
   * that are open stay, and the next look may be better.
   */
  private void lookOnce() {
    try {
      adjust(servers.get());
      inTrouble = false;
    } catch (RuntimeException e) {
      if (!inTrouble) {
        inTrouble = true;
        trouble.accept(e.toString());
      }
    }
  }

  private void adjust(Set<Integer> ports) {
    doors
        .entrySet()
        .removeIf(door -> {
          boolean goes = !ports.contains(door.getKey());
          if (goes) {
            door.getValue().descendants().forEach(ProcessHandle::destroy);
            door.getValue().destroyForcibly();
          }
          return goes;
        });
    for (int port : ports) {
      if (doors.size() < MOST && !doors.containsKey(port)) {
        open(port);
      }
    }
  }

  /** One whose port is taken ends at once, and is not tried again while that server is there. */
  private void open(int port) {
    boolean arm = System.getProperty("os.arch", "").equals("aarch64");
    var builder =
        new ProcessBuilder(
            "perl", "-e", SCRIPT, Long.toString(pid), Integer.toString(port), arm ? "268" : "308");
    builder.environment().keySet().retainAll(Set.of("PATH")); // ours holds the worker's token
    builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    try {
      doors.put(port, builder.start());
    } catch (IOException _) {
      // No more processes here: the next look tries it again.
    }
  }

  /** What servers of that network listen at. */
  private static Set<Integer> listening(long pid, Set<Integer> never) {
    var ports = new TreeSet<Integer>();
    if (!hasItsOwn(pid)) {
      return ports;
    }
    for (var table : List.of("tcp", "tcp6")) {
      try {
        Files.readAllLines(Path.of("/proc", Long.toString(pid), "net", table)).stream()
            .skip(1)
            .map(line -> line.strip().split("\\s+"))
            .filter(words -> words.length > 3 && words[3].equals("0A"))
            .map(words -> Integer.parseInt(words[1].replaceFirst(".*:", ""), 16))
            .filter(port -> port >= LOWEST && !never.contains(port))
            .forEach(ports::add);
      } catch (IOException _) {
        // It has ended, or the kernel has no IPv6.
      }
    }
    return ports;
  }

  /** It starts in the machine's network. */
  private static boolean hasItsOwn(long pid) {
    try {
      var own = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
      return !own.equals(Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns/net")));
    } catch (IOException _) {
      return false; // it has ended
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
