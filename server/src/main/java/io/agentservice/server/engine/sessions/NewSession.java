package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.playbooks.Playbook;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for when he creates a session (api-org.md 1.2).
 *
 * @param playbook of which the session keeps a copy
 * @param knowledgeIds notes to choose from; null: all of the organization; likewise {@code
 *     secretIds}
 * @param secrets of this session only
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
    @Nullable SessionId parent,
    @Nullable String model,
    String origin) {

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
