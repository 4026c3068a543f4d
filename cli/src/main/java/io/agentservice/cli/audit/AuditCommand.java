package io.agentservice.cli.audit;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.AgentClient;
import io.agentservice.server.base.audit.AuditCheck;
import io.agentservice.server.base.audit.AuditCheck.Head;
import io.agentservice.server.base.audit.AuditCheck.Verdict;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** {@code agent audit}: what was done, also as a file, and whether that is still what it was. */
@Command(
    name = "audit",
    description =
        "Shows what was done; exports the audit log and checks an export, without the service.",
    mixinStandardHelpOptions = true,
    subcommands = {
      AuditList.class,
      AuditCommand.Export.class,
      AuditCommand.Verify.class,
      AuditCommand.HeadOfLog.class
    })
public final class AuditCommand extends Group {
  private static final String NOTHING_SEALED = "nothing is sealed yet";

  @Command(
      name = "export",
      description = {
        "Prints the audit log of the account as JSON lines, oldest first.",
        "The head of its chain goes to standard error: note it where nobody of the service can write."
      },
      mixinStandardHelpOptions = true)
  static final class Export implements Callable<Integer> {
    @Mixin private Connection connection;
    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Export() {}

    @Override
    public Integer call() {
      var head = connection.callPlain(this::print);
      output.tell(head.map(known -> "head " + known).orElse(NOTHING_SEALED));
      return 0;
    }

    /**
     * The log up to its head, which is asked for first. Records that are sealed meanwhile are left
     * to the next export: one of them may stand before a record that was written without its seal.
     */
    private Optional<Head> print(AgentClient client) {
      var pages = new AuditPages(client);
      var head = pages.head();
      long end = head.map(Head::position).orElse(0L);
      pages.oldestFirst(records -> {
        records.stream()
            .filter(record -> AuditPages.position(record) <= end)
            .forEach(record -> output.out().println(PlainText.json(record.toString())));
        if (output.lost()) {
          throw CommandFailure.failed(
              "the export can't be written: what was printed lacks its end",
              "make room where standard output goes, then export again");
        }
      });
      return head;
    }
  }

  @Command(
      name = "head",
      description = "Prints a head of the chain, to be noted elsewhere.",
      mixinStandardHelpOptions = true)
  static final class HeadOfLog implements Callable<Integer> {
    @Mixin private Connection connection;
    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    HeadOfLog() {}

    @Override
    public Integer call() {
      var head =
          connection
              .callPlain(client -> new AuditPages(client).head())
              .orElseThrow(() ->
                  CommandFailure.failed(NOTHING_SEALED, "records are sealed some seconds later"));
      output.result(
          JsonObject.of("position", head.position(), "hash", head.hash()),
          (_, out) -> out.println(head));
      return 0;
    }
  }

  @Command(
      name = "verify",
      description = {
        "Checks an export, without the service, and names the first record that was changed, removed or put in.",
        "Only a head that was noted elsewhere shows that the end is missing, or that all was written anew."
      },
      mixinStandardHelpOptions = true)
  static final class Verify implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "<file>", description = "What `agent audit export` wrote")
    private Path file;

    @Option(
        names = "--head",
        paramLabel = "<position:hash>",
        description = "A head that was noted when the log was longer or as long as then")
    private @Nullable String head;

    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Verify() {}

    @Override
    public Integer call() {
      return switch (verdict()) {
        case Verdict.Whole(Head last, int unsealed) -> {
          var answer =
              JsonObject.of(
                  "verdict",
                  "whole",
                  "position",
                  last.position(),
                  "hash",
                  last.hash(),
                  "unsealed",
                  unsealed);
          output.result(
              answer,
              (_, out) ->
                  out.printf(
                      "whole: %d records, %d unsealed%nhead %s%n",
                      last.position(), unsealed, last));
          yield 0;
        }
        case Verdict.Broken(String what, long position, String detail) -> {
          var answer = JsonObject.of("verdict", what, "position", position, "detail", detail);
          output.result(
              answer, (_, out) -> out.printf("%s at place %d: %s%n", what, position, detail));
          yield 1;
        }
      };
    }

    private Verdict verdict() {
      var check = new AuditCheck(anchor());
      try (var lines = Files.newBufferedReader(file)) {
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          check.take(record(line, ++number));
        }
      } catch (NoSuchFileException e) {
        throw CommandFailure.usage(
            "there is no file " + file, "write one with `agent audit export`");
      } catch (IOException e) {
        throw CommandFailure.failed("%s can't be read: %s".formatted(file, e.getMessage()), null);
      }
      return check.finish();
    }

    private @Nullable Head anchor() {
      var anchor = head == null ? null : Head.parse(head);
      if (head != null && anchor == null) {
        throw CommandFailure.usage(
            "'%s' is no head".formatted(head), "it is what `agent audit head` printed");
      }
      return anchor;
    }

    private ObjectNode record(String line, int number) {
      try {
        if (Json.MAPPER.readTree(line) instanceof ObjectNode record) {
          return record;
        }
      } catch (JacksonException _) {
        // The same message serves.
      }
      throw CommandFailure.failed(
          "line %d of %s is no record of an audit log".formatted(number, file),
          "a file has one JSON object on a line");
    }
  }
}
