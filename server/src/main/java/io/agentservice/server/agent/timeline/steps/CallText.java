package io.agentservice.server.agent.timeline.steps;

import tools.jackson.databind.JsonNode;

/** What a call says, as whoever approves it reads it. */
public final class CallText {
  private CallText() {}

  /** A command as it is; of other calls all that they say. */
  public static String of(String tool, JsonNode input) {
    boolean plain = tool.equals("bash") && input.size() == 1;
    return plain ? input.path("command").asString("") : members(input);
  }

  private static String members(JsonNode input) {
    var text = new StringBuilder();
    input
        .properties()
        .forEach(member ->
            text.append(member.getKey())
                .append(": ")
                .append(
                    member.getValue().isString()
                        ? member.getValue().stringValue()
                        : member.getValue().toString())
                .append('\n'));
    return text.toString().stripTrailing();
  }
}
