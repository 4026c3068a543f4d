package io.agentservice.cli.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * Lines at the end of a terminal's output that change and go: whatever is printed comes above them.
 * All that is printed meanwhile has to go through {@link #above}.
 */
final class LiveLines {
  private static final String CLEAR = "\r\u001b[J";
  private static final int LEAST_COLUMNS = 20;
  private static final int WIDE = 0x1100;

  private final PrintWriter out;
  private final IntSupplier columns;
  private final ReentrantLock lock = new ReentrantLock();
  private List<String> shown = List.of();

  /** Shows nothing yet; {@code columns} says how wide the terminal is now. */
  LiveLines(PrintWriter out, IntSupplier columns) {
    this.out = out;
    this.columns = columns;
  }

  /** In the place of those that are shown: plain texts, each cut to the width of the terminal. */
  void show(List<String> lines) {
    int width = Math.max(LEAST_COLUMNS, columns.getAsInt()) - 1; // the last column may wrap
    var cut = lines.stream().map(line -> cut(line.replace("\t", "    "), width)).toList();
    lock.lock();
    try {
      if (!cut.equals(shown)) {
        erase();
        draw(cut);
        out.flush();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Prints above them. */
  void above(Runnable printing) {
    lock.lock();
    try {
      var again = shown;
      erase();
      printing.run();
      draw(again);
      out.flush();
    } finally {
      lock.unlock();
    }
  }

  /** Letters of eastern scripts and pictures take two columns. */
  private static String cut(String line, int width) {
    int used = 0;
    for (int at = 0; at < line.length(); ) {
      int letter = line.codePointAt(at);
      used += letter < WIDE ? 1 : 2;
      if (used > width - 1) {
        return line.substring(0, at) + "…";
      }
      at += Character.charCount(letter);
    }
    return line;
  }

  private void erase() {
    if (!shown.isEmpty()) {
      if (shown.size() > 1) {
        out.print("\u001b[%dA".formatted(shown.size() - 1));
      }
      out.print(CLEAR);
      shown = List.of();
    }
  }

  private void draw(List<String> lines) {
    out.print(String.join("\n", lines));
    shown = lines;
  }
}
