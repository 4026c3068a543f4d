package io.agentservice.server.agent.loop.approvals;

import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.agent.loop.shell.ShellScript;
import io.agentservice.server.base.crypto.Sha256;
import io.agentservice.server.engine.approvals.ApprovalMode;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import io.agentservice.server.engine.approvals.AskedHost;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Which calls a policy asks about, and why. */
final class ApprovalRules {
  /** They change something elsewhere. */
  private static final Set<String> RISKY =
      Set.of("git_push", "create_pull_request", "update_pull_request", "comment_on_pull_request");

  /** They change nothing, or only what people are told. What is not here is asked about. */
  private static final Set<String> HARMLESS =
      Set.of(
          "view",
          "search",
          "list",
          "plan",
          "wait",
          "message",
          "ask",
          "finish",
          "structured_output",
          "one_time_code",
          "job_output",
          "job_list",
          "job_stop",
          "pull_request_status",
          "read_session",
          "read_note",
          "message_session",
          "stop_session",
          "search_repositories",
          "search_tools");

  /** Whose input is a command, or is typed into one. */
  private static final Set<String> TYPED = Set.of("bash", "job_input");

  private ApprovalRules() {}

  /**
   * What asks about a call.
   *
   * @param rules of the call; empty: nothing asks
   * @param unclear why it can't be told what it runs; null when it can
   */
  record Asking(List<String> rules, @Nullable String unclear) {
    static final Asking NOBODY = new Asking(List.of(), null);

    Asking {
      rules = List.copyOf(rules);
    }

    boolean asks() {
      return !rules.isEmpty();
    }
  }

  /** {@code mcp}: the servers whose tool it may be. */
  static Asking of(ApprovalPolicy policy, McpServers mcp, String tool, JsonNode input) {
    if (tool.equals(AskedHost.TOOL)) { // in each mode: it is a question and nothing else
      return AskedHost.of(input.path(AskedHost.PARAMETER).asString(""))
          .map(host -> new Asking(List.of(AskedHost.rule(host)), null))
          .orElse(Asking.NOBODY); // and the tool refuses it
    }
    return mcp.of(tool, input)
        .map(offered -> ofServer(policy.mode(), offered.tool()))
        .orElseGet(() -> of(policy, tool, input));
  }

  /** That a tool only reads is what its server says: it does not hold where all is asked. */
  private static Asking ofServer(ApprovalMode mode, McpTool tool) {
    var asking = new Asking(List.of(tool.name()), null);
    return switch (mode) {
      case NEVER -> Asking.NOBODY;
      case RISKY -> tool.readOnly() ? Asking.NOBODY : asking;
      case ALWAYS -> asking;
    };
  }

  static Asking of(ApprovalPolicy policy, String tool, JsonNode input) {
    return switch (policy.mode()) {
      case NEVER -> Asking.NOBODY;
      case RISKY ->
          TYPED.contains(tool)
              ? typed(policy, tool, input)
              : RISKY.contains(tool) ? new Asking(List.of(tool), null) : Asking.NOBODY;
      case ALWAYS ->
          TYPED.contains(tool)
              ? typed(policy, tool, input)
              : HARMLESS.contains(tool) ? Asking.NOBODY : new Asking(List.of(tool), null);
    };
  }

  private static Asking typed(ApprovalPolicy policy, String tool, JsonNode input) {
    String text = input.path(tool.equals("bash") ? "command" : "text").asString("");
    var script = ShellScript.of(text);
    var risky = new RiskyCommands(policy.commands());
    var rules = new LinkedHashSet<>(risky.of(script));
    if (script.unclear() != null) {
      rules.add("exactly this " + tool + " " + fingerprint(text));
    }
    if (policy.mode() == ApprovalMode.ALWAYS) {
      script.invocations().stream()
          .filter(run -> risky.of(run).isEmpty())
          .forEach(run -> rules.add(run.program()));
      if (rules.isEmpty()) {
        rules.add(tool);
      }
    }
    return new Asking(List.copyOf(rules), script.unclear());
  }

  /** Approved for the session, what can't be told is approved word by word. */
  private static String fingerprint(String text) {
    return Sha256.hex(text).substring(0, 16);
  }
}
