package io.agentservice.server.base.db;

import io.agentservice.server.base.ids.Id;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** How a record is made of the columns of a row: its constructor, and what each component reads. */
final class RecordColumns {
  private final Class<?> record;
  private final MethodHandle constructor;
  private final List<Component> components;

  private RecordColumns(Class<?> record, MethodHandle constructor, List<Component> components) {
    this.record = record;
    this.constructor = constructor;
    this.components = components;
  }

  interface Reader {
    @Nullable Object read(ResultSet row, StatementContext context) throws SQLException;
  }

  /** What becomes a component of the record. */
  private sealed interface Component {
    /** {@code ofOptional}: whether the record may not be there. */
    Reader in(Map<String, Integer> places, Class<?> record, boolean ofOptional);
  }

  private record Column(String name, ColumnMapper<?> mapper, boolean primitive)
      implements Component {
    @Override
    public Reader in(Map<String, Integer> places, Class<?> record, boolean ofOptional) {
      Integer place = places.get(name);
      if (place == null) {
        throw new IllegalStateException(
            "%s needs a column %s".formatted(record.getSimpleName(), name));
      }
      int at = place;
      return primitive && ofOptional
          ? (row, context) -> {
            var value = mapper.map(row, at, context); // a number, also where there is none
            return row.wasNull() ? null : value;
          }
          : (row, context) -> mapper.map(row, at, context);
    }
  }

  private record Part(RecordColumns columns, boolean optional) implements Component {
    @Override
    public Reader in(Map<String, Integer> places, Class<?> record, boolean ofOptional) {
      return columns.in(places, optional);
    }
  }

  /** Whether the type is made of several columns. */
  static boolean isRow(Class<?> type) {
    return type.isRecord() && !Id.class.isAssignableFrom(type);
  }

  static RecordColumns of(Class<?> record, ConfigRegistry config) {
    var components = record.getRecordComponents();
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      var canonical = record.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      return new RecordColumns(
          record,
          MethodHandles.lookup()
              .unreflectConstructor(canonical)
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class)),
          Arrays.stream(components).map(each -> component(each, config)).toList());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("every record has its constructor", e);
    }
  }

  private static Component component(RecordComponent component, ConfigRegistry config) {
    if (isRow(component.getType())) {
      return new Part(
          of(component.getType(), config),
          component.getAnnotatedType().isAnnotationPresent(Nullable.class));
    }
    var mapper =
        config
            .get(ColumnMappers.class)
            .findFor(component.getGenericType())
            .orElseThrow(() ->
                new IllegalStateException(
                    "no column becomes %s of %s"
                        .formatted(component, component.getDeclaringRecord())));
    return new Column(snakeCase(component.getName()), mapper, component.getType().isPrimitive());
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  Reader in(Map<String, Integer> places) {
    return in(places, false);
  }

  private Reader in(Map<String, Integer> places, boolean optional) {
    var readers =
        components.stream().map(each -> each.in(places, record, optional)).toArray(Reader[]::new);
    return (row, context) -> {
      var values = new @Nullable Object[readers.length];
      boolean isThere = !optional;
      for (int i = 0; i < readers.length; i++) {
        values[i] = readers[i].read(row, context);
        isThere |= values[i] != null;
      }
      return isThere ? make(values) : null;
    };
  }

  private Object make(@Nullable Object[] values) {
    try {
      return constructor.invokeExact(values);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
