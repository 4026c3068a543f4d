package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.jsonschema.SchemaField;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.tags.TagForm;
import io.agentservice.server.engine.approvals.ApprovalMode;
import io.agentservice.server.engine.messages.Attached;
import io.agentservice.server.engine.sessions.parts.Host;
import io.agentservice.server.engine.sessions.parts.Manner;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.Requester;
import io.agentservice.server.engine.sessions.parts.SessionChange;
import io.agentservice.server.engine.sessions.parts.TagChange;
import io.agentservice.server.engine.sessions.parts.Task;
import io.agentservice.server.engine.sessions.parts.TraceParent;
import io.agentservice.server.engine.sessions.secrets.SecretsBody;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of session requests (api-org.md 1.2; limits: completions.md 9). */
public final class SessionBody {
  private static final int MAX_TEXT_BYTES = 1 << 20;
  private static final int MAX_TITLE = 256;
  private static final int MAX_MODEL = 1024;
  private static final int MAX_REPOS = 50;
  private static final List<String> MODES = List.of("normal", "fast", "lite", "ultra", "fusion");

  private SessionBody() {}

  /** {@code replays}: whether recorded models may be named. */
  static NewSession create(Request request, SessionReferences references, boolean replays) {
    return create(request, request.body(), references, replays);
  }

  /** Of a body that has been read before, at least in part. */
  public static NewSession create(
      Request request, Body body, SessionReferences references, boolean replays) {
    body.alias("agent_mode", "devin_mode");
    var manner = manner(request, body, references);
    references.context().tags().check(request.org(), body);
    var attached = references.attached(request.scope(), body);
    var parent = references.parent(request, body);
    String prompt = body.textOfBytes("prompt", 1, MAX_TEXT_BYTES);
    var task = task(request, body, references, replays, parent);
    var wanted =
        NewSession.of(prompt)
            .with(task)
            .with(manner)
            .with(requester(request, body, parent))
            .with(host(body))
            .with(allowance(request, body, references))
            .with(attached)
            .with(TraceParent.parse(request.header(TraceParent.NAME)));
    body.check();
    return wanted;
  }

  private static Manner manner(Request request, Body body, SessionReferences references) {
    var childPlaybook = references.playbook(request, body, "child_playbook_id");
    return new Manner(
        body.optionalWord("advanced_mode", Manner.MODES),
        body.bool("structured_output_required", true),
        false,
        childPlaybook == null ? null : childPlaybook.playbookId(),
        references.links(request, body));
  }

  private static Task task(
      Request request,
      Body body,
      SessionReferences references,
      boolean replays,
      @Nullable SessionId parent) {
    var task =
        new Task(
            body.optionalText("title", 1, MAX_TITLE),
            tags(body, 0),
            repos(body),
            references.knowledge(request, body),
            null,
            null,
            SchemaField.read(body, "structured_output_schema"),
            body.optionalWord("agent_mode", MODES),
            model(request, body, references, replays));
    return task.by(references.playbookOf(request, body, parent));
  }

  private static Requester requester(Request request, Body body, @Nullable SessionId parent) {
    return new Requester(
        body.optionalText("create_as_user_id", 1, MAX_TITLE),
        null,
        null,
        Origins.of(request),
        null,
        parent,
        false);
  }

  private static Host host(Body body) {
    return new Host(
        body.optionalText("platform", 0, MAX_TITLE), null, body.bool("resumable", true), null);
  }

  private static NewSession.Allowance allowance(
      Request request, Body body, SessionReferences references) {
    String approvals = body.optionalWord("approvals", ApprovalMode.WORDS);
    var secrets = SecretsBody.read(body);
    return new NewSession.Allowance(
        body.optionalInt("max_acu_limit", 1, Integer.MAX_VALUE),
        body.bool("bypass_approval", false),
        approvals == null || !ApprovalMode.WORDS.contains(approvals)
            ? null
            : ApprovalMode.of(approvals),
        references.secrets(request, body),
        secrets,
        references.mcpServers(request, body, secrets));
  }

  /** A recording is a file of the server: for tests and demonstrations that the operator allows. */
  private static @Nullable String model(
      Request request, Body body, SessionReferences references, boolean replays) {
    String model = body.optionalText("model", 1, MAX_MODEL);
    if (model == null || model.isEmpty()) {
      return model;
    }
    if (model.startsWith("replay:")) {
      if (!replays) {
        body.fail("not_allowed", "Recorded models are switched off (AGENT_REPLAY_MODELS)", "model");
      }
      return model;
    }
    return references.model(request, body, model);
  }

  /** As they are given; by what they are compared is a {@link RepoName}. */
  private static List<String> repos(Body body) {
    var repos = orEmpty(body.optionalTexts("repos", 0, MAX_REPOS, RepoName.MAX_LENGTH));
    for (int i = 0; i < repos.size(); i++) {
      String name = RepoName.withoutRef(repos.get(i));
      if (!name.isEmpty() && RepoName.parseOrAddress(name) == null) {
        body.failAt(
            "pattern", "Input should be owner/repo, host/owner/repo or an address", "repos", i);
      }
    }
    return repos;
  }

  /** The tags of a request about nothing else; they must be there. */
  public static List<String> tags(
      Request request, OrgId org, SessionReferences references, int min) {
    var body = request.body();
    references.context().tags().check(org, body);
    body.require("tags");
    if (body.isNull("tags")) {
      body.fail("missing", "Field required", "tags");
    }
    var tags = tags(body, min);
    body.check();
    return tags;
  }

  /** Sorted, doubled ones merged. */
  private static List<String> tags(Body body, int min) {
    var tags = orEmpty(body.optionalTexts("tags", min, TagChange.MOST, TagForm.LONGEST));
    TagForm.check(body, tags);
    return List.copyOf(new TreeSet<>(tags));
  }

  static SessionChange change(Request request) {
    var body = request.body();
    var change =
        new SessionChange(
            body.patch("title", field -> body.optionalText(field, 1, MAX_TITLE)),
            body.patch("max_acu_limit", field -> body.optionalInt(field, 1, Integer.MAX_VALUE)));
    body.check();
    return change;
  }

  /** What the agent is to go on with; null for nothing. */
  static @Nullable String interruption(Request request) {
    var body = request.body();
    String message = body.optionalTextOfBytes("message", 1, MAX_TEXT_BYTES);
    body.check();
    return message;
  }

  static NewMessage message(Request request, OrgId org, SessionReferences references) {
    var body = request.body();
    var scope = new Scope(request.principal().accountId(), org);
    return message(body, references.attached(scope, body));
  }

  /** Of a body with what it brings along. */
  public static NewMessage message(Body body, Attached attached) {
    var message =
        new NewMessage(
            body.textOfBytes("message", 1, MAX_TEXT_BYTES),
            attached,
            body.optionalText("message_as_user_id", 1, MAX_TITLE));
    body.check();
    return message;
  }

  /** A message to a session. */
  public record NewMessage(String text, Attached attached, @Nullable String asUserId) {}

  private static List<String> orEmpty(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }
}
