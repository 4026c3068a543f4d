package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.session.export.WholeFile;
import io.agentservice.cli.terminal.Output;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent session read}: a file of a session's machine. */
@Command(
    name = "read",
    description = {
      "Shows a file of a session's machine, secrets masked.",
      "A terminal gets its text without what a terminal would obey; pipes and files get its bytes."
    },
    mixinStandardHelpOptions = true)
final class SessionReadCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
  private String id;

  @Parameters(
      index = "1",
      paramLabel = "<path>",
      description = "Below the session's working directory")
  private String path;

  @Option(
      names = "--output",
      paramLabel = "<file>",
      description = "Write it there instead; a file that is not there yet")
  private @Nullable Path file;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionReadCommand() {}

  @Override
  public Integer call() {
    var place = file;
    if (place == null) {
      output.bytes(read());
    } else {
      write(place);
    }
    return 0;
  }

  private byte[] read() {
    return connection.call(sessions -> sessions.readFile(id, path));
  }

  private void write(Path place) {
    try (var cleanup = new Cleanup()) {
      var whole = WholeFile.at(place);
      cleanup.later(whole::close);
      byte[] bytes = read();
      Files.write(whole.temporary(), bytes);
      whole.keep();
      output.result(
          JsonObject.of("file", whole.target().toString(), "size", bytes.length),
          (plain, out) ->
              out.printf("%s: %,d bytes%n", plain.text("file"), plain.number("size", 0)));
    } catch (IOException e) {
      throw WholeFile.unwritable(place, e);
    }
  }
}
