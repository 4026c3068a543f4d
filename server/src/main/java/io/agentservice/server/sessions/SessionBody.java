package io.agentservice.server.sessions;

import io.agentservice.server.auth.Principal;
import io.agentservice.server.http.Body;
import io.agentservice.server.http.Request;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.jsonschema.JsonSchema;
import io.agentservice.server.jsonschema.UnfitSchemaException;
import io.agentservice.server.knowledge.Notes;
import io.agentservice.server.problems.Failure;
import io.agentservice.server.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the bodies of session requests (api-org.md 1.2; limits: completions.md 9). */
final class SessionBody {
  private static final int MAX_TEXT_BYTES = 1 << 20;
  private static final int MAX_TITLE = 256;
  private static final int MAX_MODEL = 1024;
  private static final int MAX_TAGS = 50;
  private static final int MAX_TAG = 128;
  private static final int MAX_KNOWLEDGE = 1000;
  private static final int MAX_REPOS = 50;
  private static final int MAX_SECRETS = 100;
  private static final int MAX_SECRET_BYTES = 65_536;
  private static final List<String> MODES = List.of("normal", "fast", "lite", "ultra", "fusion");
  private static final List<String> ADVANCED_MODES =
      List.of("analyze", "create", "improve", "batch", "manage");
  static final List<String> ORIGINS =
      List.of(
          "webapp",
          "slack",
          "teams",
          "api",
          "linear",
          "jira",
          "automation",
          "cli",
          "desktop",
          "code_scan",
          "other");
  private static final String ORIGIN_HEADER = "X-Agent-Origin";

  private SessionBody() {}

  static NewSession create(Request request, Notes notes, boolean replays) {
    var body = request.body();
    body.alias("agent_mode", "devin_mode");
    boolean advanced =
        body.optionalWord("advanced_mode", ADVANCED_MODES) != null
            || body.value("child_playbook_id") != null
            || body.value("session_links") != null;
    for (String reference : List.of("playbook_id", "child_playbook_id")) {
      if (body.value(reference) != null) {
        body.fail("unknown_reference", "No such playbook in this organization", reference);
      }
    }
    var secretIds = body.value("secret_ids");
    if (secretIds != null && !secretIds.isEmpty()) {
      body.fail("unknown_reference", "No such secret in this organization", "secret_ids");
    }
    var wanted =
        new NewSession(
            body.textOfBytes("prompt", 1, MAX_TEXT_BYTES),
            body.optionalText("title", 1, MAX_TITLE),
            tags(body),
            orEmpty(body.optionalTexts("repos", 0, MAX_REPOS, MAX_TITLE)),
            knowledge(request, body, notes),
            secrets(body),
            body.optionalInt("max_acu_limit", 1, Integer.MAX_VALUE),
            body.bool("bypass_approval", false),
            body.optionalText("create_as_user_id", 1, MAX_TITLE),
            schema(body),
            advanced,
            body.optionalWord("agent_mode", MODES),
            body.optionalText("platform", 0, MAX_TITLE),
            body.bool("resumable", true),
            parent(request, body),
            model(body, replays),
            origin(request));
    body.check();
    return wanted;
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

  /** The notes to choose from; null for all. */
  private static @Nullable List<String> knowledge(Request request, Body body, Notes notes) {
    var ids = body.optionalTexts("knowledge_ids", 0, MAX_KNOWLEDGE, MAX_TITLE);
    if (ids != null) {
      var known = notes.known(request.principal().accountId(), request.org(), ids);
      for (int i = 0; i < ids.size(); i++) {
        if (!known.contains(ids.get(i))) {
          body.failAt("unknown_reference", "No such note in this organization", "knowledge_ids", i);
        }
      }
    }
    return ids;
  }

  /** Sorted, doubled ones merged. */
  private static List<String> tags(Body body) {
    var tags = orEmpty(body.optionalTexts("tags", 0, MAX_TAGS, MAX_TAG));
    for (int i = 0; i < tags.size(); i++) {
      if (tags.get(i).chars().anyMatch(Character::isISOControl)) {
        body.failAt("pattern", "A tag has no control characters", "tags", i);
      }
    }
    return List.copyOf(new TreeSet<>(tags));
  }

  private static @Nullable String schema(Body body) {
    var schema = body.optionalObject("structured_output_schema");
    if (schema == null) {
      return null;
    }
    String text = schema.toString();
    if (text.getBytes(StandardCharsets.UTF_8).length > JsonSchema.MAX_BYTES) {
      body.fail("too_long", "The schema has more than 64 KiB", "structured_output_schema");
      return null;
    }
    try {
      JsonSchema.of(schema);
    } catch (UnfitSchemaException e) {
      body.fail("format", String.valueOf(e.getMessage()), "structured_output_schema");
    }
    return text;
  }

  private static @Nullable SessionId parent(Request request, Body body) {
    var query = request.query();
    String text = query.text("agent_id") == null ? query.text("devin_id") : query.text("agent_id");
    String inBody = body.optionalText("parent_session_id", 1, MAX_TITLE);
    if (text == null) {
      text = inBody;
    }
    SessionId parent = text == null ? null : SessionId.parse(text);
    if (text != null && parent == null) {
      body.fail("unknown_reference", "No such session in this organization", "parent_session_id");
    }
    return parent;
  }

  /** An array of {key, value, sensitive} or an object of keys and values (sessions.md 6). */
  private static List<NewSession.Secret> secrets(Body body) {
    var value = body.value("session_secrets");
    var secrets = new ArrayList<NewSession.Secret>();
    if (value == null) {
      return secrets;
    }
    if (value.isObject()) {
      value
          .properties()
          .forEach(e -> secrets.add(secret(body, e.getKey(), e.getKey(), e.getValue(), true)));
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        var item = value.get(i);
        var sensitive = item.path("sensitive");
        secrets.add(
            secret(
                body,
                i,
                item.path("key").asString(""),
                item.path("value"),
                !sensitive.isBoolean() || sensitive.booleanValue()));
      }
    } else {
      body.fail("type", "Input should be an array or an object", "session_secrets");
    }
    if (secrets.size() > MAX_SECRETS) {
      body.fail("too_long", "At most 100 secrets", "session_secrets");
    }
    var keys = new HashSet<String>();
    for (int i = 0; i < secrets.size(); i++) {
      if (!keys.add(secrets.get(i).key())) {
        body.failAt("duplicate", "The key is there twice", "session_secrets", i);
      }
    }
    return secrets;
  }

