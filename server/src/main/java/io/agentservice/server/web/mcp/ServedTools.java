package io.agentservice.server.web.mcp;

import static io.agentservice.server.web.mcp.ServedTool.In.BODY;
import static io.agentservice.server.web.mcp.ServedTool.In.HERE;
import static io.agentservice.server.web.mcp.ServedTool.In.PATH;
import static io.agentservice.server.web.mcp.ServedTool.In.QUERY;

import io.agentservice.server.web.mcp.ServedTool.In;
import io.agentservice.server.web.mcp.ServedTool.Parameter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What other agents may do here. */
final class ServedTools {
  /** Waits, looking again and again. */
  static final String WAIT = "wait_for_session";

  /** Of which organization; without it that of the key. */
  static final String ORG = "org_id";

  /** How long {@link #WAIT} waits. */
  static final String SECONDS = "seconds";

  private static final Parameter SESSION = needed("session_id", PATH, "Id of the session");
  private static final Parameter FIRST =
      new Parameter("first", "integer", QUERY, false, "How many, at most 200; 20 if not given");
  private static final Parameter AFTER = text("after", QUERY, "end_cursor of the page before");

  static final List<ServedTool> ALL =
      List.of(
          tool(
              "start_session",
              "Starts a session: an autonomous software engineer does the task on a machine of its own. Answers at once; wait_for_session tells when it is done or asks.",
              "POST",
              "/sessions",
              needed("prompt", BODY, "The task, with all that is to be known"),
              text("title", BODY, "A short name"),
              list("repos", "Repositories to work on, owner/repo or owner/repo@branch"),
              text("playbook_id", BODY, "Of instructions to follow"),
              text("platform", BODY, "Where it runs: a label or an outpost"),
              new Parameter("max_acu_limit", "integer", BODY, false, "What it may use"),
              list("tags", "Words to find it by")),
          tool("list_sessions", "Lists sessions, newest first.", "GET", "/sessions", FIRST, AFTER),
          tool(
              "get_session",
              "Reads how a session stands: status and status_detail, pull requests, structured output, what it has used.",
              "GET",
              "/sessions/{session_id}",
              SESSION),
          tool(
              "read_session",
              "Reads the messages of a session, oldest first: what people and the agent have said to each other.",
              "GET",
              "/sessions/{session_id}/messages",
              SESSION,
              FIRST,
              AFTER),
          tool(
              "message_session",
              "Sends a session a message: an answer to what it asks, or something more to do. One that sleeps wakes.",
              "POST",
              "/sessions/{session_id}/messages",
              SESSION,
              needed("message", BODY, "What to say")),
          tool(
              WAIT,
              "Waits until a session does not work any more (it asks, is done, sleeps or has ended) and answers how it stands; the same when the time is over.",
              "GET",
              "/sessions/{session_id}",
              SESSION,
              new Parameter(
                  SECONDS,
                  "integer",
                  HERE,
                  false,
                  "At most 50, which is what is waited if not given")),
          tool(
              "list_knowledge",
              "Lists notes of what agents should know.",
              "GET",
              "/knowledge/notes",
              text("search", QUERY, "A text that stands in them"),
              FIRST,
              AFTER),
          tool(
              "get_note",
              "Reads a note.",
              "GET",
              "/knowledge/notes/{note_id}",
              needed("note_id", PATH, "Id of the note")),
          tool(
              "create_note",
              "Writes down what agents should know from now on.",
              "POST",
              "/knowledge/notes",
              needed("name", BODY, "Its title"),
              needed("body", BODY, "What is to be known"),
              needed("trigger", BODY, "When it is to be read, in words"),
              text("pinned_repo", BODY, "owner/repo, or all: where it is always read")),
          tool(
              "list_playbooks",
              "Lists playbooks: instructions that sessions can follow.",
              "GET",
              "/playbooks",
              FIRST,
              AFTER),
          tool(
              "get_playbook",
              "Reads a playbook.",
              "GET",
              "/playbooks/{playbook_id}",
              needed("playbook_id", PATH, "Id of the playbook")),
          tool(
              "list_schedules",
              "Lists schedules: when sessions are made by themselves.",
              "GET",
              "/schedules",
              FIRST,
              AFTER),
          tool(
              "create_schedule",
              "Has a session made again and again.",
              "POST",
              "/schedules",
              needed("prompt", BODY, "The task"),
              needed("cron_schedule", BODY, "Minute, hour, day, month, weekday"),
              text("timezone", BODY, "IANA name; UTC if not given"),
              text("name", BODY, "A short name"),
              text("playbook_id", BODY, "Of instructions to follow")),
          tool(
              "delete_schedule",
              "Deletes a schedule.",
              "DELETE",
              "/schedules/{schedule_id}",
              needed("schedule_id", PATH, "Id of the schedule")));

  private ServedTools() {}

  static Optional<ServedTool> find(String name) {
    return ALL.stream().filter(tool -> tool.name().equals(name)).findFirst();
  }

  private static ServedTool tool(
      String name, String description, String method, String path, Parameter... parameters) {
    var org = text(ORG, HERE, "Organization; that of the key if not given");
    var all = Stream.concat(Stream.of(parameters), Stream.of(org)).toList();
    return new ServedTool(name, description, method, "/v3/organizations/{org_id}" + path, all);
  }

  private static Parameter needed(String name, In in, String description) {
    return new Parameter(name, "string", in, true, description);
  }

  private static Parameter text(String name, In in, String description) {
    return new Parameter(name, "string", in, false, description);
  }

  private static Parameter list(String name, String description) {
    return new Parameter(name, "array", BODY, false, description);
  }
}
