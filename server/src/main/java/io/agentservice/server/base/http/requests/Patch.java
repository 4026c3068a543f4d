package io.agentservice.server.base.http.requests;

import org.jspecify.annotations.Nullable;

/** What a PUT or PATCH says of an optional field: nothing, null, or a value (completions.md 4). */
public sealed interface Patch<T> {

  /** Not sent: the field stays. */
  record Absent<T>() implements Patch<T> {}

  /** Sent as null: the field is cleared, to its default where it has one. */
  record Clear<T>() implements Patch<T> {}

  record Set<T>(T value) implements Patch<T> {}

  /** The field's new value when it has a default. */
  default T over(T present, T whenCleared) {
    return switch (this) {
      case Absent<T>() -> present;
      case Clear<T>() -> whenCleared;
      case Set<T>(T value) -> value;
    };
  }

  /** The field's new value when clearing it leaves nothing. */
  default @Nullable T overNullable(@Nullable T present) {
    return switch (this) {
      case Absent<T>() -> present;
      case Clear<T>() -> null;
      case Set<T>(T value) -> value;
    };
  }
}
