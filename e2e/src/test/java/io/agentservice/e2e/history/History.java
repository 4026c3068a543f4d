package io.agentservice.e2e.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What all clients recorded; each client's own operations are in order. */
final class History {
  private final Queue<Op> ops = new ConcurrentLinkedQueue<>();

  void add(Op op) {
    ops.add(op);
  }

  List<Op> ops() {
    return List.copyOf(ops);
  }

  long count(Op.Kind kind) {
    return ops.stream().filter(op -> op.kind() == kind).count();
  }

  long count(Op.Kind kind, String result) {
    return ops.stream().filter(op -> op.kind() == kind && op.result().equals(result)).count();
  }

  /** One line per kind and result. */
  String counts() {
    var lines = new StringBuilder();
    for (var kind : Op.Kind.values()) {
      ops.stream()
          .filter(op -> op.kind() == kind)
          .map(Op::result)
          .distinct()
          .sorted()
          .forEach(result ->
              lines.append("%-10s %-20s %d%n".formatted(kind, result, count(kind, result))));
    }
    return lines.toString();
  }

  /** Writes JSON lines. */
  void write(Path file) throws IOException {
    try (var out = Files.newBufferedWriter(file)) {
      for (Op op : ops) {
        out.write(op.toJson());
        out.newLine();
      }
    }
  }

  static History read(Path file) throws IOException {
    var history = new History();
    try (var lines = Files.lines(file)) {
      lines.map(Op::parse).forEach(history::add);
    }
    return history;
  }
}
