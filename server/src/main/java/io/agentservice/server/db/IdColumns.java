package io.agentservice.server.db;

import io.agentservice.server.ids.Id;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;

/** Columns as typed ids: every {@link Id} is a record of its text. */
final class IdColumns implements ColumnMapperFactory {
  private final Map<Class<?>, ColumnMapper<?>> mappers = new ConcurrentHashMap<>();

  @Override
  public Optional<ColumnMapper<?>> build(Type type, ConfigRegistry config) {
    return type instanceof Class<?> id && Id.class.isAssignableFrom(id)
        ? Optional.of(mappers.computeIfAbsent(id, IdColumns::mapper))
        : Optional.empty();
  }

  private static ColumnMapper<?> mapper(Class<?> id) {
    MethodHandle make;
    try {
      make =
          MethodHandles.publicLookup()
              .findConstructor(id, MethodType.methodType(void.class, String.class))
              .asType(MethodType.methodType(Object.class, String.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(id + " is no record of a text", e);
    }
    return (rows, column, _) -> {
      var text = rows.getString(column);
      return text == null ? null : made(make, text);
    };
  }

  private static Object made(MethodHandle make, String text) {
    try {
      return (Object) make.invokeExact(text);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
