package io.agentservice.server.base.audit;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.OrgId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the audit log says of a kind of thing (auth.md 7): the fields that name it, and those whose
 * change an update tells. Immutable.
 */
public final class AuditTrail<T> {
  private final String noun;
  private final String updateVerb;
  private final Function<T, @Nullable OrgId> org;
  private final List<Field<T>> names;
  private final List<Field<T>> changing;

  private AuditTrail(
      String noun,
      String updateVerb,
      Function<T, @Nullable OrgId> org,
      List<Field<T>> names,
      List<Field<T>> changing) {
    this.noun = noun;
    this.updateVerb = updateVerb;
    this.org = org;
    this.names = names;
    this.changing = changing;
  }

  /** {@code shown} is what the log shows of the value: itself, or a text's length. */
  private record Field<T>(
      String name,
      Function<T, @Nullable Object> value,
      Function<@Nullable Object, @Nullable Object> shown) {}

  /** Actions are {@code create_}, {@code delete_} and the verb, with the noun. */
  public static <T> AuditTrail<T> of(
      String noun, String updateVerb, Function<T, @Nullable OrgId> org) {
    return new AuditTrail<>(noun, updateVerb, org, List.of(), List.of());
  }

  /** A field that every record shows. */
  public AuditTrail<T> naming(String field, Function<T, @Nullable Object> value) {
    return new AuditTrail<>(
        noun, updateVerb, org, with(names, new Field<T>(field, value, v -> v)), changing);
  }

  public AuditTrail<T> changing(String field, Function<T, @Nullable Object> value) {
    return new AuditTrail<>(
        noun, updateVerb, org, names, with(changing, new Field<T>(field, value, v -> v)));
  }

  /** A long text of which an update tells the lengths only. */
  public AuditTrail<T> changingLength(String field, Function<T, @Nullable Object> text) {
    var length = new Field<T>(field, text, value -> length(Objects.toString(value)));
    return new AuditTrail<>(noun, updateVerb, org, names, with(changing, length));
  }

  /** A list of which an update tells only how long it is. */
  public AuditTrail<T> changingCount(String field, Function<T, ? extends Collection<?>> list) {
    var count =
        new Field<T>(
            field, list::apply, value -> value instanceof Collection<?> all ? all.size() : 0);
    return new AuditTrail<>(noun, updateVerb, org, names, with(changing, count));
  }

  private static <F> List<F> with(List<F> fields, F next) {
    return Stream.concat(fields.stream(), Stream.of(next)).toList();
  }

  public void created(Tx tx, Caller caller, T thing) {
    record(tx, caller, "create", thing, Map.of());
  }

  /** One record, also when nothing differs. */
  public void updated(Tx tx, Caller caller, T before, T after) {
    record(tx, caller, updateVerb, after, Map.of("changes", changes(before, after)));
  }

  public void deleted(Tx tx, Caller caller, T thing) {
    record(tx, caller, "delete", thing, Map.of());
  }

  private void record(Tx tx, Caller caller, String verb, T thing, Map<String, ?> more) {
    var data = new LinkedHashMap<String, @Nullable Object>();
    names.forEach(field -> data.put(field.name(), field.value().apply(thing)));
    data.putAll(more);
    Audit.record(tx, caller, verb + "_" + noun, org.apply(thing), data);
  }

  private Map<String, Map<String, @Nullable Object>> changes(T before, T after) {
    var changes = new LinkedHashMap<String, Map<String, @Nullable Object>>();
    for (var field : changing) {
      Object old = field.value().apply(before);
      Object now = field.value().apply(after);
      if (!Objects.equals(old, now)) {
        var change = new LinkedHashMap<String, @Nullable Object>();
        change.put("old", field.shown().apply(old));
        change.put("new", field.shown().apply(now));
        changes.put(field.name(), change);
      }
    }
    return changes;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
