package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds files of the machine by their names. */
final class ListTool extends FileQueryTool {
  private static final int USUAL = 200;
  private static final int MOST = 1_000;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "list",
          """
          Lists the files below a directory, at any depth, by their paths. What git ignores is left out. To see the names in one directory,
          call view.
          """,
          """
          {
            "type": "object",
            "properties": {
              "path": {"type": "string", "description": "Directory; the working directory if not given"},
              "globs": {
                "type": "array", "items": {"type": "string"},
                "description": "Only files like these, such as *.java or src/**/*.ts; with ! in front none like these"
              },
              "ignored": {"type": "boolean", "description": "Also files that git ignores"},
              "max_results": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "200 if not given"}
            }
          }
          """);

  ListTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    FileQuery.of(input);
    input.flag("ignored");
    most(input);
    return null;
  }

  private static int most(Input input) {
    return Objects.requireNonNullElse(input.number("max_results", 1, MOST), USUAL);
  }

  @Override
  Outcome outcome(FileQuery query, FileQuery.Answer answer, Input input) {
    var names = answer.lines().stream().filter(name -> !name.isEmpty()).toList();
    var status = answer.status();
    if (status != null && status > 1) {
      return Outcome.error(String.join("\n", names));
    }
    return Outcome.ok(
        names.isEmpty() ? "There are no such files." : shown(query, answer, names, most(input)));
  }

  /** From a repository's index; elsewhere git reads what is there, for a line that none has. */
  @Override
  String git(Input input) {
    var standard = input.flag("ignored") ? "" : " --exclude-standard";
    return """
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git -c core.quotePath=false ls-files -co%s -- "$@" | sort -u
      else
        git -c core.quotePath=false grep --no-index --no-color%s -L -E -e 'a^b' -- "$@"
      fi\
    """
        .formatted(standard, standard);
  }

  private static String shown(
      FileQuery query, FileQuery.Answer answer, List<String> names, int most) {
    var text = new StringBuilder();
    names.stream().limit(most).forEach(name -> text.append(query.named(answer, name)).append('\n'));
    if (answer.status() == null) {
      return text + "[and many more: ask for some of them by globs]";
    }
    return names.size() <= most
        ? text.toString()
        : text + "[%,d more: ask for some of them by globs]".formatted(names.size() - most);
  }
}