  private static NewSession.Secret secret(
      Body body, Object at, String key, JsonNode value, boolean sensitive) {
    if (!key.matches("[A-Za-z_][A-Za-z0-9_]{0,255}")) {
      body.failAt(
          "pattern", "A key has letters, digits and _, no digit first", "session_secrets", at);
    }
    if (!value.isString() || value.stringValue().isEmpty()) {
      body.failAt("type", "A value is text", "session_secrets", at);
      return new NewSession.Secret(key, "", sensitive);
    }
    if (value.stringValue().getBytes(StandardCharsets.UTF_8).length > MAX_SECRET_BYTES) {
      body.failAt("too_long", "A value has at most 65,536 bytes", "session_secrets", at);
    }
    return new NewSession.Secret(key, value.stringValue(), sensitive);
  }

  /** Where the request came from: the header, else the pages or the API (sessions.md 8). */
  static String origin(Request request) {
    String header = request.header(ORIGIN_HEADER);
    if (header == null) {
      return request.principal().kind() == Principal.Kind.USER ? "webapp" : "api";
    }
    String origin = header.toLowerCase(Locale.ROOT);
    if (!ORIGINS.contains(origin)) {
      throw Problem.invalid(
              new Failure(
                  List.of("header", ORIGIN_HEADER),
                  "Input should be one of " + String.join(", ", ORIGINS),
                  "enum"))
          .exception();
    }
    return origin;
  }

  static NewMessage message(Request request) {
    var body = request.body();
    var message =
        new NewMessage(
            body.textOfBytes("message", 1, MAX_TEXT_BYTES),
            body.optionalText("message_as_user_id", 1, MAX_TITLE));
    body.check();
    return message;
  }

  /** A message to a session. */
  record NewMessage(String text, @Nullable String asUserId) {}

  private static List<String> orEmpty(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }
}
