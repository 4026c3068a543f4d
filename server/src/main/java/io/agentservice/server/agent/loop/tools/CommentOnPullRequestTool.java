package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.base.forges.HostDownException;

/** Says something to a pull request, or answers a comment there. */
final class CommentOnPullRequestTool extends HostTool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "comment_on_pull_request",
          """
          Writes a comment to a pull request, or answers one: reply_to is what pull_request_status shows beside it. Everybody who may read the repository reads it.
          """,
          """
          {
            "type": "object",
            "properties": {
              %s,
              %s,
              "text": {"type": "string", "description": "Markdown"},
              "reply_to": {"type": "string", "description": "The thread to answer in"}
            },
            "required": ["number", "text"]
          }
          """
              .formatted(REPOSITORY, NUMBER));

  CommentOnPullRequestTool() {
    super(SPEC);
  }

  @Override
  void check(Input input) {
    number(input);
    input.words("text");
    input.optionalText("reply_to");
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return asking(() -> {
      var input = call.input();
      var pulls = pullRequests(writableHost(input, context));
      try {
        pulls.comment(number(input), input.text("text"), input.optionalText("reply_to"));
      } catch (HostDownException e) {
        return Outcome.error(e.problem().sentence() + ". " + UNKNOWN);
      }
      return Outcome.ok("Written.");
    });
  }

  private static final String UNKNOWN =
      "The comment may have been written all the same: look with pull_request_status first.";

  /** It may stand there already, and nothing tells it from another one of the same words. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return Outcome.unknown("the comment");
  }
}
