package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.tools.CodeHosts.CodeHost;
import io.agentservice.server.base.forges.ForgePullRequests;
import io.agentservice.server.base.problems.ProblemException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A tool that asks a repository's host. What the host refuses is told to the model. */
abstract class HostTool extends Tool {
  static final String REPOSITORY =
      """
      "repository": {"type": "string", "description": "owner/repo or host/owner/repo; only needed when the session has several"}\
      """;

  static final String NUMBER =
      """
      "number": {"type": "integer", "minimum": 1, "description": "Of the pull request"}\
      """;

  HostTool(ToolSpec spec) {
    super(spec);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    check(input);
    host(input, context);
    return null;
  }

  /** Reads all of the input. */
  abstract void check(Input input);

  static CodeHost host(Input input, ToolContext context) {
    return context.hosts().of(input.optionalText("repository"));
  }

  static CodeHost writableHost(Input input, ToolContext context) {
    var host = host(input, context);
    if (host.readOnly()) {
      throw new ToolInputException(
          "The organization may only read %s: give the user what you have, or ask."
              .formatted(host.name()));
    }
    return host;
  }

  static ForgePullRequests pullRequests(CodeHost host) {
    return host.pullRequests()
        .orElseThrow(() ->
            new ToolInputException(
                "No git connection of the organization leads to the pull requests of %s: ask the user to look."
                    .formatted(host.name())));
  }

  static long number(Input input) {
    var number = input.number("number", 1, Integer.MAX_VALUE);
    if (number == null) {
      throw new ToolInputException("The input needs number, that of the pull request.");
    }
    return number;
  }

  static Outcome asking(Supplier<Outcome> work) {
    try {
      return work.get();
    } catch (ProblemException e) {
      return Outcome.error(e.problem().sentence());
    }
  }
}
