package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.tools.CodeHosts.CodeHost;
import io.agentservice.server.base.forges.ForgePullRequests;
import io.agentservice.server.base.forges.ForgePullRequests.Opened;
import io.agentservice.server.base.forges.ForgePullRequests.Text;
import io.agentservice.server.base.forges.HostDownException;
import io.agentservice.server.base.problems.ProblemException;
import java.util.Objects;
import java.util.Optional;

/** Opens a pull request, one for each branch. */
final class CreatePullRequestTool extends HostTool {
  private static final int MOST_TITLE = 255;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "create_pull_request",
          """
          Opens a pull request for a branch that you have pushed with git_push, at GitHub, or as a merge request at GitLab. Where it can't be opened you get the address
          of a page at which the user can do it. Say in the body what changes, why, and how you have tested it.
          """,
          """
          {
            "type": "object",
            "properties": {
              %s,
              "head": {"type": "string", "description": "The pushed branch; only needed when you have pushed several"},
              "base": {"type": "string", "description": "The branch to merge into; the repository's default branch if not given"},
              "title": {"type": "string"},
              "body": {"type": "string", "description": "Markdown"},
              "draft": {"type": "boolean"}
            },
            "required": ["title", "body"]
          }
          """
              .formatted(REPOSITORY));

  CreatePullRequestTool() {
    super(SPEC);
  }

  @Override
  void check(Input input) {
    input.optionalText("head");
    input.optionalText("base");
    input.text("body");
    input.flag("draft");
    if (input.words("title").length() > MOST_TITLE) {
      throw new ToolInputException("title must have at most %d characters.".formatted(MOST_TITLE));
    }
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return asking(() -> {
      var input = call.input();
      var host = writableHost(input, context);
      return host.pullRequests()
          .map(pulls -> open(pulls, head(host, input), input))
          .orElseGet(() -> byHand(host, input));
    });
  }

  /** What an open one has: there is at most one for a branch, whoever asks and how often. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return asking(() -> {
      var input = call.input();
      var host = host(input, context);
      return host.pullRequests()
          .flatMap(pulls -> pulls.openFor(head(host, input)))
          .map(CreatePullRequestTool::opened)
          .orElseGet(() -> run(call, context));
    });
  }

  private static String head(CodeHost host, Input input) {
    String given = input.optionalText("head");
    if (given != null && !given.isBlank()) {
      return given;
    }
    var pushed = host.pushedBranches();
    if (pushed.size() == 1) {
      return pushed.getFirst();
    }
    throw new ToolInputException(
        pushed.isEmpty()
            ? "No branch of %s was pushed yet: call git_push first.".formatted(host.name())
            : "Name the branch as head; you have pushed " + String.join(", ", pushed) + ".");
  }

  private static Outcome open(ForgePullRequests pulls, String head, Input input) {
    String base = Objects.requireNonNullElseGet(input.optionalText("base"), pulls::defaultBranch);
    try {
      var text = new Text(input.text("title"), input.text("body"));
      return opened(pulls.open(head, base, text, input.flag("draft")));
    } catch (HostDownException e) {
      return Outcome.error(
          e.problem().sentence() + ". Call this again: it opens no second one for the branch.");
    } catch (ProblemException e) {
      return there(pulls, head)
          .map(there ->
              Outcome.with(
                  new Outcome.PullRequest(there.url()),
                  "There is one open for the branch already: %s (number %d). Change it with update_pull_request."
                      .formatted(there.url(), there.number())))
          .orElseThrow(() -> e);
    }
  }

  /** Empty also when the host does not say: why it refused is what counts. */
  private static Optional<Opened> there(ForgePullRequests pulls, String head) {
    try {
      return pulls.openFor(head);
    } catch (ProblemException _) {
      return Optional.empty();
    }
  }

  private static Outcome opened(Opened opened) {
    return Outcome.with(
        new Outcome.PullRequest(opened.url()),
        "Opened %s (number %d).".formatted(opened.url(), opened.number()));
  }

  private static Outcome byHand(CodeHost host, Input input) {
    return Outcome.ok(
        "No git connection of the organization can open a pull request of %s. Give the user this address, at which it can be opened: %s"
            .formatted(
                host.name(), host.compareAddress(head(host, input), input.optionalText("base"))));
  }
}
