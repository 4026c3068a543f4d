package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.playbooks.Playbook;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for when he creates a session (api-org.md 1.2).
 *
 * @param playbook of which the session keeps a copy
 * @param knowledgeIds notes to choose from; null: all of the organization; likewise {@code
 *     secretIds}
 * @param secrets of this session only
 * @param schedule that makes it; null when somebody asked for it
 */
public record NewSession(
    String prompt,
    @Nullable String title,
    List<String> tags,
    List<String> repos,
    @Nullable Playbook playbook,
    @Nullable PlaybookId childPlaybook,
    @Nullable List<String> knowledgeIds,
    @Nullable List<String> secretIds,
    List<Secret> secrets,
    @Nullable Integer maxAcuLimit,
    boolean bypassApproval,
    @Nullable String asUserId,
    @Nullable String structuredOutputSchema,
    boolean advanced,
    @Nullable String agentMode,
    @Nullable String platform,
    boolean resumable,
    @Nullable ScheduleId schedule,
    @Nullable SessionId parent,
    @Nullable String model,
    String origin) {

  /** What a schedule asks for: nothing but a prompt and what goes with it. */
  public static NewSession scheduled(
      ScheduleId schedule,
      String prompt,
      @Nullable Playbook playbook,
      List<String> tags,
      @Nullable String platform,
      boolean bypassApproval,
      @Nullable String asUserId) {
    return new NewSession(
        prompt,
        null,
        List.copyOf(new TreeSet<>(tags)),
        List.of(),
        playbook,
        null,
        null,
        null,
        List.of(),
        null,
        bypassApproval,
        asUserId,
        null,
        false,
        null,
        platform,
        true,
        schedule,
        null,
        null,
        "automation");
  }

  /** A secret of this session only. */
  public record Secret(String key, String value, boolean sensitive) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Whether its key can be a variable of an environment (api-org.md 1.4). */
    public boolean isVariable() {
      return VARIABLE.matcher(key).matches();
    }

    /** Never shows the value. */
    @Override
    public String toString() {
      return "Secret[" + key + "]";
    }
  }
}
