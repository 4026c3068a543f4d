package io.agentservice.server.base.ids;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/** A canonical text, as stored, and the type of what it names ({@link IdForm}). */
public abstract class Id {
  private final String value;

  protected Id(String value) {
    this.value = value;
  }

  /** A new one, later than all before. */
  public static <T extends Id> T create(Class<T> type) {
    var form = IdType.of(type);
    return form.make(form.prefix() + Uuid7.next());
  }

  /** In canonical form; else null. */
  public static <T extends Id> @Nullable T parse(Class<T> type, String text) {
    return IdType.of(type).parse(text);
  }

  /** Of a canonical text, as in a column. */
  public static <T extends Id> T of(Class<T> type, String canonical) {
    return IdType.of(type).make(canonical);
  }

  /** What ids of the type name, e.g. {@code note}. */
  public static String noun(Class<? extends Id> type) {
    return IdType.of(type).noun();
  }

  @JsonValue
  public final String value() {
    return value;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Id id && id.getClass() == getClass() && id.value.equals(value);
  }

  @Override
  public final int hashCode() {
    return value.hashCode();
  }

  @Override
  public final String toString() {
    return value;
  }
}
