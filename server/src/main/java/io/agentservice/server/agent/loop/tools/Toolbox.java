package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.wire.frames.ToRemote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class Toolbox {
  /** Below it, in tokens, each tool is missed as room for the work. */
  private static final long SMALL_WINDOW = 8_192;

  private static final Set<String> FOR_LARGER_WINDOWS =
      Set.of(
          "job_output",
          "job_input",
          "job_stop",
          "job_list",
          "search",
          "list",
          FetchTool.NAME,
          RequestHostTool.NAME,
          WaitTool.NAME,
          StartSessionTool.NAME,
          "message_session",
          "stop_session");

  /** More tools of MCP servers than that are found by a search, and not all listed. */
  private static final int MOST_LISTED = 20;

  /** The same of what they say of themselves, in characters. */
  private static final int MOST_CHARACTERS = 60_000;

  private final List<Tool> tools;
  private final Supplier<McpServers> mcp;

  /**
   * All tools of a machine with these {@code capabilities}.
   *
   * @param finish reports the task as done; knows whether the agent may start other sessions
   * @param oneTimeCodes authenticators' codes by name
   * @param linked readable earlier sessions
   * @param lookups beyond the machine
   * @param repositories whether the session works on repositories, whose changes are to be proposed
   * @param mcp what was listed of MCP servers
   */
  public Toolbox(
      FinishTool finish,
      List<String> capabilities,
      Map<String, Supplier<String>> oneTimeCodes,
      List<LinkedSession> linked,
      Lookups lookups,
      boolean repositories,
      Supplier<McpServers> mcp) {
    this.mcp = mcp;
    var all = new ArrayList<Tool>();
    boolean jobs = capabilities.contains(ToRemote.ReadOutput.JOBS);
    all.add(new BashTool(jobs));
    if (jobs) {
      all.addAll(
          List.of(new JobOutputTool(), new JobInputTool(), new JobStopTool(), new JobListTool()));
    }
    all.addAll(List.of(new EditTool(), new ViewTool(), new SearchTool(), new ListTool()));
    if (capabilities.contains(BrowserTool.CAPABILITY)) {
      all.add(new BrowserTool());
    }
    if (!oneTimeCodes.isEmpty()) {
      all.add(new OneTimeCodeTool(oneTimeCodes));
    }
    if (finish.afterOthers()) {
      all.addAll(List.of(new StartSessionTool(), new MessageSessionTool(), new StopSessionTool()));
    }
    if (!linked.isEmpty() || finish.afterOthers()) {
      all.add(new ReadSessionTool(linked));
    }
    all.add(new ReadSkillTool());
    if (lookups.repositories() != null) {
      all.add(new SearchRepositoriesTool(lookups.repositories()));
    }
    if (lookups.pages() != null) {
      all.add(new FetchTool(lookups.pages()));
    }
    if (lookups.notes() != null) {
      all.add(new ReadNoteTool(lookups.notes()));
    }
    if (lookups.hosts() != null) {
      all.add(new RequestHostTool(lookups.hosts()));
    }
    if (repositories) {
      all.addAll(
          List.of(
              new GitPushTool(),
              new CreatePullRequestTool(),
              new UpdatePullRequestTool(),
              new PullRequestStatusTool(),
              new CommentOnPullRequestTool()));
    }
    all.addAll(
        List.of(
            new ShareFileTool(),
            new PlanTool(),
            new WaitTool(finish.afterOthers()),
            new MessageTool(),
            new AskTool()));
    var schema = finish.schema();
    if (schema != null) {
      all.add(new OutputTool(schema));
    }
    all.add(finish);
    tools = List.copyOf(all);
  }

  /** Those that a model of this window, in tokens, is told of; {@code skills}: there are some. */
  public List<ToolSpec> specs(long window, boolean skills) {
    boolean small = window < SMALL_WINDOW;
    var own =
        tools.stream()
            .map(Tool::spec)
            .filter(spec -> skills || !spec.name().equals(ReadSkillTool.NAME))
            .filter(spec -> !small || !FOR_LARGER_WINDOWS.contains(spec.name()));
    return Stream.concat(own, ofServers(small)).toList();
  }

  private Stream<ToolSpec> ofServers(boolean small) {
    var offered = mcp.get().tools();
    if (offered.isEmpty()) {
      return Stream.of();
    }
    return small || isSearched(offered)
        ? Stream.of(SearchToolsTool.SPEC, CallToolTool.SPEC)
        : offered.stream().map(one -> McpServerTool.spec(one.tool()));
  }

  private static boolean isSearched(List<McpServers.Offered> offered) {
    long characters =
        offered.stream()
            .map(McpServers.Offered::tool)
            .mapToLong(tool -> tool.description().length() + tool.schema().toString().length())
            .sum();
    return offered.size() > MOST_LISTED || characters > MOST_CHARACTERS;
  }

  /** Why there is no tool of a name, in words for the model. */
  public String missing(String name) {
    if (name.equals(StartSessionTool.NAME)) {
      return StartSessionTool.MAY_NOT;
    }
    return name.equals(BrowserTool.NAME)
        ? "This machine has no browser (AGENT_CHROME_PATH is not set on it): go on without."
        : "There is no tool %s; the tools are %s."
            .formatted(
                name,
                tools.stream()
                    .map(tool -> tool.spec().name())
                    .filter(known -> !known.equals(ReadSkillTool.NAME)) // named with the skills
                    .toList());
  }

  /** Null for a name that the model made up, or that this machine cannot serve. */
  public @Nullable Tool find(String name) {
    return tools.stream()
        .filter(tool -> tool.spec().name().equals(name))
        .findFirst()
        .orElseGet(() -> ofServers(name));
  }

  private @Nullable Tool ofServers(String name) {
    var servers = mcp.get();
    if (servers.tools().isEmpty()) {
      return null;
    }
    return switch (name) {
      case SearchToolsTool.NAME -> new SearchToolsTool(servers);
      case McpServers.CALL_TOOL -> new CallToolTool(servers);
      default -> servers.find(name).map(McpServerTool::new).orElse(null);
    };
  }
}
