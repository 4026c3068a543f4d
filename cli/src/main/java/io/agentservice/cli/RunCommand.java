package io.agentservice.cli;

import io.agentservice.client.AgentClient;
import io.agentservice.client.JsonObject;
import io.agentservice.worker.loop.WorkerEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code agent run}: one task in one directory, from the prompt to the diff. The session has an
 * outpost and a worker of its own, so that it works in this directory whatever else the service
 * does; both are gone afterwards.
 */
@Command(
    name = "run",
    description = "Has the agent do one task in a directory, and shows the diff.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  /** What the worker tells that matters to somebody who waits for a session. */
  private static final Set<String> TROUBLE =
      Set.of("failed", "retrying", "claim_refused", "binary_rejected", "restarting", "api_away");

  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(
      paramLabel = "<prompt>",
      description = "What the agent is to do; - reads it from standard input")
  private String prompt;

  @Option(
      names = "--in",
      paramLabel = "<directory>",
      defaultValue = "",
      description = "Where it works (default: the current directory)")
  private Path directory;

  @Option(
      names = "--model",
      paramLabel = "<model>",
      description = "As in AGENT_MODEL, e.g. anthropic:NAME, openai:NAME, replay:FILE")
  private @Nullable String model;

  @Option(
      names = "--timeout",
      paramLabel = "<seconds>",
      description = "Give up after this time (default: never)")
  private @Nullable Long timeoutSeconds;

  @Option(names = "--max-acus", paramLabel = "<n>", description = "Most that it may cost, in ACU")
  private @Nullable Integer maxAcus;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  RunCommand() {}

  @Override
  public Integer call() {
    var task = Prompts.read("prompt", prompt);
    var in = UpCommand.directory(directory);
    var timeout = timeoutSeconds == null ? null : Duration.ofSeconds(timeoutSeconds);
    if (timeout != null && !timeout.isPositive()) {
      throw CommandFailure.usage("--timeout must be at least 1", null);
    }
    var named = model == null ? null : Models.absolute(model);
    try (var cleanup = new Cleanup()) {
      var target = connection.find().orElse(null);
      var before = GitTree.of(in).orElse(null);
      var home = Home.of(System.getenv());
      if (target == null) {
        var service = startService(home, named, cleanup);
        target = new Connection.Target(service.client().baseUrl(), service.key());
      }
      var client = Connection.open(target);
      cleanup.later(client::close);
      var result = work(client, target.key(), home, in, body(task, named), timeout, cleanup);
      return summary(result, in, before);
    }
  }

  private Service startService(Home home, @Nullable String named, Cleanup cleanup) {
    var given = new HashMap<>(System.getenv());
    given.put("AGENT_PORT", "0");
    given.put("AGENT_BIND", "127.0.0.1");
    given.put("AGENT_REPLAY_MODELS", "true"); // the caller is the operator
    Service.missingModel(Service.settings(home, given), named)
        .ifPresent(why -> {
          throw CommandFailure.usage(why, "or name one with --model");
        });
    Service.unknownPrice(Service.settings(home, given), named)
        .ifPresent(why -> output.tell("agent: " + why));
    ServerLog.toFile(home.file("run.log"));
    output.tell("no service is running here: starting one for this run");
    return Service.start(home, given, cleanup);
  }

  private WorkSession.Result work(
      AgentClient client,
      String key,
      Home home,
      Path in,
      JsonObject body,
      @Nullable Duration timeout,
      Cleanup cleanup) {
    var name = "run-" + HexFormat.of().toHexDigits(new SecureRandom().nextInt());
    var data = home.directory("runs").resolve(name);
    cleanup.later(() -> delete(data));
    var outpost = LocalWorker.createOutpost(client.fleet(), name, "agent run in " + in);
    cleanup.later(() -> client.fleet().deleteOutpost(outpost, true));
    var watched = new AtomicReference<@Nullable WorkSession>();
    var cache = home.directory("worker").resolve("cache");
    var worker =
        LocalWorker.start(
            LocalWorker.settings(client, home.credentials().forWorker(key), name, data, cache, in),
            this::tell,
            _ -> {
              var session = watched.get();
              if (session != null) {
                session.workerGone();
              }
            });
    cleanup.later(worker::stop);
    body.fields().put("platform", name);
    var session = WorkSession.create(connection.sessions(client), body, cleanup);
    watched.set(session);
    if (worker.ended()) {
      session.workerGone();
    }
    return session.watch(timeout, output.events());
  }

  private JsonObject body(String task, @Nullable String named) {
    return JsonObject.of("prompt", task, "model", named, "max_acu_limit", maxAcus);
  }

  private void tell(WorkerEvent event) {
    if (TROUBLE.contains(event.event()) && !Cleanup.interrupted()) {
      output.tell("worker: " + event.line());
    }
  }

  private int summary(WorkSession.Result result, Path in, @Nullable GitTree before) {
    var diff =
        before == null ? null : GitTree.of(in).map(after -> after.diffSince(before)).orElse(null);
    var colours = output.colours();
    boolean finished = result.ending() == WorkSession.Ending.FINISHED;
    output.result(
        JsonObject.of(
            "type",
            "summary",
            "outcome",
            result.ending().name().toLowerCase(Locale.ROOT),
            "duration_millis",
            result.took().toMillis(),
            "divergences",
            result.divergences(),
            "diff",
            diff,
            "session",
            result.session()),
        (plain, out) -> {
          out.println();
          var shown = plain.text("diff");
          if (shown == null) {
            out.println(in + " is no git repository: there is no diff to show");
          } else if (shown.isBlank()) {
            out.println("no file was changed");
          } else {
            shown.lines().map(colours::diff).forEach(out::println);
          }
          out.println();
          var line =
              "%s in %s, %s"
                  .formatted(
                      result.ending().words(),
                      EventPrinter.seconds(result.took().toMillis()),
                      WorkSession.cost(result));
          out.println(finished ? colours.green(line) : colours.red(line));
          out.println("session " + plain.object("session").text("session_id"));
        });
    return finished ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void delete(Path data) {
    try {
      Trees.delete(data);
    } catch (IOException e) {
      throw CommandFailure.failed("could not delete " + data + ": " + e.getMessage(), null);
    }
  }
}
