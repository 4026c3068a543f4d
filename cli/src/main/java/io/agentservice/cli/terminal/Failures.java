package io.agentservice.cli.terminal;

import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Interrupts;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientException;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * How a command says that it failed: one line on standard error, what is wrong and what to do; with
 * {@code --json} one object with {@code code}, {@code detail} and {@code hint}.
 */
public final class Failures {
  private static final String JSON = "--json";
  private static final Set<String> TEXTS = Set.of("<prompt>", "<text>", "<title>", "<name>");

  private Failures() {}

  /** A command was begun and failed; returns the exit code. */
  public static int ofCommand(
      Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
    if (!Cleanup.interrupted()) {
      tell(commandLine.getErr(), parsed.originalArgs().contains(JSON), failure);
    }
    return switch (failure) {
      case CommandFailure known -> known.exitCode();
      case SettingsException _ -> CommandLine.ExitCode.USAGE;
      default -> CommandLine.ExitCode.SOFTWARE;
    };
  }

  /** The command line can't be understood; returns the exit code. */
  public static int ofUsage(ParameterException failure, String[] args) {
    tell(failure.getCommandLine().getErr(), List.of(args).contains(JSON), failure);
    return CommandLine.ExitCode.USAGE;
  }

  /** Says it. */
  public static void tell(PrintWriter err, boolean json, Exception failure) {
    var text = failure.getMessage();
    var message = text == null ? "it failed for a reason that is not known" : text;
    var hint = hint(failure);
    if (json) {
      err.println(PlainText.json(object(failure, message, hint).toJson()));
    } else {
      var line = "agent: " + message + (hint == null ? "" : "; hint: " + hint);
      err.println(PlainText.line(line));
    }
    err.flush();
  }

  private static JsonObject object(Exception failure, String message, @Nullable String hint) {
    var answer = failure instanceof ApiException api ? api : null;
    return JsonObject.of(
        "type",
        "error",
        "code",
        code(failure),
        "detail",
        message,
        "hint",
        hint,
        "status",
        answer == null ? null : answer.status(),
        "request_id",
        answer == null ? null : answer.requestId());
  }

  private static String code(Exception failure) {
    return switch (failure) {
      case ClientException answer -> answer.code();
      case SettingsException _ -> "settings";
      case ParameterException _ -> "usage";
      case CommandFailure known when known.exitCode() == CommandLine.ExitCode.USAGE -> "usage";
      case CommandFailure known when known.exitCode() == Interrupts.EXIT_CODE -> "interrupted";
      default -> "failed";
    };
  }

  private static @Nullable String hint(Exception failure) {
    return switch (failure) {
      case CommandFailure known -> known.hint();
      case ClientException answer -> answer.hint();
      case ParameterException usage -> hint(usage);
      default -> null;
    };
  }

  /** Whether its last argument is what somebody writes in words. */
  private static boolean takesText(CommandSpec command) {
    var positionals = command.positionalParameters();
    return !positionals.isEmpty() && TEXTS.contains(positionals.getLast().paramLabel());
  }

  private static String hint(ParameterException failure) {
    var command = failure.getCommandLine().getCommandSpec();
    if (failure instanceof UnmatchedArgumentException unmatched) {
      var similar = unmatched.getSuggestions().stream().filter(Objects::nonNull).toList();
      var words = unmatched.getUnmatched();
      if (takesText(command) && words.stream().noneMatch(word -> word.startsWith("-"))) {
        return "quote what is more than one word: %s \"... %s\""
            .formatted(command.qualifiedName(), String.join(" ", words));
      }
      if (!similar.isEmpty()) {
        return "did you mean " + String.join(", ", similar) + "?";
      }
      if (!command.subcommands().isEmpty()) {
        return "valid are " + String.join(", ", command.subcommands().keySet());
      }
    }
    return command.qualifiedName() + " --help shows what is valid";
  }
}
