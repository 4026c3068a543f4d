package io.agentservice.server.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an update changed, as audit data shows it: field -> {old, new} (auth.md 7). */
public final class Changes {
  private final Map<String, Map<String, @Nullable Object>> fields = new LinkedHashMap<>();

  /** Notes a field when it differs. */
  public Changes of(String field, @Nullable Object before, @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      put(field, before, after);
    }
    return this;
  }

  /** Notes a long text when it differs, by its lengths in characters: its words stay out. */
  public Changes ofLength(String field, String before, String after) {
    if (!before.equals(after)) {
      put(field, length(before), length(after));
    }
    return this;
  }

  private void put(String field, @Nullable Object before, @Nullable Object after) {
    var change = new LinkedHashMap<String, @Nullable Object>();
    change.put("old", before);
    change.put("new", after);
    fields.put(field, change);
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  public Map<String, Map<String, @Nullable Object>> asMap() {
    return Map.copyOf(fields);
  }
}
