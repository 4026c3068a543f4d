package io.agentservice.llm;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A model's whole turn. Stored in event logs.
 *
 * @param parts in the order in which they came; may be empty
 * @param model in the provider's own words, often a dated version
 * @param divergences replay only: a sentence for each difference between a recorded tool result and
 *     the real one
 */
public record Reply(
    List<Part> parts, Stop stop, Usage usage, String model, List<String> divergences) {

  public Reply {
    parts = List.copyOf(parts);
    divergences = List.copyOf(divergences);
  }

  @JsonIgnore
  public List<Part.ToolUse> toolUses() {
    return parts.stream()
        .filter(Part.ToolUse.class::isInstance)
        .map(Part.ToolUse.class::cast)
        .toList();
  }

  /** The visible text, pieces joined; empty if there is none. */
  @JsonIgnore
  public String text() {
    return parts.stream()
        .filter(Part.Text.class::isInstance)
        .map(part -> ((Part.Text) part).text())
        .collect(Collectors.joining());
  }
}
