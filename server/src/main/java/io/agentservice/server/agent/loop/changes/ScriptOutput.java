package io.agentservice.server.agent.loop.changes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.engine.machine.Machine;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Stream;

/** The lines that the script has for the service. Written by the connection's reader. */
final class ScriptOutput implements Machine.Output {
  private static final int MOST_BYTES = 1 << 20;

  private final String mark;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ScriptOutput(String mark) {
    this.mark = mark;
  }

  @Override
  public synchronized void accept(long offset, byte[] piece) {
    if (offset == bytes.size() && offset + piece.length <= MOST_BYTES) {
      bytes.writeBytes(piece);
    }
  }

  private synchronized String text() {
    return bytes.toString(UTF_8);
  }

  private Stream<String> lines(String kind) {
    String start = mark + kind + " ";
    return Stream.of(text().split("\n", -1)) // a return is a character of a name
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()));
  }

  /** What was told under that word, in order. */
  List<String> all(String kind) {
    return lines(kind).toList();
  }

  boolean isComplete() {
    return lines("done").findAny().isPresent();
  }
}
