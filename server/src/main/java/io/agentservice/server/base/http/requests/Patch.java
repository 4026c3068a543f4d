package io.agentservice.server.base.http.requests;

import org.jspecify.annotations.Nullable;

public sealed interface Patch<T> {

  /** Not sent: the field stays. */
  record Absent<T>() implements Patch<T> {}

  /** Sent as null: cleared, to a default if there is one. */
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
