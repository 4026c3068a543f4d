package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.engine.messages.Attached;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param older what only version 1 asks for
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
    Manner manner,
    @Nullable String agentMode,
    @Nullable String platform,
    boolean resumable,
    @Nullable ScheduleId schedule,
    @Nullable SessionId parent,
    @Nullable String model,
    String origin,
    Older older,
    Attached attached,
    Purpose purpose) {

  /** What a session is for, beyond what its prompt says. */
  public enum Purpose {
    WORK("agent", "create_session"),
    /** Its use counts as a product of its own. */
    REVIEW("review", "create_session"),
    /** Makes its only repository ready for work. */
    REPOSITORY_SETUP("agent", "start_repo_setup");

    private final String product;
    private final String auditAction;

    Purpose(String product, String auditAction) {
      this.product = product;
      this.auditAction = auditAction;
    }

    String product() {
      return product;
    }

    String auditAction() {
      return auditAction;
    }
  }

  /** What the service itself asks for on a caller's behalf, about a repository. */
  public static NewSession about(String repo, String title, String prompt, Purpose purpose) {
    return new NewSession(
        prompt,
        title,
        List.of(),
        List.of(repo),
        null,
        null,
        null,
        null,
        List.of(),
        null,
        false,
        null,
        null,
        Manner.PLAIN,
        null,
        null,
        true,
        null,
        null,
        null,
        "api",
        Older.NONE,
        Attached.NONE,
        purpose);
  }

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
        Manner.PLAIN,
        null,
        platform,
        true,
        schedule,
        null,
        null,
        "automation",
        Older.NONE,
        Attached.NONE,
        Purpose.WORK);
  }

  /** Whether it asks for more than one task of one agent (api-org.md 1.1). */
  boolean isAdvanced() {
    return manner.mode() != null || childPlaybook != null || !manner.links().isEmpty();
  }

  /** What the audit log tells of it. */
  Map<String, String> told(SessionId id, OrgId org) {
    var data = new LinkedHashMap<String, String>();
    if (purpose == Purpose.REPOSITORY_SETUP) {
      data.put("org_id", org.value());
      data.put("repo_path", repos.getFirst());
    }
    data.put("session_id", id.value());
    data.put("origin", origin);
    if (playbook != null) {
      data.put("playbook_id", playbook.playbookId().value());
    }
    if (parent != null) {
      data.put("parent_session_id", parent.value());
    }
    if (asUserId != null) {
      data.put("as_user_id", asUserId);
    }
    return data;
  }

  /**
   * What version 1 asks for in addition (api-legacy.md 2.1).
   *
   * @param snapshotId shown, without effect
   * @param unlisted whether lists of others leave it out
   * @param idempotent whether a session with the same prompt does as well
   */
  public record Older(@Nullable String snapshotId, boolean unlisted, boolean idempotent) {
    static final Older NONE = new Older(null, false, false);
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
