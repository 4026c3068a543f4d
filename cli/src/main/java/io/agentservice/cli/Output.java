package io.agentservice.cli;

import io.agentservice.client.JsonObject;
import java.io.PrintWriter;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command prints with: results on standard output, for people or for programs. */
final class Output {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON, one object on a line")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before the command runs
  Output() {}

  boolean json() {
    return json;
  }

  /**
   * Prints the object as JSON, or what {@code people} makes of it: they get its texts plain, since
   * others wrote them.
   */
  void result(JsonObject object, BiConsumer<JsonObject, PrintWriter> people) {
    var out = out();
    if (json) {
      out.println(PlainText.json(object.toJson()));
    } else {
      people.accept(PlainText.of(object), out);
    }
    out.flush();
  }

  /** Says something beside the result, on standard error. */
  void tell(String line) {
    err().println(PlainText.of(line));
    err().flush();
  }

  /** Says why the command does not do its work, in the form of every failure. */
  void tell(CommandFailure failure) {
    Failures.tell(err(), json, failure);
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /**
   * Whether something of what was printed so far is lost, as on a full disk. The writer of commands
   * does not hear what happens to standard output.
   */
  boolean lost() {
    return out().checkError() || System.out.checkError();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Where people read the progress: on standard output only when programs do not read that. */
  PrintWriter progress() {
    return json ? err() : out();
  }

  /** A printer of events: JSON lines, or text coloured as far as a terminal shows it. */
  Consumer<JsonObject> events() {
    if (json) {
      return event -> {
        out().println(PlainText.json(event.toJson()));
        out().flush();
      };
    }
    return new EventPrinter(out(), colours())::print;
  }

  /** Colours for a terminal, none for files and pipes. */
  @SuppressWarnings("SystemConsoleNull") // never null on this JDK, but its declaration allows it
  Colours colours() {
    var console = System.console();
    boolean terminal =
        !json && console != null && console.isTerminal() && System.getenv("NO_COLOR") == null;
    return new Colours(terminal);
  }
}
