package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds lines in the files of the machine. */
final class SearchTool extends FileQueryTool {
  private static final int USUAL = 100;
  private static final int MOST = 500;
  private static final int MOST_CHARACTERS = 20_000;
  private static final int MOST_OF_LINE = 300;
  private static final int MOST_OF_PATTERN = 1_000;
  private static final int MOST_CONTEXT = 10;
  private static final int NONE_FOUND = 1;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "search",
          """
          Finds the lines of text files that match a regular expression, below a directory or in one file, with their numbers. What git
          ignores is left out. Prefer this to grep by shell: it is faster and its result is bounded.
          """,
          """
          {
            "type": "object",
            "properties": {
              "pattern": {"type": "string", "description": "Perl's syntax; of one line"},
              "path": {"type": "string", "description": "Directory or file; the working directory if not given"},
              "globs": {
                "type": "array", "items": {"type": "string"},
                "description": "Only files like these, such as *.java or src/**/*.ts; with ! in front none like these"
              },
              "literal": {"type": "boolean", "description": "pattern is plain text"},
              "ignore_case": {"type": "boolean"},
              "ignored": {"type": "boolean", "description": "Also in files that git ignores"},
              "context_lines": {"type": "integer", "minimum": 0, "maximum": 10, "description": "To show around each; 0 if not given"},
              "max_results": {"type": "integer", "minimum": 1, "maximum": 500, "description": "Lines to show; 100 if not given"}
            },
            "required": ["pattern"]
          }
          """);

  SearchTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    var pattern = input.text("pattern");
    if (pattern.isEmpty() || pattern.length() > MOST_OF_PATTERN) {
      throw new ToolInputException("pattern has 1 to %,d characters.".formatted(MOST_OF_PATTERN));
    }
    if (pattern.chars().anyMatch(each -> each == '\0' || each == '\n')) {
      throw new ToolInputException("pattern is of one line: it can't contain a line break or NUL.");
    }
    FileQuery.of(input);
    git(input);
    most(input);
    return null;
  }

  @Override
  Outcome outcome(FileQuery query, FileQuery.Answer answer, Input input) {
    var status = answer.status();
    if (status != null && status == NONE_FOUND) {
      return Outcome.ok("Nothing was found.");
    }
    if (status != null && status != 0) {
      return Outcome.error(
          answer.lines().stream()
              .filter(line -> !line.isBlank())
              .collect(Collectors.joining("\n")));
    }
    return Outcome.ok(shown(query, answer, most(input)));
  }

  private static int most(Input input) {
    return Objects.requireNonNullElse(input.number("max_results", 1, MOST), USUAL);
  }

  /** Some builds of git know no Perl: these take extended expressions. */
  @Override
  String git(Input input) {
    var around = input.number("context_lines", 0, MOST_CONTEXT);
    var options =
        "-n -z -I%s%s%s"
            .formatted(
                input.flag("ignore_case") ? " -i" : "",
                input.flag("ignored") ? "" : " --exclude-standard",
                around == null || around == 0 ? "" : " -C" + around);
    var kind = "-F";
    var which = "";
    if (!input.flag("literal")) {
      kind = "$kind";
      which =
          """
          kind=-P
            git grep --no-index -q -P -e x -- ':(literal)no such file' 2>/dev/null
            [ $? -gt 1 ] && kind=-E
          """;
    }
    return which
        + "git --no-pager grep --no-index --no-color %s %s -e %s -- \"$@\""
            .formatted(kind, options, FileQuery.quoted(input.text("pattern")));
  }

  private static String shown(FileQuery query, FileQuery.Answer answer, int most) {
    var text = new StringBuilder();
    var file = "";
    int shown = 0;
    for (var line : answer.lines()) {
      if (shown == most || text.length() > MOST_CHARACTERS) {
        return text + "[more lines match: look for less, or in fewer files]";
      }
      var parts = line.split("\0", 3);
      if (parts.length < 3) {
        text.append(line.equals("--") ? "...\n" : "");
        continue;
      }
      if (!file.equals(parts[0])) {
        file = parts[0];
        text.append(text.isEmpty() ? "" : "\n").append(query.named(answer, file)).append('\n');
      }
      text.append("%6s\t%s%n".formatted(parts[1], shortened(parts[2])));
      shown++;
    }
    return answer.status() == null ? text + "[not all files were searched]" : text.toString();
  }

  private static String shortened(String line) {
    if (line.length() <= MOST_OF_LINE) {
      return line;
    }
    boolean torn = Character.isHighSurrogate(line.charAt(MOST_OF_LINE - 1));
    return line.substring(0, torn ? MOST_OF_LINE - 1 : MOST_OF_LINE) + " ...";
  }
}
