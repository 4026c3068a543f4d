package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.tools.ChildSessions.Child;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.jsonschema.JsonSchema;
import io.agentservice.server.base.jsonschema.JudgesBusyException;
import io.agentservice.server.base.jsonschema.UnfitSchemaException;
import io.agentservice.server.base.repositories.RepoName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Has another agent do a part of the work, in a session of its own. */
final class StartSessionTool extends ChildTool {
  static final String NAME = "start_session";

  /** Told also to a model that calls it without being offered it. */
  static final String MAY_NOT =
      "This session may start no others: agents may not here, or it is as deep below the first one"
          + " as sessions may be. Do the work yourself.";

  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");
  private static final int PROMPT_BYTES = 1 << 20;
  private static final int TITLE_CHARACTERS = 256;
  private static final int MOST_REPOS = 50;

  StartSessionTool() {
    super(
        Schemas.spec(
            NAME,
            """
            Starts a session of another agent that does a part of your work beside you, on a machine and a branch of its own, as the same
            user and with the same rights. It knows nothing but its prompt: say what is to be done, where, and how you will judge it. It can't
            see your files that are not pushed. The call returns at once: go on with your own work, wait for the session with wait, see how it
            stands with read_session, answer its questions with message_session. Use it for what can be done apart, not for small steps.
            """,
            """
            {
              "type": "object",
              "properties": {
                "prompt": {"type": "string", "description": "The whole task, for somebody who knows nothing of yours"},
                "name": {"type": "string", "description": "How you call it, such as tests; session-1, session-2, ... if not given"},
                "title": {"type": "string", "description": "One line for people"},
                "playbook": {"type": "string", "description": "Id of a playbook to go by"},
                "repos": {
                  "type": "array", "items": {"type": "string"},
                  "description": "owner/repo, host/owner/repo or owner/repo@branch; your own if not given"
                },
                "platform": {"type": "string", "description": "linux, macos, windows or the name of an outpost; where you are if not given"},
                "budget": {
                  "type": "integer", "minimum": 1,
                  "description": "ACU that are set aside for it out of your own limit; what it does not use comes back. Not given: it shares your limit"
                },
                "structured_output_schema": {"type": "object", "description": "JSON Schema (draft 7) of what it is to give back"},
                "on_parent_end": {
                  "type": "string", "enum": ["end", "keep"],
                  "description": "What becomes of it when your own session is stopped, archived or fails: end if not given"
                }
              },
              "required": ["prompt"]
            }
            """));
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    if (!context.children().offered()) {
      throw new ToolInputException(MAY_NOT);
    }
    var known = context.children().all();
    String name = name(input, known);
    if (known.stream().anyMatch(child -> child.name().equals(name))) {
      throw new ToolInputException("You have started a session %s already.".formatted(name));
    }
    var id = Id.create(SessionId.class).value();
    var _ = wanted(input, id, name);
    return Schemas.JSON.createObjectNode().put("session_id", id).put("name", name);
  }

  private static String name(Input input, List<Child> known) {
    var given = input.optionalText("name");
    if (given == null) {
      return "session-" + (known.size() + 1);
    }
    if (!NAMES.matcher(given).matches() || given.equals(WaitTool.ANY)) {
      throw new ToolInputException(
          "name must be of letters, digits, dots, dashes, at most 40, and not any.");
    }
    return given;
  }

  private static ChildSessions.Wanted wanted(Input input, String id, String name) {
    String prompt = input.words("prompt");
    if (prompt.getBytes(StandardCharsets.UTF_8).length > PROMPT_BYTES) {
      throw new ToolInputException("prompt has more than 1 MiB.");
    }
    var title = input.optionalText("title");
    if (title != null && (title.isBlank() || title.length() > TITLE_CHARACTERS)) {
      throw new ToolInputException(
          "title must have 1 to %d characters.".formatted(TITLE_CHARACTERS));
    }
    return new ChildSessions.Wanted(
        id,
        name,
        prompt,
        title,
        input.optionalText("playbook"),
        repos(input),
        input.optionalText("platform"),
        input.number("budget", 1, Integer.MAX_VALUE),
        schema(input),
        outlives(input));
  }

  private static @Nullable List<String> repos(Input input) {
    var repos = input.texts("repos");
    if (repos == null) {
      return null;
    }
    var wrong =
        repos.stream()
            .filter(repo ->
                repo.length() > RepoName.MAX_LENGTH || RepoName.parseOrAddress(repo) == null)
            .collect(Collectors.joining(", "));
    if (!wrong.isEmpty() || repos.size() > MOST_REPOS) {
      throw new ToolInputException(
          "repos must be at most %d of owner/repo or host/owner/repo. Wrong: %s"
              .formatted(MOST_REPOS, wrong));
    }
    return repos;
  }

  private static @Nullable JsonNode schema(Input input) {
    var schema = input.any("structured_output_schema");
    if (schema == null || schema.isNull()) {
      return null;
    }
    if (!schema.isObject()
        || schema.toString().getBytes(StandardCharsets.UTF_8).length > JsonSchema.MAX_BYTES) {
      throw new ToolInputException("structured_output_schema must be an object of at most 64 KiB.");
    }
    try {
      var _ = JsonSchema.of(schema);
    } catch (UnfitSchemaException e) {
      throw new ToolInputException(
          "structured_output_schema can't be used: %s".formatted(e.getMessage()));
    } catch (JudgesBusyException e) {
      throw new ToolInputException("The service is too busy just now. Make the same call again.");
    }
    return schema;
  }

  private static boolean outlives(Input input) {
    var given = input.optionalText("on_parent_end");
    if (given != null && !given.equals("end") && !given.equals("keep")) {
      throw new ToolInputException("on_parent_end must be end or keep.");
    }
    return "keep".equals(given);
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var facts = call.facts();
    if (facts == null) {
      throw new IllegalStateException("a session without an id");
    }
    String id = facts.path("session_id").asString();
    String name = facts.path("name").asString();
    context.children().start(wanted(call.input(), id, name));
    return Outcome.ok("Started the session %s (%s).".formatted(name, id));
  }
}
