package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.base.forges.ForgePullRequests.Change;
import org.jspecify.annotations.Nullable;

/** Changes a pull request of the session; to do it twice is as good as once. */
final class UpdatePullRequestTool extends HostTool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "update_pull_request",
          """
          Changes the title, body or base branch of a pull request of this session, closes or opens it again. What is not given stays.
          """,
          """
          {
            "type": "object",
            "properties": {
              %s,
              %s,
              "title": {"type": "string"},
              "body": {"type": "string", "description": "Markdown; replaces all of it"},
              "base": {"type": "string", "description": "The branch to merge into"},
              "state": {"type": "string", "enum": ["open", "closed"]}
            },
            "required": ["number"]
          }
          """
              .formatted(REPOSITORY, NUMBER));

  UpdatePullRequestTool() {
    super(SPEC);
  }

  @Override
  void check(Input input) {
    number(input);
    if (change(input).equals(new Change(null, null, null, null))) {
      throw new ToolInputException("Give what is to change: title, body, base or state.");
    }
  }

  private static Change change(Input input) {
    return new Change(
        input.optionalText("title"),
        input.optionalText("body"),
        input.optionalText("base"),
        open(input.optionalText("state")));
  }

  private static @Nullable Boolean open(@Nullable String state) {
    return switch (state) {
      case null -> null;
      case "open" -> true;
      case "closed" -> false;
      default -> throw new ToolInputException("state must be open or closed.");
    };
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return asking(() -> {
      var host = writableHost(call.input(), context);
      long number = number(call.input());
      if (!host.isOfSession(number)) {
        throw new ToolInputException(
            "Pull request %d of %s is none of this session's: others have opened it. Say what you think with comment_on_pull_request."
                .formatted(number, host.name()));
      }
      return Outcome.ok("Changed " + pullRequests(host).update(number, change(call.input())).url());
    });
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
