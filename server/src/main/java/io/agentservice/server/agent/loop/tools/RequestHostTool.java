package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.engine.approvals.AskedHost;
import io.agentservice.wire.frames.ToServer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks a person for a host that the network policy does not allow (ADR 0093). The question is the
 * approval that each call needs: what is carried out here was agreed to.
 */
final class RequestHostTool extends Tool {
  static final String NAME = AskedHost.TOOL;

  private static final ToolSpec SPEC =
      Schemas.spec(
          NAME,
          """
          Asks the people of this session to let your machine reach a host that the network policy refuses, and waits for their answer, which may
          take hours. Ask only for what the task can't be done without, after a connection was refused, and say what you need it for. Do what failed
          once more when it was allowed.
          """,
          """
          {
            "type": "object",
            "properties": {
              "host": {"type": "string", "description": "one name, such as packages.example.com, without a scheme, a port or *"},
              "reason": {"type": "string", "description": "one sentence for who decides"}
            },
            "required": ["host", "reason"]
          }
          """);

  private static final long LIMIT_MILLIS = 30_000;

  private final HostGrants grants;

  RequestHostTool(HostGrants grants) {
    super(SPEC);
    this.grants = grants;
  }

  @Override
  public boolean journaled() {
    return true;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    var _ = host(input);
    input.words("reason");
    return null;
  }

  private static String host(Input input) {
    return AskedHost.of(input.words(AskedHost.PARAMETER))
        .orElseThrow(() ->
            new ToolInputException(
                "host must be one name, such as packages.example.com: no address of numbers, scheme,"
                    + " port or *."));
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var host = host(call.input());
    if (!grants.allow(host)) {
      return Outcome.error(
          "This session was allowed too many hosts one by one: its network policy is to be changed"
              + " instead.");
    }
    var output = new CommandOutput(context.redactor(), _ -> {});
    var exited = context.machine().exec(call.commandId(), look(host), LIMIT_MILLIS, output);
    output.end();
    boolean whole = exited.outcome() == ToServer.Outcome.EXITED;
    return Outcome.ok(
        switch (whole ? output.forModel().strip() : "") {
          case "yes" -> host + " is allowed: do once more what was refused.";
          case "unfiltered" -> host + " is allowed; nothing filters the network of this machine.";
          default ->
              host
                  + " is allowed, but the machine has not heard of it yet. Try in a minute; if it is"
                  + " refused still, the session must sleep and be woken.";
        });
  }

  /** The worker's filter looks at the policy anew, and says whether it has the host. */
  private static String look(String host) {
    return """
    proxy=${http_proxy#http://}; proxy=${proxy%%/*}
    [ -n "$proxy" ] || { echo unfiltered; exit; }
    exec 3<>"/dev/tcp/${proxy%%:*}/${proxy##*:}" || exit 1
    printf 'GET /names/%%s HTTP/1.1\\r\\nHost: filter\\r\\n\\r\\n' '%s' >&3
    last=; while IFS= read -r -t 20 line <&3; do last=$line; done; echo "$last"
    """
        .formatted(host);
  }

  /** To allow and to look again changes nothing. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
