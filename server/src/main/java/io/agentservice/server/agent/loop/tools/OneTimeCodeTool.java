package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Gives the current code of an authenticator; its seed stays with the server. */
final class OneTimeCodeTool extends Tool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "one_time_code",
          """
          Gives the code that an authenticator app would show now, for signing in where one is asked for. It is good for some seconds:
          ask for it right before you use it.
          """,
          """
          {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "Name of the secret; a wrong one is answered with all names"}},
            "required": ["name"]
          }
          """);

  private final Map<String, Supplier<String>> codes;

  /** {@code codes}: by the secret's name. */
  OneTimeCodeTool(Map<String, Supplier<String>> codes) {
    super(SPEC);
    this.codes = codes;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    code(input);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return Outcome.ok(code(call.input()).get());
  }

  private Supplier<String> code(Input input) {
    String name = input.words("name");
    var code = codes.get(name);
    if (code == null) {
      throw new ToolInputException(
          "There is no secret %s with codes; there are: %s"
              .formatted(name, String.join(", ", new TreeSet<>(codes.keySet()))));
    }
    return code;
  }

  /** A code does nothing by itself, and the old one may be over. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
