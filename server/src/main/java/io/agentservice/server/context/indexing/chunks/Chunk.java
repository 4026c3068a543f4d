package io.agentservice.server.context.indexing.chunks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lines of a text file that a search finds, numbered from 1. */
public record Chunk(int lineStart, int lineEnd, String body) {
  /** A larger file is no text that people write. */
  public static final int MOST_FILE_BYTES = 512 << 10;

  static final int MOST_LINES = 40;
  static final int MOST_LINE = 500;
  private static final int MOST_CHARACTERS = 6000;

  public static Optional<String> text(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        return Optional.empty();
      }
    }
    return Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }

  /** Drops blank pieces and the ends of long lines. */
  public static List<Chunk> of(String text) {
    var chunks = new ArrayList<Chunk>();
    var body = new StringBuilder();
    int start = 1;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (number - start == MOST_LINES || body.length() + line.length() > MOST_CHARACTERS) {
        add(chunks, start, number - 1, body);
        start = number;
      }
      body.append(line, 0, wholeCharacters(line)).append('\n');
    }
    add(chunks, start, number, body);
    return chunks;
  }

  private static void add(List<Chunk> chunks, int start, int end, StringBuilder body) {
    if (!body.toString().isBlank()) {
      chunks.add(new Chunk(start, end, body.substring(0, body.length() - 1)));
    }
    body.setLength(0);
  }

  /** Ends within no surrogate pair. */
  private static int wholeCharacters(String line) {
    int end = Math.min(line.length(), MOST_LINE);
    return end < line.length() && Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end;
  }
}
