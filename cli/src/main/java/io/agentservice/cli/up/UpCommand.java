package io.agentservice.cli.up;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.Closing;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.LocalWorker;
import io.agentservice.cli.service.ServerCommand;
import io.agentservice.cli.service.Service;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.workplace.GivenDirectory;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.loop.WorkerEvent;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent up}: the whole service on this machine: a server, an outpost and a worker. */
@Command(
    name = "up",
    description = "Runs the service on this machine: a server and a worker. Ctrl-C ends both.",
    mixinStandardHelpOptions = true)
public final class UpCommand implements Callable<Integer> {
  @Mixin private ServerCommand.Flags flags;
  @Mixin private Output output;

  @Option(
      names = "--in",
      paramLabel = "<directory>",
      description = "Where sessions work (default: the current directory)",
      defaultValue = "")
  private Path directory;

  @Option(
      names = "--workers",
      paramLabel = "<n>",
      description =
          "How many sessions work at a time (default: one for each core, at most 4, where there is git): each in a checkout of its own, its result a branch; 1: in the directory itself")
  private @Nullable Integer number;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  UpCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    var in = GivenDirectory.of(directory);
    var given = flags.over(GivenSettings.of(System.getenv()));
    var home = Home.of(given);
    var workers = UpWorkers.of(number, in, output::tell);
    var workerEnd = new CountDownLatch(1);
    var workerCode = new AtomicInteger();
    try (var cleanup = new Cleanup()) {
      var only = home.lock("`agent up`");
      cleanup.later(() -> Closing.quietly(only));
      var service = UpService.open(home, given, output, cleanup);
      LocalWorker.ensureOutpost(
          service.client().fleet(), LocalWorker.OUTPOST, "This machine (agent up)");
      workers.start(
          service,
          home,
          in,
          new UpWorkers.Reports(this::tell, output::tell),
          code -> {
            workerCode.set(code);
            workerEnd.countDown();
          },
          cleanup);
      print(service, home, in, workers);
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

  private void print(UpService service, Home home, Path in, UpWorkers workers) {
    output.result(
        JsonObject.of(
            "url",
            service.address(),
            "web_url",
            service.baseUrl(),
            "credentials",
            home.credentialsFile().toString(),
            "outpost",
            LocalWorker.OUTPOST,
            "directory",
            in.toString(),
            "workers",
            workers.number()),
        (_, out) -> {
          out.println("API      " + service.address());
          out.println("web      " + service.baseUrl());
          out.println("key      in " + home.credentialsFile());
          out.println("work     " + workers.words(in) + "  (outpost " + LocalWorker.OUTPOST + ")");
          out.println("Ctrl-C ends the service; what it knows stays in " + home.path());
        });
  }

  private void tell(WorkerEvent event) {
    if (!Cleanup.interrupted()) {
      output.tell(EventLines.of(event));
    }
  }
}
