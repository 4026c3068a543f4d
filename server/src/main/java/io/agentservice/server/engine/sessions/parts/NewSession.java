package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.mcp.McpServerContent;
import io.agentservice.server.engine.approvals.ApprovalMode;
import io.agentservice.server.engine.messages.Attached;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A caller's wish (api-org.md 1.2), made {@link #of} a prompt and unusual parts.
 *
 * @param trace what of the caller's it is a part of, or null
 */
public record NewSession(
    String prompt,
    Task task,
    Manner manner,
    Requester requester,
    Host host,
    Allowance allowance,
    Attached attached,
    Purpose purpose,
    @Nullable TraceParent trace) {

  public NewSession {
    if (purpose == Purpose.REPOSITORY_SETUP && task.repos().size() != 1) {
      throw new IllegalArgumentException("a set-up is of one repository");
    }
  }

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

    /** As what its use is billed. */
    public String product() {
      return product;
    }

    public String auditAction() {
      return auditAction;
    }
  }

  /**
   * What it may spend, do and read.
   *
   * @param maxAcuLimit null: the organization's
   * @param bypassApproval asks nobody where an approval is needed
   * @param approvals what it asks about; null: as its organization wants
   * @param secretIds of the organization; null: all
   * @param secrets its own
   * @param mcpServers its own
   */
  public record Allowance(
      @Nullable Integer maxAcuLimit,
      boolean bypassApproval,
      @Nullable ApprovalMode approvals,
      @Nullable List<String> secretIds,
      List<Secret> secrets,
      List<McpServerContent> mcpServers) {
    /** What its organization has. */
    public static final Allowance USUAL =
        new Allowance(null, false, null, null, List.of(), List.of());

    public Allowance {
      secrets = List.copyOf(secrets);
      mcpServers = List.copyOf(mcpServers);
    }

    /** {@link #approvals} as it is stored. */
    public @Nullable String approvalWord() {
      return approvals == null ? null : approvals.word();
    }

    /** The usual one, with approvals or without. */
    public static Allowance bypassing(boolean approvals) {
      return new Allowance(null, approvals, null, null, List.of(), List.of());
    }
  }

  /** Whoever calls asks for it by the API, without anything but a prompt. */
  public static NewSession of(String prompt) {
    return new NewSession(
        prompt,
        Task.PLAIN,
        Manner.PLAIN,
        Requester.by("api"),
        Host.ANY,
        Allowance.USUAL,
        Attached.NONE,
        Purpose.WORK,
        null);
  }

  /** What the service itself asks for on a caller's behalf, about a repository. */
  public static NewSession about(String repo, String title, String prompt, Purpose purpose) {
    return of(prompt).with(Task.PLAIN.titled(title).in(List.of(repo))).with(purpose);
  }

  /** With another task. */
  public NewSession with(Task other) {
    return new NewSession(
        prompt, other, manner, requester, host, allowance, attached, purpose, trace);
  }

  /** With another manner. */
  public NewSession with(Manner other) {
    return new NewSession(
        prompt, task, other, requester, host, allowance, attached, purpose, trace);
  }

  /** With another requester. */
  public NewSession with(Requester other) {
    return new NewSession(prompt, task, manner, other, host, allowance, attached, purpose, trace);
  }

  /** On another machine. */
  public NewSession with(Host other) {
    return new NewSession(
        prompt, task, manner, requester, other, allowance, attached, purpose, trace);
  }

  /** With another allowance. */
  public NewSession with(Allowance other) {
    return new NewSession(prompt, task, manner, requester, host, other, attached, purpose, trace);
  }

  /** With other attachments. */
  public NewSession with(Attached other) {
    return new NewSession(prompt, task, manner, requester, host, allowance, other, purpose, trace);
  }

  /** For another purpose. */
  public NewSession with(Purpose other) {
    return new NewSession(prompt, task, manner, requester, host, allowance, attached, other, trace);
  }

  /** In a caller's trace; null: in none. */
  public NewSession with(@Nullable TraceParent other) {
    return new NewSession(
        prompt, task, manner, requester, host, allowance, attached, purpose, other);
  }

  /** What the audit log tells of it. */
  public Map<String, String> told(SessionId id, OrgId org) {
    var data = new LinkedHashMap<String, String>();
    if (purpose == Purpose.REPOSITORY_SETUP) {
      data.put("org_id", org.value());
      data.put("repo_path", task.repos().getFirst());
    }
    data.put("session_id", id.value());
    data.put("origin", requester.origin());
    if (task.playbookId() != null) {
      data.put("playbook_id", task.playbookId().value());
    }
    if (requester.parentSessionId() != null) {
      data.put("parent_session_id", requester.parentSessionId().value());
    }
    if (requester.forkedFromSessionId() != null) {
      data.put("forked_from_session_id", requester.forkedFromSessionId().value());
    }
    if (requester.userId() != null) {
      data.put("as_user_id", requester.userId());
    }
    return data;
  }

  /** A secret of this session only. */
  public record Secret(String key, String value, boolean sensitive) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Whether its key can be a variable of an environment (api-org.md 1.4). */
    public boolean isVariable() {
      return VARIABLE.matcher(key).matches();
    }

    @Override
    public String toString() {
      return "Secret[" + key + "]";
    }
  }

  /** What is to be created, and its texts without secrets. */
  public record Prepared(NewSession wanted, String prompt, String title) {}

  /** What came of it; {@code fresh}: whether the session was made for it. */
  public record Created(Session session, boolean fresh) {}
}
