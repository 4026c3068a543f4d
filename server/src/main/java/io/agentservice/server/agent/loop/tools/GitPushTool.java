package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Pushes a branch, as a command of the machine's git: journaled, and seen as it runs. */
final class GitPushTool extends Tool {
  private static final int TIMEOUT_SECONDS = 900;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "git_push",
          """
          Pushes the commits of a repository's current branch to the branch of the same name at its host, the first time making that. Commit before. It is never
          forced: when the host has commits that you don't have, fetch and merge them first.
          """,
          """
          {
            "type": "object",
            "properties": {
              "directory": {"type": "string", "description": "Of the repository; the working directory if not given"},
              "branch": {"type": "string", "description": "Another name for the branch at the host"}
            }
          }
          """);

  private final BashTool bash = new BashTool(false);

  GitPushTool() {
    super(SPEC);
  }

  @Override
  public boolean journaled() {
    return true;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    return bash.prepare(command(input), context);
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return bash.run(new Call(call.commandId(), command(call.input()), call.facts()), context);
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    return bash.recover(new Call(call.commandId(), command(call.input()), call.facts()), context);
  }

  private static Input command(Input input) {
    String directory = input.optionalText("directory");
    String branch = input.optionalText("branch");
    var command = Schemas.JSON.createObjectNode();
    command.put(
        "command",
        script(
            quoted(directory == null || directory.isEmpty() ? "." : directory),
            quoted(branch == null ? "" : branch)));
    command.put("timeout_seconds", TIMEOUT_SECONDS);
    return new Input(command);
  }

  /** Names what is not committed: whoever looks at the branch would miss it. */
  private static String script(String directory, String branch) {
    return """
    cd -- %1$s || exit
    branch=%2$s
    [ -n "$branch" ] || branch=$(git symbolic-ref --short HEAD) || { echo "HEAD is on no branch: make one first"; exit 1; }
    if [ -n "$(git status --porcelain --untracked-files=no)" ]; then echo "Not committed, and so not pushed:"; git status --short --untracked-files=no | head -n 20; fi
    GIT_TERMINAL_PROMPT=0 git push --set-upstream origin "HEAD:refs/heads/$branch" && echo "$(git rev-parse --short HEAD) is the last commit of $branch"
    """
        .formatted(directory, branch);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
