package io.agentservice.server.testing;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Bodies of requests and other JSON, from names and values in turn. */
public final class JsonText {
  private JsonText() {}

  /** An object as text. */
  public static String json(@Nullable Object... namesAndValues) {
    return JsonMapper.shared().writeValueAsString(fields(namesAndValues));
  }

  /** An object within another; what JSON has no form for is its text, as an id is. */
  public static Map<String, @Nullable Object> fields(@Nullable Object... namesAndValues) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return Collections.unmodifiableMap(fields);
  }
}
