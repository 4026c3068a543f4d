package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Body;
import io.agentservice.server.base.http.Origins;
import io.agentservice.server.base.http.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.jsonschema.SchemaField;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.engine.messages.Attached;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of session requests (api-org.md 1.2; limits: completions.md 9). */
public final class SessionBody {
  /** The fields of a session's creation that version 1 has, too (api-legacy.md 2.1). */
  private static final Set<String> OF_VERSION_1 =
      Set.of(
          "prompt",
          "idempotent",
          "playbook_id",
          "title",
          "tags",
          "max_acu_limit",
          "knowledge_ids",
          "secret_ids",
          "session_secrets",
          "structured_output_schema",
          "attachment_urls",
          "platform",
          "snapshot_id",
          "unlisted");

  private static final int MAX_TEXT_BYTES = 1 << 20;
  private static final int MAX_TITLE = 256;
  private static final int MAX_MODEL = 1024;
  private static final int MAX_TAG = 128;
  private static final int MAX_REPOS = 50;
  private static final int MAX_URLS = 50;
  private static final int MAX_URL = 2083;
  private static final Pattern ADDRESS = Pattern.compile("(?i)https?://[^/?#\\s]\\S*");
  private static final List<String> MODES = List.of("normal", "fast", "lite", "ultra", "fusion");

  private SessionBody() {}

  static NewSession create(Request request, SessionReferences references, boolean replays) {
    return create(request, request.body(), references, replays, NewSession.Older.NONE);
  }

  /** Of version 1; fields that only version 3 has are ignored. */
  public static NewSession createOfVersion1(Request request, SessionReferences references) {
    var body = request.body().only(OF_VERSION_1);
    var older =
        new NewSession.Older(
            body.optionalText("snapshot_id", 0, MAX_TITLE),
            body.bool("unlisted", false),
            body.bool("idempotent", false));
    return create(request, body, references, false, older);
  }

  private static NewSession create(
      Request request,
      Body body,
      SessionReferences references,
      boolean replays,
      NewSession.Older older) {
    body.alias("agent_mode", "devin_mode");
    var manner =
        new Manner(
            body.optionalWord("advanced_mode", Manner.MODES),
            body.bool("structured_output_required", true),
            references.links(request, body));
    references.context().tags().check(request.org(), body);
    var attached = references.attached(request.scope(), body);
    var parent = references.parent(request, body);
    var wanted =
        new NewSession(
            body.textOfBytes("prompt", 1, MAX_TEXT_BYTES),
            body.optionalText("title", 1, MAX_TITLE),
            tags(body, 0),
            repos(body),
            references.playbookOf(request, body, parent),
            childPlaybook(references.playbook(request, body, "child_playbook_id")),
            references.knowledge(request, body),
            references.secrets(request, body),
            SecretsBody.read(body),
            body.optionalInt("max_acu_limit", 1, Integer.MAX_VALUE),
            body.bool("bypass_approval", false),
            body.optionalText("create_as_user_id", 1, MAX_TITLE),
            SchemaField.read(body, "structured_output_schema"),
            manner,
            body.optionalWord("agent_mode", MODES),
            body.optionalText("platform", 0, MAX_TITLE),
            body.bool("resumable", true),
            null,
            parent,
            model(body, replays),
            Origins.of(request),
            older,
            attached,
            NewSession.Purpose.WORK);
    body.check();
    return wanted;
  }

  private static @Nullable PlaybookId childPlaybook(@Nullable Playbook playbook) {
    return playbook == null ? null : playbook.playbookId();
  }

  /**
   * Ours. A recording is a file of the server: naming one is for tests and demonstrations, where
   * the operator says so.
   */
  private static @Nullable String model(Body body, boolean replays) {
    String model = body.optionalText("model", 1, MAX_MODEL);
    if (model != null && model.startsWith("replay:") && !replays) {
      body.fail("not_allowed", "Recorded models are switched off (AGENT_REPLAY_MODELS)", "model");
    }
    return model;
  }

  /** As they are given; by what they are compared is a {@link RepoName}. */
  private static List<String> repos(Body body) {
    var repos = orEmpty(body.optionalTexts("repos", 0, MAX_REPOS, RepoName.MAX_LENGTH));
    for (int i = 0; i < repos.size(); i++) {
      if (!repos.get(i).isEmpty() && RepoName.parseOrAddress(repos.get(i)) == null) {
        body.failAt(
            "pattern", "Input should be owner/repo, host/owner/repo or an address", "repos", i);
      }
    }
    return repos;
  }

  /** The addresses of what is attached. */
  static List<String> attachmentUrls(Body body) {
    var urls = orEmpty(body.optionalTexts("attachment_urls", 0, MAX_URLS, MAX_URL));
    for (int i = 0; i < urls.size(); i++) {
      if (!urls.get(i).isEmpty() && !ADDRESS.matcher(urls.get(i)).matches()) {
        body.failAt("format", "Input should be an address of http or https", "attachment_urls", i);
      }
    }
    return urls;
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
    var tags = orEmpty(body.optionalTexts("tags", min, TagChange.MOST, MAX_TAG));
    for (int i = 0; i < tags.size(); i++) {
      if (tags.get(i).chars().anyMatch(Character::isISOControl)) {
        body.failAt("pattern", "A tag has no control characters", "tags", i);
      }
    }
    return List.copyOf(new TreeSet<>(tags));
  }

  static NewMessage message(Request request, OrgId org, SessionReferences references) {
    var body = request.body();
    var scope = new Scope(request.principal().accountId(), org);
    return message(body, references.attached(scope, body));
  }

  /** Of version 1, which has the text alone. */
  public static NewMessage messageOfVersion1(Request request) {
    return message(request.body().only(Set.of("message")), Attached.NONE);
  }

  private static NewMessage message(Body body, Attached attached) {
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
