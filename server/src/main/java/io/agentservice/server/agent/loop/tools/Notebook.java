package io.agentservice.server.agent.loop.tools;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A Jupyter notebook (nbformat 4) as its reader sees it: cells, and what they have put out. */
final class Notebook {
  private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]*m");

  private final StringBuilder text = new StringBuilder();

  private Notebook() {}

  /** Empty for a text that is none. */
  static Optional<String> read(String json) {
    JsonNode root;
    try {
      root = Schemas.JSON.readTree(json);
    } catch (JacksonException e) {
      return Optional.empty();
    }
    if (!root.path("nbformat").isIntegralNumber() || !root.path("cells").isArray()) {
      return Optional.empty();
    }
    var notebook = new Notebook();
    int number = 0;
    for (var cell : root.path("cells")) {
      number++;
      notebook.cell(number, cell);
    }
    return Optional.of(notebook.text.toString());
  }

  private void cell(int number, JsonNode cell) {
    text.append("[cell %d, %s]\n".formatted(number, cell.path("cell_type").asString("unknown")));
    lines(cell.path("source"));
    for (var output : cell.path("outputs")) {
      switch (output.path("output_type").asString("")) {
        case "stream" -> output("output", output.path("text"));
        case "error" -> output("error", output.path("traceback"));
        default -> data(output.path("data"));
      }
    }
  }

  /** The same thing in several forms: text is what can be read here. */
  private void data(JsonNode forms) {
    if (forms.has("text/plain")) {
      output("output", forms.path("text/plain"));
    }
    forms.propertyNames().stream()
        .filter(type -> type.startsWith("image/"))
        .forEach(type -> text.append("[picture, ").append(type).append("]\n"));
  }

  private void output(String what, JsonNode said) {
    text.append('[').append(what).append("]\n");
    lines(said);
  }

  /** A text, or a list of its lines. */
  private void lines(JsonNode said) {
    var joined =
        said.isArray()
            ? said.valueStream()
                .map(line -> line.asString(""))
                .collect(Collectors.joining(endsLines(said) ? "" : "\n"))
            : said.asString("");
    text.append(COLOURS.matcher(joined).replaceAll(""));
    if (!joined.isEmpty() && !joined.endsWith("\n")) {
      text.append('\n');
    }
  }

  /** Tracebacks are lists of lines without their ends. */
  private static boolean endsLines(JsonNode lines) {
    return lines.size() < 2 || lines.get(0).asString("").endsWith("\n");
  }
}
