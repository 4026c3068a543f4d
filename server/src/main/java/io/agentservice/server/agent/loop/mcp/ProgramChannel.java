package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.agent.loop.mcp.McpException.Fate;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A program on the machine: a line for each message, on its standard input and output. */
final class ProgramChannel implements McpChannel {
  private static final Duration STEP = Duration.ofSeconds(10);
  private static final Duration MOMENT = Duration.ofMillis(50);
  private static final int MOST_WORDS = 1_000;

  private final Machine machine;
  private final String commandId;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final StringBuilder words = new StringBuilder();
  private long next;
  private boolean killed;

  /** Starts it under that id, which stands in the log. */
  ProgramChannel(Machine machine, String commandId, McpEndpoint.Program program) {
    this.machine = machine;
    this.commandId = commandId;
    if (!machine.hello().capabilities().contains(ToRemote.ReadOutput.JOBS)) {
      throw new McpException(Fate.NOT_DONE, "this machine's remote is too old to run it");
    }
    var _ = machine.begin(commandId, ProgramScript.of(program), true, MOMENT, (_, _) -> {});
  }

  @Override
  public void agreed(String version) {}

  @Override
  public ObjectNode exchange(ObjectNode request, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    send(request);
    long before = next;
    while (true) {
      var left = Duration.ofNanos(end - System.nanoTime());
      if (left.isNegative()) {
        cancel(request);
        throw new McpException(
            Fate.UNKNOWN, "it did not answer within %d s".formatted(limit.toSeconds()));
      }
      var answer = read(request, left.compareTo(STEP) < 0 ? left : STEP);
      if (answer != null) {
        return answer;
      }
      if (next - before > MOST_BYTES || next >= ToRemote.ReadOutput.MOST_KEPT) {
        kill();
        throw new McpException(
            Fate.UNKNOWN,
            "it was stopped, for it wrote more than %,d bytes without an answer"
                .formatted(Math.min(MOST_BYTES, next - before)));
      }
    }
  }

  @Override
  public void tell(ObjectNode message, Duration limit) {
    send(message);
  }

  /** Whether it has ended or will soon, or no more of what it says is kept. */
  boolean isOver() {
    if (killed) {
      return true;
    }
    var now = machine.output(commandId, Machine.NO_OUTPUT, 0, Duration.ZERO);
    return now == null || now.end() != null || now.size() >= ToRemote.ReadOutput.MOST_KEPT / 2;
  }

  void kill() {
    killed = true;
    machine.signal(commandId, "KILL");
  }

  private void send(ObjectNode message) {
    byte[] bytes = (message + "\n").getBytes(StandardCharsets.UTF_8);
    String refusal = machine.feed(commandId, bytes, false);
    if (refusal != null) {
      var _ = read(message, MOMENT);
      throw ended(Fate.NOT_DONE);
    }
  }

  private void cancel(ObjectNode request) {
    var params = JsonRpc.JSON.createObjectNode().put("reason", "timed out");
    params.set("requestId", request.path("id"));
    machine.feed(
        commandId,
        (JsonRpc.message("notifications/cancelled", params) + "\n")
            .getBytes(StandardCharsets.UTF_8),
        false);
  }

  /** What has come, until the answer; null when that is not there yet. */
  private @Nullable ObjectNode read(ObjectNode request, Duration wait) {
    var written = machine.output(commandId, next, Machine.MOST_OUTPUT, wait);
    if (written == null) {
      throw ended(Fate.UNKNOWN);
    }
    var bytes = written.bytes();
    while (bytes.hasRemaining()) {
      byte one = bytes.get();
      next++;
      if (one != '\n') {
        line.write(one);
        continue;
      }
      var answer = take(line.toString(StandardCharsets.UTF_8), request);
      line.reset();
      if (answer != null) {
        return answer;
      }
    }
    if (written.end() != null && next >= written.size()) {
      if (line.size() > 0) {
        note(line.toString(StandardCharsets.UTF_8));
      }
      throw ended(Fate.UNKNOWN);
    }
    return null;
  }

  private @Nullable ObjectNode take(String text, ObjectNode request) {
    var message = JsonRpc.read(text);
    if (message == null) {
      note(text);
      return null;
    }
    if (JsonRpc.answers(message, request)) {
      return message;
    }
    var reply = JsonRpc.reply(message);
    if (reply != null) {
      send(reply);
    }
    return null;
  }

  private void note(String text) {
    words.append(text.strip()).append('\n');
    if (words.length() > MOST_WORDS) {
      words.delete(0, words.length() - MOST_WORDS);
    }
  }

  private McpException ended(Fate fate) {
    String last = words.toString().strip();
    return new McpException(
        fate, "its program has ended" + (last.isEmpty() ? "" : "; its last words: " + last));
  }
}
