package io.agentservice.server.engine.guardrails;

import com.google.re2j.Pattern;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code reason} is told of a match; empty {@code organizations} are all. */
public record Guardrail(
    String id,
    String name,
    Kind type,
    Set<Where> where,
    Rule rule,
    Action action,
    @Nullable String reason,
    Set<OrgId> organizations) {
  public Guardrail {
    where = Set.copyOf(where);
    organizations = Set.copyOf(organizations);
  }

  /** What it is about (api-enterprise.md 16). */
  public enum Kind {
    PROMPT,
    COMMAND,
    NETWORK,
    SECRET,
    CONTENT
  }

  /** Whose words it looks at. */
  public enum Where {
    /** What people write to the agent, before the model sees it. */
    USER_MESSAGES,
    /** What the agent says to people, before they get it as a message. */
    AGENT_MESSAGES,
    /** Calls of tools, before anything is sent to the machine. */
    COMMANDS
  }

  /** What is done, from the mildest on. */
  public enum Action {
    LOGGED,
    WARNED,
    BLOCKED,
    SUSPENDED;

    /** Whether the text does not reach whom it was for. */
    public boolean withholds() {
      return this == BLOCKED || this == SUSPENDED;
    }
  }

  /** How it is found out. */
  public sealed interface Rule {
    /** The text matches; in a time that grows with its length only, whatever the pattern. */
    record Matches(Pattern pattern) implements Rule {}

    /**
     * A model's yes, from a confidence of {@code threshold} (0 to 1) on; {@code blockOnFailure}
     * withholds the text when no model answers.
     */
    record Asks(String question, double threshold, boolean blockOnFailure) implements Rule {}
  }

  /** Those of them that hold for an organization's sessions. */
  public static List<Guardrail> of(OrgId org, List<Guardrail> all) {
    return all.stream()
        .filter(rule -> rule.organizations().isEmpty() || rule.organizations().contains(org))
        .toList();
  }

  /** Whether one of them can keep a text of that kind from whom it is for. */
  public static boolean withhold(List<Guardrail> rules, Where where) {
    return rules.stream()
        .anyMatch(rule ->
            rule.where().contains(where)
                && (rule.action().withholds()
                    || (rule.rule() instanceof Rule.Asks asks && asks.blockOnFailure())));
  }

  /** A constant as it is written. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
