package io.agentservice.server.base.ids;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A type of ids: its form and its constructor, looked up once. */
final class IdType<T> {
  private static final int MOST_PREFIXES = 16;
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{32}");
  private static final ClassValue<IdType<?>> TYPES =
      new ClassValue<>() {
        @Override
        protected IdType<?> computeValue(Class<?> type) {
          return new IdType<>(type);
        }
      };

  private final Class<T> type;
  private final IdForm form;
  private final MethodHandle constructor;

  private IdType(Class<T> type) {
    this.type = type;
    form = Objects.requireNonNull(type.getAnnotation(IdForm.class), "an id without a form");
    try {
      constructor =
          MethodHandles.publicLookup()
              .findConstructor(type, MethodType.methodType(void.class, String.class))
              .asType(MethodType.methodType(Object.class, String.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " is not made of a text", e);
    }
  }

  @SuppressWarnings("unchecked") // the value of a class is of that class
  static <T> IdType<T> of(Class<T> type) {
    return (IdType<T>) TYPES.get(type);
  }

  String prefix() {
    return form.prefix();
  }

  String noun() {
    return form.noun();
  }

  T make(String canonical) {
    try {
      return type.cast((Object) constructor.invokeExact(canonical));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Nullable T parse(String text) {
    String hex = hex(text);
    return HEX.matcher(hex).matches() ? make(form.prefix() + hex) : null;
  }

  /** Without prefixes; empty when a required one is missing. */
  private String hex(String text) {
    int start = afterPrefix(text, 0);
    if (start == 0) {
      return form.bare() ? text : "";
    }
    for (int i = 1; !form.alias().isEmpty() && i < MOST_PREFIXES; i++) {
      start = afterPrefix(text, start);
    }
    return text.substring(start);
  }

  /** Behind a prefix, if there is one at {@code start}. */
  private int afterPrefix(String text, int start) {
    if (text.startsWith(form.prefix(), start)) {
      return start + form.prefix().length();
    }
    boolean other = !form.alias().isEmpty() && text.startsWith(form.alias(), start);
    return other ? start + form.alias().length() : start;
  }
}
