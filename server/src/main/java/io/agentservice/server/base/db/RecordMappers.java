package io.agentservice.server.base.db;

import io.agentservice.server.base.ids.Id;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Rows as records: component {@code orgId} from column {@code org_id}. A component without a column
 * is a mistake and fails; a column without a component is left out. Ids are columns, not rows.
 *
 * <p>The library's own mapping by constructor looks at the constructor by reflection for every
 * query, which cost more than the query. Here it is looked at once for each record, and the columns
 * of a statement once for each statement.
 */
final class RecordMappers implements RowMapperFactory {
  private final Map<Class<?>, Mapper> mappers = new ConcurrentHashMap<>();

  @Override
  public Optional<RowMapper<?>> build(Type type, ConfigRegistry config) {
    return type instanceof Class<?> record
            && record.isRecord()
            && !Id.class.isAssignableFrom(record)
        ? Optional.of(mappers.computeIfAbsent(record, known -> new Mapper(known, config)))
        : Optional.empty();
  }

  private static final class Mapper implements RowMapper<Object> {
    private final Class<?> record;
    private final MethodHandle constructor;
    private final String[] columns;
    private final ColumnMapper<?>[] mappers;

    /** Where the columns of a statement are, by its text, of which there are as many as in code. */
    private final Map<String, int[]> placesOf = new ConcurrentHashMap<>();

    Mapper(Class<?> record, ConfigRegistry config) {
      this.record = record;
      var components = record.getRecordComponents();
      var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      columns = Arrays.stream(components).map(c -> snakeCase(c.getName())).toArray(String[]::new);
      mappers =
          Arrays.stream(components)
              .map(component -> mapper(component, config))
              .toArray(ColumnMapper<?>[]::new);
      try {
        var canonical = record.getDeclaredConstructor(types);
        canonical.setAccessible(true);
        constructor =
            MethodHandles.lookup()
                .unreflectConstructor(canonical)
                .asSpreader(Object[].class, types.length)
                .asType(MethodType.methodType(Object.class, Object[].class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("every record has its constructor", e);
      }
    }

    private ColumnMapper<?> mapper(RecordComponent component, ConfigRegistry config) {
      return config
          .get(ColumnMappers.class)
          .findFor(component.getGenericType())
          .orElseThrow(() ->
              new IllegalStateException("no column becomes a " + component + " of " + record));
    }

    private static String snakeCase(String name) {
      return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    @Override
    public Object map(ResultSet rows, StatementContext context) throws SQLException {
      return specialize(rows, context).map(rows, context);
    }

    @Override
    public RowMapper<Object> specialize(ResultSet rows, StatementContext context)
        throws SQLException {
      int[] places = places(rows, context.getRawSql());
      return (row, ctx) -> {
        var values = new Object[places.length];
        for (int i = 0; i < places.length; i++) {
          values[i] = mappers[i].map(row, places[i], ctx);
        }
        try {
          return constructor.invokeExact(values);
        } catch (RuntimeException | Error e) {
          throw e;
        } catch (Throwable e) {
          throw new IllegalStateException(e);
        }
      };
    }

    private int[] places(ResultSet rows, String sql) throws SQLException {
      int[] known = placesOf.get(sql);
      if (known == null) {
        known = places(rows);
        placesOf.put(sql, known);
      }
      return known;
    }

    private int[] places(ResultSet rows) throws SQLException {
      var labels = new HashMap<String, Integer>();
      var meta = rows.getMetaData();
      for (int i = meta.getColumnCount(); i > 0; i--) {
        labels.put(meta.getColumnLabel(i), i);
      }
      var places = new int[columns.length];
      for (int i = 0; i < places.length; i++) {
        Integer place = labels.get(columns[i]);
        if (place == null) {
          throw new IllegalStateException(
              "%s needs a column %s".formatted(record.getSimpleName(), columns[i]));
        }
        places[i] = place;
      }
      return places;
    }
  }
}
