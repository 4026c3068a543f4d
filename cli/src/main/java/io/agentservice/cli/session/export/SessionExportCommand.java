package io.agentservice.cli.session.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.BuildVersion;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.AgentClient;
import io.agentservice.client.sessions.Session;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent session export}. */
@Command(
    name = "export",
    description = {
      "Writes a session into one file: its events, messages, costs, patch, attachments and audit records.",
      "It holds what your key may read; its manifest says what is missing. `agent session replay` runs its tool calls again."
    },
    mixinStandardHelpOptions = true)
public final class SessionExportCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
  private String id;

  @Option(
      names = "--output",
      paramLabel = "<file>",
      description = "A zip file that is not there yet (default: the session's id with .zip, here)")
  private @Nullable Path file;

  @Option(
      names = "--transcript",
      paramLabel = "<file>",
      description =
          "Write what the model said as a recording for replay: models; without --output only that")
  private @Nullable Path transcript;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionExportCommand() {}

  @Override
  public Integer call() {
    return connection.callService((client, org) -> {
      var session = client.sessions(org).get(id);
      var recording = transcript;
      if (recording != null) {
        transcribe(client, org, session, recording);
      }
      if (file != null || recording == null) {
        export(client, org, session);
      }
      return 0;
    });
  }

  private void export(AgentClient client, String org, Session session) {
    var place = Objects.requireNonNullElseGet(file, () -> Path.of(session.id() + ".zip"));
    try (var cleanup = new Cleanup()) {
      var whole = WholeFile.at(place);
      cleanup.later(whole::close);
      var scratch = whole.another();
      cleanup.later(scratch::close);
      var export = new SessionExport(client, org, session, Clock.systemUTC());
      JsonObject about;
      try (var archive = new Archive(whole.temporary())) {
        about = export.write(archive, scratch.temporary(), new BuildVersion().version());
      }
      whole.keep();
      told(whole.target(), about);
      export.missing().forEach(what -> output.tell("agent: not in it is " + what));
    } catch (IOException e) {
      throw unwritable(place, e);
    }
  }

  /** What was taken away because of a signal could have been written. */
  private static CommandFailure unwritable(Path place, IOException e) {
    return Cleanup.interrupted()
        ? CommandFailure.interrupted("nothing was left; run it again")
        : WholeFile.unwritable(place, e);
  }

  private void told(Path target, JsonObject about) {
    var events = about.object("events");
    output.result(
        JsonObject.of(
            "file",
            target.toString(),
            "session_id",
            about.text("session_id"),
            "last_seq",
            events.number("last_seq", 0),
            "ended",
            about.isTrue("ended"),
            "missing",
            about.list("missing")),
        (plain, out) ->
            out.printf(
                "%s: %,d events%s%n",
                plain.text("file"),
                events.number("count", 0),
                plain.isTrue("ended")
                    ? ""
                    : ", up to number %d: the session has not ended"
                        .formatted(plain.number("last_seq", 0))));
  }

  private void transcribe(AgentClient client, String org, Session session, Path place) {
    try (var cleanup = new Cleanup()) {
      var whole = WholeFile.at(place);
      cleanup.later(whole::close);
      Transcript recording;
      try (var out = Files.newBufferedWriter(whole.temporary(), UTF_8)) {
        recording = new Transcript(out, session.id());
        SessionExport.events(client, org, session.id(), recording::take);
        recording.end();
      }
      if (recording.turns() == 0) {
        throw CommandFailure.failed("the model has said nothing in this session yet", null);
      }
      whole.keep();
      told(whole.target(), recording);
    } catch (UncheckedIOException e) {
      throw unwritable(place, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unwritable(place, e);
    }
  }

  private void told(Path target, Transcript recording) {
    output.result(
        JsonObject.of("transcript", target.toString(), "turns", recording.turns()),
        (plain, out) ->
            out.printf("%s: %,d turns%n", plain.text("transcript"), plain.number("turns", 0)));
    if (recording.others() > 0) {
      output.tell(
          "agent: it starts other sessions %d times; record them, too, and put them under children"
              .formatted(recording.others()));
    }
  }
}
