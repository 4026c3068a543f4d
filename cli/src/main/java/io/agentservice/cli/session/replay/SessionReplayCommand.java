package io.agentservice.cli.session.replay;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Interrupts;
import io.agentservice.cli.service.ServerLog;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent session replay}. */
@Command(
    name = "replay",
    description = {
      "Carries out the tool calls of an exported session again and compares what comes with what was recorded.",
      "Without a model and a service, within walls as `agent run`. Commands of the file run on this machine: replay what you trust."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every call gave what was recorded",
      "1:one did not; the first is shown",
      "2:it could not be replayed",
      "130:interrupted"
    },
    mixinStandardHelpOptions = true)
public final class SessionReplayCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Parameters(index = "0", paramLabel = "<file>", description = "What `agent session export` wrote")
  private Path file;

  @Option(
      names = "--in",
      paramLabel = "<directory>",
      description = {
        "Where to work, and to keep what comes of it; one with files is taken as it stands",
        "Default: a fresh checkout of what the session began with, which is deleted in the end"
      })
  private @Nullable Path directory;

  @Option(
      names = "--clone",
      description =
          "Have git fetch, as you, the repositories that the file names; its commands then see what they hold")
  private boolean clones;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionReplayCommand() {}

  @Override
  public Integer call() {
    try {
      return replay();
    } catch (CommandFailure e) { // 1 says that something differs
      if (Cleanup.interrupted()) {
        return Interrupts.EXIT_CODE; // what a call then comes to is its doing
      }
      throw e.exitCode() == ExitCode.SOFTWARE
          ? CommandFailure.usage(String.valueOf(e.getMessage()), e.hint())
          : e;
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(
          "%s can't be replayed: %s".formatted(file, e.getMessage()), "export the session again");
    }
  }

  private int replay() {
    var home = Home.of(GivenSettings.of(System.getenv()));
    try (var export = ExportFile.open(file);
        var cleanup = new Cleanup()) {
      var recording = new Recording();
      boolean asWritten = export.events(recording::take);
      var place = Place.in(home, this::tell);
      cleanup.later(place::close);
      ServerLog.toFile(place.log());
      if (!asWritten) {
        tell("the events are not those that were exported: somebody has changed them");
      }
      if (!export.manifest().isTrue("ended")) {
        tell(
            "the session had not ended: it is replayed up to event "
                + export.manifest().object("events").number("last_seq", 0));
      }
      if (recording.moved()) {
        tell("the session changed machines: what ran in the background there may be missing here");
      }
      var work = work(recording, place);
      var machine = ReplayMachine.start(place, work, recording.directory(), this::tell, cleanup);
      var replay = new Replay(export, machine, recording.directory(), this::step, this::tell);
      var result = replay.run();
      if (Cleanup.interrupted()) {
        return Interrupts.EXIT_CODE; // a call that was killed is no difference
      }
      output.result(result, SessionReplayCommand::show);
      return "same".equals(result.text("outcome")) ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private Path work(Recording recording, Place place) {
    var checkout = new Checkout(recording, clones, this::tell);
    var named = directory;
    if (named == null) {
      return checkout.into(place.work());
    }
    try {
      var work = Files.createDirectories(named).toRealPath();
      return isEmpty(work) ? checkout.into(work) : work;
    } catch (IOException e) {
      throw CommandFailure.usage("can't work in %s: %s".formatted(named, e.getMessage()), null);
    }
  }

  private static boolean isEmpty(Path work) throws IOException {
    try (Stream<Path> files = Files.list(work)) {
      return files.findFirst().isEmpty();
    }
  }

  private void tell(String line) {
    if (!Cleanup.interrupted()) {
      output.tell("agent: " + line);
    }
  }

  private void step(String call, String outcome) {
    var out = output.progress();
    out.println(output.colours().dim("%s: %s".formatted(PlainText.line(call), outcome)));
    out.flush();
  }

  private static void show(JsonObject result, PrintWriter out) {
    var divergence = result.object("divergence");
    if (result.fields().containsKey("divergence")) {
      out.printf(
          "%nstep %d (event %d), %s, came out in another way:%n",
          divergence.number("step", 0), divergence.number("seq", 0), divergence.text("tool"));
      divergence.list("difference").forEach(line -> out.println("  " + line));
    }
    var taken = result.object("taken_from_the_log").fields();
    out.printf(
        "%n%s: %,d of %,d calls gave what was recorded%s%n",
        result.text("outcome"),
        result.number("same", 0),
        result.number("calls", 0),
        taken.isEmpty()
            ? ""
            : ", taken from the log: "
                + taken.entrySet().stream()
                    .map(one -> "%s %s".formatted(one.getValue(), one.getKey()))
                    .collect(Collectors.joining(", ")));
  }
}
