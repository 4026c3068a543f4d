package io.agentservice.server.agent.loop.tools;

import com.google.re2j.Pattern;
import io.agentservice.server.agent.loop.log.Jobs.Job;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a call of {@code wait} waits for, beside a message and the time. */
interface WaitCondition extends AutoCloseable {
  /** Waits for it, at most so long; answers how it came, or null. */
  @Nullable String met(Duration atMost);

  @Override
  default void close() {}

  /** Nothing on the machine. */
  static WaitCondition nothing(Machine machine, Waits waits) {
    return atMost -> {
      if (!machine.connected()) {
        throw new MachineLostException("the connection to the remote has ended");
      }
      // A message is looked for by the caller, too; this is how its time passes.
      boolean _ = waits.messageComes(atMost);
      return null;
    };
  }

  /** One of these sessions does not work any more. */
  static WaitCondition sessions(Supplier<List<ChildSessions.Child>> awaited, ToolContext context) {
    var meanwhile = nothing(context.machine(), context.waits());
    return atMost -> {
      var resting = awaited.get().stream().filter(child -> !child.works()).toList();
      if (resting.isEmpty()) {
        return meanwhile.met(atMost);
      }
      return resting.stream().map(ChildTool::summary).collect(Collectors.joining("\n\n"));
    };
  }

  static WaitCondition end(Job job, ToolContext context) {
    var machine = context.machine();
    return atMost -> {
      var progress = machine.output(job.commandId(), Machine.NO_OUTPUT, 0, atMost);
      return progress == null
          ? "The job %s is gone.".formatted(job.name())
          : over(job, progress.end());
    };
  }

  private static @Nullable String over(Job job, ToServer.@Nullable Exited end) {
    return end == null ? null : "The job %s is over. %s".formatted(job.name(), JobTool.state(end));
  }

  static WaitCondition pattern(Job job, Pattern pattern, long since, ToolContext context) {
    return new Output(job, pattern, since, context);
  }

  /** {@code id} is that of a command that looks for it on the machine. */
  static WaitCondition port(int port, String id, ToolContext context) {
    return new Port(port, id, context.machine());
  }

  /** A text in the output of a job, as the agent would see it. */
  final class Output implements WaitCondition {
    private static final int AT_ONCE = 64 << 10;
    private static final int KEPT = 64 << 10;
    private static final int LINE = 500;

    private final Job job;
    private final Pattern pattern;
    private final Machine machine;
    private final StringBuilder text = new StringBuilder();
    private final CommandOutput output;
    private long next;

    Output(Job job, Pattern pattern, long since, ToolContext context) {
      this.job = job;
      this.pattern = pattern;
      this.machine = context.machine();
      this.output = new CommandOutput(context.redactor(), text::append);
      this.next = since;
    }

    @Override
    public @Nullable String met(Duration atMost) {
      var written = machine.output(job.commandId(), next, AT_ONCE, atMost);
      if (written == null) {
        return "The job %s is gone.".formatted(job.name());
      }
      var bytes = new byte[written.bytes().remaining()];
      written.bytes().get(bytes);
      next = written.from() + bytes.length;
      output.accept(written.from(), bytes);
      boolean all = next >= written.size();
      if (all && written.end() != null) {
        output.end();
      }
      var found = pattern.matcher(text);
      if (found.find()) {
        return "The job %s wrote: %s".formatted(job.name(), line(found.start()));
      }
      text.delete(0, Math.max(0, text.length() - KEPT));
      if (all && written.end() == null && next >= ToRemote.ReadOutput.MOST_KEPT) {
        return "The job %s has written as much as is kept of it, and not that."
            .formatted(job.name());
      }
      String over = all ? over(job, written.end()) : null;
      return over == null ? null : over + " It did not write that.";
    }

    private String line(int place) {
      int start = text.lastIndexOf("\n", place) + 1;
      int end = text.indexOf("\n", place);
      String line = text.substring(Math.min(start, place), end < place ? text.length() : end);
      return line.length() > LINE ? line.substring(0, LINE) + "..." : line;
    }
  }

  /** A port of the machine on which something listens. */
  final class Port implements WaitCondition {
    private static final Duration END = Duration.ofSeconds(5);

    /** By loops that were stopped; more are somebody's wish. */
    private static final int MOST_KILLED = 50;

    private final int port;
    private final String firstId;
    private final Machine machine;
    private int tries = 1;

    Port(int port, String firstId, Machine machine) {
      this.port = port;
      this.firstId = firstId;
      this.machine = machine;
    }

    /** Told by the number of the try, so that the next loop finds the one that runs. */
    private String id(int number) {
      return number == 1 ? firstId : firstId + "." + number;
    }

    /** Looks without connecting where it can: a server may take one connection only. */
    private static String script(int port) {
      return """
      if [ -r /proc/net/tcp ]; then
        listens() { grep -Eqsi '^ *[0-9]+: [0-9A-F]+:%04X [0-9A-F]+:0000 0A ' /proc/net/tcp /proc/net/tcp6; }
      else
        listens() { (exec 3<>/dev/tcp/127.0.0.1/%d) 2>/dev/null; }
      fi
      until listens; do sleep 0.2; done
      """
          .formatted(port, port);
    }

    /** Begun once, by its id, and again when it ended with the remote or the loop before. */
    @Override
    public @Nullable String met(Duration atMost) {
      var end = machine.begin(id(tries), script(port), false, atMost, (_, _) -> {});
      if (end == null) {
        return null;
      }
      boolean stopped = end.outcome() == ToServer.Outcome.KILLED && tries < MOST_KILLED;
      if (end.outcome() == ToServer.Outcome.LOST || stopped) {
        tries++;
        return null;
      }
      return end.outcome() == ToServer.Outcome.EXITED && Integer.valueOf(0).equals(end.exitCode())
          ? "Port %d is open.".formatted(port)
          : "Port %d could not be watched: the command that did was %s."
              .formatted(port, end.outcome().word());
    }

    @Override
    public void close() {
      if (machine.connected()) {
        machine.signal(id(tries), "KILL");
        var _ = machine.output(id(tries), Machine.NO_OUTPUT, 0, END);
        if (tries > 1) {
          machine.forget(IntStream.rangeClosed(2, tries).mapToObj(this::id).toList());
        }
      }
    }
  }
}
