package io.agentservice.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command prints with: results on standard output, for people or for programs. */
public final class Output {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON, one object on a line")
  private boolean json;

  private volatile @Nullable LiveView live;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before the command runs
  Output() {}

  public boolean json() {
    return json;
  }

  /**
   * Prints the object as JSON, or what {@code people} makes of it: they get its texts plain, since
   * others wrote them.
   */
  public void result(JsonObject object, BiConsumer<JsonObject, PrintWriter> people) {
    var out = out();
    if (json) {
      out.println(PlainText.json(object.toJson()));
    } else {
      people.accept(PlainText.of(object), out);
    }
    out.flush();
  }

  /**
   * Puts out what a file holds: as it is, but for a terminal, which gets text and obeys nothing.
   */
  public void bytes(byte[] bytes) {
    out().flush();
    if (isTerminal()) {
      out().println(PlainText.of(new String(bytes, UTF_8)));
      out().flush();
    } else {
      System.out.writeBytes(bytes);
      System.out.flush();
    }
  }

  /** Says something beside the result, on standard error. */
  public void tell(String line) {
    above(() -> {
      err().println(PlainText.of(line));
      err().flush();
    });
  }

  /** Says why the command does not do its work, in the form of every failure. */
  public void tell(CommandFailure failure) {
    above(() -> Failures.tell(err(), json, failure));
  }

  private void above(Runnable printing) {
    var view = live;
    if (view == null) {
      printing.run();
    } else {
      view.above(printing);
    }
  }

  /**
   * A view of what is waited for, below all that this prints from now on; null where nobody would
   * see it, or where it could not go again.
   */
  public @Nullable LiveView live() {
    if (!json && LiveView.possible(System.getenv()) && Terminal.attached().isPresent()) {
      live = LiveView.on(new LiveLines(out(), Terminal.columns()));
    }
    return live;
  }

  public PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /**
   * Whether something of what was printed so far is lost, as on a full disk. The writer of commands
   * does not hear what happens to standard output.
   */
  public boolean lost() {
    return out().checkError() || System.out.checkError();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Where people read the progress: on standard output only when programs do not read that. */
  public PrintWriter progress() {
    return json ? err() : out();
  }

  /** A printer of events: JSON lines, or text coloured as far as a terminal shows it. */
  public Consumer<SessionEvent> events() {
    if (json) {
      return event -> {
        out().println(PlainText.json(event.source().toJson()));
        out().flush();
      };
    }
    return new EventPrinter(out(), colours())::print;
  }

  /** Colours for a terminal, none for files and pipes. */
  public Colours colours() {
    return new Colours(!json && isTerminal() && Colours.wanted(System.getenv()));
  }

  @SuppressWarnings("SystemConsoleNull") // never null on this JDK, but its declaration allows it
  private static boolean isTerminal() {
    var console = System.console();
    return console != null && console.isTerminal();
  }
}
