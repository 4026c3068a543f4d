package io.agentservice.e2e.fleet;

import io.agentservice.e2e.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Workers with fixed identities on a few machines: those of one machine share its data directory,
 * as docs/worker.md wants it.
 */
final class Fleet {
  private final Installation installation;
  private final Map<String, Worker> workers = new LinkedHashMap<>();

  Fleet(Installation installation, Path directory, int workers, int machines) {
    this.installation = installation;
    for (int i = 0; i < workers; i++) {
      var name = "worker-" + i;
      this.workers.put(name, new Worker(name, directory.resolve("machine-" + i % machines)));
    }
  }

  void start() throws IOException {
    for (var worker : workers.values()) {
      worker.start();
    }
  }

  /** The worker that claims under this name. */
  Worker worker(String acceptor) {
    var worker = workers.get(acceptor);
    if (worker == null) {
      throw new AssertionError("a stranger holds a claim: " + acceptor);
    }
    return worker;
  }

  /** The data directories, one for each machine. */
  List<Path> machines() {
    return workers.values().stream().map(worker -> worker.machine).distinct().toList();
  }

  boolean allRun() {
    return workers.values().stream().allMatch(Worker::runs);
  }

  int restarts() {
    return workers.values().stream().mapToInt(worker -> worker.starts - 1).sum();
  }

  /** SIGTERM to all of them at once; answers how many ended with which code. */
  Map<Integer, Integer> stop() throws InterruptedException {
    var processes = new ArrayList<Process>();
    for (var worker : workers.values()) {
      processes.add(worker.process());
    }
    processes.forEach(Process::destroy);
    var codes = new TreeMap<Integer, Integer>();
    for (var process : processes) {
      boolean ended = process.waitFor(120, TimeUnit.SECONDS);
      codes.merge(ended ? process.exitValue() : -1, 1, Integer::sum);
    }
    return codes;
  }

  /** One worker, over all its lives. */
  final class Worker {
    private final String name;
    private final Path machine;
    private volatile Process process;
    private volatile int starts;

    @SuppressWarnings("NullAway.Init") // the process comes with the start
    private Worker(String name, Path machine) {
      this.name = name;
      this.machine = machine;
    }

    synchronized void start() throws IOException {
      process = installation.startWorker(name, machine, "--acceptor-id=" + name);
      starts++;
    }

    synchronized void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }

    boolean runs() {
      return process.isAlive();
    }

    Process process() {
      return process;
    }

    /** The remote of a session on this machine as {@code remote.pid} names it, if it lives. */
    Optional<ProcessHandle> remote(String session) {
      var file = machine.resolve("sessions").resolve(session).resolve("remote.pid");
      try {
        long pid = Long.parseLong(Files.readString(file).split(" ", 2)[0]);
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
      } catch (IOException | NumberFormatException _) {
        return Optional.empty();
      }
    }

    @Override
    public String toString() {
      return name + " on " + machine.getFileName();
    }
  }
}
