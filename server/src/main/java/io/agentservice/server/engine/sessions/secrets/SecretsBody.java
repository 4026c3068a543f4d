package io.agentservice.server.engine.sessions.secrets;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.engine.sessions.parts.NewSession;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads {@code session_secrets}, an array or an object (sessions.md 6, api-org.md 1.4). */
public final class SecretsBody {
  private static final String FIELD = "session_secrets";
  private static final int MAX_SECRETS = 100;
  private static final int MAX_KEY = 256;
  private static final int MAX_VALUE_BYTES = 65_536;

  /** Of all values: whatever the session says is searched for each of them. */
  private static final int MAX_BYTES = 1 << 20;

  private final Body body;
  private final List<NewSession.Secret> secrets = new ArrayList<>();
  private long bytes;

  private SecretsBody(Body body) {
    this.body = body;
  }

  public static List<NewSession.Secret> read(Body body) {
    var reader = new SecretsBody(body);
    var value = body.value(FIELD);
    if (value != null && value.isArray()) {
      reader.array(value);
    } else if (value != null && value.isObject()) {
      value.properties().forEach(field -> reader.member(field.getKey(), field.getValue()));
    } else if (value != null) {
      body.fail("type", "Input should be an array or an object", FIELD);
    }
    if (reader.secrets.size() > MAX_SECRETS) {
      body.fail("too_long", "At most " + MAX_SECRETS + " secrets", FIELD);
    } else if (reader.bytes > MAX_BYTES) {
      body.fail("too_long", "At most 1,048,576 bytes in all", FIELD);
    }
    return reader.secrets;
  }

  private void array(JsonNode items) {
    var keys = new HashSet<String>();
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      if (!item.isObject()) {
        body.failAt("type", "Input should be an object", FIELD, i);
        continue;
      }
      var sensitive = item.path("sensitive");
      if (!sensitive.isMissingNode() && !sensitive.isNull() && !sensitive.isBoolean()) {
        body.failAt("type", "Input should be true or false", FIELD, i, "sensitive");
      }
      String key = key(text(item.path("key"), i, "key"), i, "key");
      secrets.add(
          new NewSession.Secret(
              key, value(text(item.path("value"), i, "value"), i, "value"), sensitive(sensitive)));
      if (!key.isEmpty() && !keys.add(key)) {
        body.failAt("duplicate", "The key is there twice", FIELD, i);
      }
    }
  }

  private void member(String key, JsonNode value) {
    secrets.add(new NewSession.Secret(key(key, key), value(text(value, key), key), true));
  }

  private static boolean sensitive(JsonNode value) {
    return !value.isBoolean() || value.booleanValue();
  }

  /** Null when it is none, which is noted. */
  private @Nullable String text(JsonNode value, Object... at) {
    if (value.isMissingNode() || value.isNull()) {
      body.failAt("missing", "Field required", FIELD, at);
    } else if (!value.isString()) {
      body.failAt("type", "Input should be text", FIELD, at);
    }
    return value.isString() ? value.stringValue() : null;
  }

  /** Any text: one that can't be a variable of an environment is not put into one. */
  private String key(@Nullable String text, Object... at) {
    if (text == null) {
      return "";
    }
    int length = text.codePointCount(0, text.length());
    if (length == 0) {
      body.failAt("too_short", "Input should have at least 1 characters", FIELD, at);
    } else if (length > MAX_KEY) {
      body.failAt("too_long", "Input should have at most 256 characters", FIELD, at);
    }
    return text;
  }

  private String value(@Nullable String text, Object... at) {
    int length = text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    bytes += length;
    if (length > MAX_VALUE_BYTES) {
      body.failAt("too_long", "Input should have at most 65,536 bytes", FIELD, at);
    }
    return text == null ? "" : text;
  }
}
