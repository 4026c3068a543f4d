package io.agentservice.e2e.builds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What the builds took, and what became of the others, as a table that people read. */
final class Measured {
  /** Seconds of one project: with empty caches and with full ones, behind walls and without. */
  record Line(String name, double cold, double coldWithout, double warm, double warmWithout) {
    private String text() {
      return String.format(
          Locale.ROOT,
          "| %s | %.1f | %.1f | %.2f | %.1f | %.1f | %.2f |%n",
          name,
          cold,
          coldWithout,
          cold / coldWithout,
          warm,
          warmWithout,
          warm / warmWithout);
    }
  }

  private final List<Line> lines = new ArrayList<>();
  private final Map<String, String> failed = new TreeMap<>();
  private final Map<String, List<String>> untried = new TreeMap<>();

  void built(Line line) {
    lines.add(line);
  }

  void failed(Project project, String why) {
    failed.put(project.name(), why);
  }

  void untried(Project project, List<String> lacking) {
    untried.put(project.name(), lacking);
  }

  List<Line> lines() {
    return lines;
  }

  Map<String, String> failures() {
    return failed;
  }

  /** Writes the table to {@code target/builds.md} and answers it. */
  String write() throws IOException {
    var text = new StringBuilder();
    text.append("| seconds | cold: walls | without | ratio | warm: walls | without | ratio |\n");
    text.append("|---|---|---|---|---|---|---|\n");
    lines.forEach(line -> text.append(line.text()));
    text.append(
        new Line(
                "all " + lines.size(),
                sum(Line::cold),
                sum(Line::coldWithout),
                sum(Line::warm),
                sum(Line::warmWithout))
            .text());
    failed.forEach((name, why) -> text.append("\nfailed: %s: %s\n".formatted(name, why)));
    untried.forEach((name, lacking) ->
        text.append("\nnot tried: %s, for want of %s\n".formatted(name, lacking)));
    Files.writeString(Path.of("target", "builds.md"), text);
    return text.toString();
  }

  private double sum(ToDoubleFunction<Line> seconds) {
    return lines.stream().mapToDouble(seconds).sum();
  }
}
