package io.agentservice.server.context.secrets;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import java.util.HashSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads the body of a secret's creation, which versions 1 and 3 share (api-org.md 5). */
public final class SecretBody {
  private static final int MAX_KEY = 256;
  private static final int MAX_VALUE_BYTES = 65_536;
  private static final int MAX_NOTE = 4096;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern PRINTABLE = Pattern.compile("[^\\p{Cntrl}]*");

  private SecretBody() {}

  /** What is to be kept. {@code noteWhenAbsent}: its note when the body has none. */
  public static NewSecret read(Request request, @Nullable String noteWhenAbsent) {
    var body = request.body();
    body.alias("key", "name");
    body.alias("is_sensitive", "sensitive");
    String word = body.optionalWord("type", Secret.Type.words());
    var type = word == null ? Secret.Type.KEY_VALUE : Secret.Type.of(word);
    if (type == Secret.Type.DICTIONARY) {
      request.deprecated();
    }
    String note = body.optionalText("note", 0, MAX_NOTE);
    var secret =
        new NewSecret(
            type,
            key(body, type),
            value(body, type),
            note == null ? noteWhenAbsent : note,
            body.bool("is_sensitive", true));
    body.check();
    return secret;
  }

  private static String key(Body body, Secret.Type type) {
    String key = body.text("key", 1, MAX_KEY);
    var form = type == Secret.Type.COOKIE ? PRINTABLE : VARIABLE;
    if (!key.isEmpty() && key.length() <= MAX_KEY && !form.matcher(key).matches()) {
      body.fail(
          "pattern",
          type == Secret.Type.COOKIE
              ? "Input should be printable"
              : "Input should be letters, digits and _, and begin with no digit",
          "key");
    }
    return key;
  }

  /** What a message about it says never shows the value. */
  private static String value(Body body, Secret.Type type) {
    String value = body.textOfBytes("value", 1, MAX_VALUE_BYTES);
    if (value.isEmpty()) {
      return value;
    }
    if (type == Secret.Type.TOTP && Totp.parse(value).isEmpty()) {
      body.fail("format", "Input should be base32 or an otpauth://totp address", "value");
    }
    if (type == Secret.Type.DICTIONARY && !isDictionary(value)) {
      body.fail("format", "Input should be a JSON object of names and texts", "value");
    }
    return value;
  }

  private static boolean isDictionary(String value) {
    try {
      var json = Json.MAPPER.readTree(value);
      var names = new HashSet<>(json.propertyNames());
      return json.isObject() && json.valueStream().allMatch(JsonNode::isString) && !names.isEmpty();
    } catch (JacksonException e) {
      return false;
    }
  }
}
