package io.agentservice.server.agent.loop.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A question about the files below a path that git answers on the machine, as it knows what is
 * ignored, whether or not there is a repository.
 *
 * @param path as the model gave it; null for the working directory
 * @param globs which files; empty for all
 */
record FileQuery(@Nullable String path, List<String> globs) {
  /** More output is not asked for. */
  private static final int MOST_BYTES = 200_000;

  private static final long TIMEOUT_MILLIS = 60_000;
  private static final int MOST_GLOBS = 20;
  private static final int FAILED = 128;
  private static final String END = "\nexit ";

  /** Globs as git's: a star does not cross directories, and {@code !} leaves out. */
  static FileQuery of(Input input) {
    var given = input.texts("globs");
    List<String> globs = given == null ? List.of() : given;
    var path = input.optionalText("path");
    if (globs.size() > MOST_GLOBS) {
      throw new ToolInputException("globs has at most %d entries.".formatted(MOST_GLOBS));
    }
    if (globs.stream().anyMatch(glob -> glob.replaceFirst("^!", "").isBlank())) {
      throw new ToolInputException("A glob must not be empty.");
    }
    if (Stream.concat(globs.stream(), Stream.ofNullable(path))
        .anyMatch(text -> text.indexOf('\0') >= 0)) {
      throw new ToolInputException("Names of files can't contain the character NUL.");
    }
    return new FileQuery(path == null || path.isEmpty() ? null : path, globs);
  }

  /**
   * What git said.
   *
   * @param status git's own, or null when it did not come to its end
   * @param isFile whether the path is one
   */
  record Answer(List<String> lines, @Nullable Integer status, boolean isFile) {
    Answer {
      lines = List.copyOf(lines);
    }
  }

  /**
   * Has it answered.
   *
   * @param git shell commands; their {@code "$@"} are the files
   */
  Answer ask(Tool.Call call, ToolContext context, String git) {
    var output = new CommandOutput(context.redactor(), _ -> {});
    var exited = context.machine().exec(call.commandId(), script(git), TIMEOUT_MILLIS, output);
    output.end();
    return switch (exited.outcome()) {
      case EXITED, TIMED_OUT ->
          answer(output.forLog(), Objects.requireNonNullElse(exited.exitCode(), 0));
      case KILLED, NOT_STARTED, LOST ->
          new Answer(List.of("The machine did not carry this out: try again."), FAILED, false);
    };
  }

  private static Answer answer(String text, int exitCode) {
    if (exitCode == 3) {
      throw new ToolInputException(text.strip());
    }
    int end = text.lastIndexOf(END);
    Integer status = end < 0 ? null : Integer.valueOf(text.substring(end + END.length()).strip());
    var lines = new ArrayList<>(text.substring(0, end < 0 ? text.length() : end).lines().toList());
    boolean isFile = !lines.isEmpty() && lines.removeFirst().equals("file");
    if (status == null && !lines.isEmpty()) {
      lines.removeLast(); // it was cut
    }
    return new Answer(lines, status, isFile);
  }

  private String script(String git) {
    return """
    export GIT_OPTIONAL_LOCKS=0 LC_ALL=C.UTF-8
    p=%s
    if [ -d "$p" ]; then
      cd -- "$p" || exit 3
      set -- %s
      echo directory
    elif [ -e "$p" ]; then
      name=$(basename -- "$p")
      cd -- "$(dirname -- "$p")" || exit 3
      set -- ":(literal)$name"
      echo file
    else
      echo "$p does not exist."
      exit 3
    fi
    { { %s
    } 2>&1; printf '\\nexit %%s\\n' "$?"; } | head -c %d
    """
        .formatted(quoted(path == null ? "." : path), pathspecs(), git, MOST_BYTES);
  }

  private String pathspecs() {
    return globs.stream()
        .map(FileQuery::pathspec)
        .map(FileQuery::quoted)
        .collect(Collectors.joining(" "));
  }

  /** A name without a slash is one anywhere below. */
  private static String pathspec(String glob) {
    boolean left = glob.startsWith("!");
    var files = (left ? glob.substring(1) : glob).replaceFirst("^(\\./|/)+", "");
    return (left ? ":(exclude,glob)" : ":(glob)") + (files.contains("/") ? files : "**/" + files);
  }

  /** For a shell, which takes it as it is. */
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** Of a file that git names, for the model: from where the path is from. */
  String named(Answer answer, String file) {
    if (path == null) {
      return file;
    }
    return answer.isFile() ? path : path.replaceFirst("/+$", "") + "/" + file;
  }
}
