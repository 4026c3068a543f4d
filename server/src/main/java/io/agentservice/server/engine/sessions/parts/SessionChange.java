package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.http.requests.Patch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a change says; cleared: no title, no limit. */
public record SessionChange(Patch<String> title, Patch<Integer> maxAcuLimit) {

  /** What can be changed; the limit is the session's own, in ACU. */
  public record Changeable(@Nullable String title, @Nullable Integer maxAcuLimit) {}

  public Changeable on(Changeable before) {
    return new Changeable(
        title.overNullable(before.title()), maxAcuLimit.overNullable(before.maxAcuLimit()));
  }

  /** Old and new value of each field that differs, for the audit log. */
  public static Map<String, Map<String, @Nullable Object>> differences(
      Changeable before, Changeable after) {
    var all = new LinkedHashMap<String, Map<String, @Nullable Object>>();
    put(all, "title", before.title(), after.title());
    put(all, "max_acu_limit", before.maxAcuLimit(), after.maxAcuLimit());
    return all;
  }

  private static void put(
      Map<String, Map<String, @Nullable Object>> all,
      String name,
      @Nullable Object before,
      @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      var values = new LinkedHashMap<String, @Nullable Object>();
      values.put("old", before);
      values.put("new", after);
      all.put(name, values);
    }
  }
}
