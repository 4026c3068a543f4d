package io.agentservice.cli;

import io.agentservice.client.JsonObject;
import io.agentservice.worker.loop.WorkerEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent up}: the whole service on this machine: a server, an outpost and a worker. */
@Command(
    name = "up",
    description = "Runs the service on this machine: a server and a worker. Ctrl-C ends both.",
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  static final String OUTPOST = "local";

  private static final int MOST_NAMED = 8;

  @Mixin private ServerCommand.Flags flags;
  @Mixin private Output output;

  @Option(
      names = "--in",
      paramLabel = "<directory>",
      description = "Where sessions work (default: the current directory)",
      defaultValue = "")
  private Path directory;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  UpCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    var in = directory(directory);
    var given = flags.over(System.getenv());
    var home = Home.of(given);
    var workerEnd = new CountDownLatch(1);
    var workerCode = new AtomicInteger();
    try (var cleanup = new Cleanup()) {
      var service = Service.start(home, given, cleanup);
      ServerCommand.announce(home, service.address(), cleanup);
      LocalWorker.ensureOutpost(service.client().fleet(), OUTPOST, "This machine (agent up)");
      var data = home.directory("worker");
      var settings =
          LocalWorker.settings(
              service.client(), service.workerKey(), OUTPOST, data, data.resolve("cache"), in);
      var worker =
          LocalWorker.start(
              settings,
              this::tell,
              code -> {
                workerCode.set(code);
                workerEnd.countDown();
              });
      cleanup.later(worker::stop);
      print(service, home, in);
      Service.missingModel(Service.settings(home, given), null)
          .map(why -> "sessions can't think yet: " + why)
          .or(() -> Service.unknownPrice(Service.settings(home, given), null))
          .ifPresent(why -> output.tell("agent: " + why));
      workerEnd.await();
    }
    if (!Cleanup.interrupted()) {
      throw CommandFailure.failed(
          "the worker ended with exit code " + workerCode.get(), "its last line says why");
    }
    return 0;
  }

  private void print(Service service, Home home, Path in) {
    output.result(
        JsonObject.of(
            "url",
            service.address(),
            "web_url",
            service.baseUrl(),
            "credentials",
            home.credentialsFile().toString(),
            "outpost",
            OUTPOST,
            "directory",
            in.toString()),
        (_, out) -> {
          out.println("API      " + service.address());
          out.println("web      " + service.baseUrl());
          out.println("key      in " + home.credentialsFile());
          out.println("work in  " + in + "  (outpost " + OUTPOST + ")");
          out.println("Ctrl-C ends the service; what it knows stays in " + home.path());
        });
  }

  private void tell(WorkerEvent event) {
    if (!Cleanup.interrupted()) {
      output.tell(event.line());
    }
  }

  /** The directory, absolute; it must be there. */
  static Path directory(Path given) {
    var absolute = given.toAbsolutePath().normalize();
    if (!Files.isDirectory(absolute)) {
      throw CommandFailure.usage(absolute + " is no directory", instead(absolute));
    }
    return absolute;
  }

  /** What there is in place of a directory that is not there. */
  private static String instead(Path missing) {
    var parent = missing.getParent();
    while (parent != null && !Files.isDirectory(parent)) {
      parent = parent.getParent();
    }
    if (parent == null || Files.exists(missing)) {
      return "give the directory that holds it";
    }
    try (var children = Files.list(parent)) {
      var names =
          children
              .filter(Files::isDirectory)
              .map(child -> child.getFileName().toString())
              .filter(name -> !name.startsWith("."))
              .sorted()
              .limit(MOST_NAMED)
              .toList();
      return names.isEmpty()
          ? "there is no directory in " + parent
          : "in %s there is %s".formatted(parent, String.join(", ", names));
    } catch (IOException | UncheckedIOException _) {
      return "give one that is there";
    }
  }
}
