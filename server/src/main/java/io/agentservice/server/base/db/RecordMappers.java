package io.agentservice.server.base.db;

import java.lang.reflect.Type;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Rows as records: component {@code orgId} from column {@code org_id}. A component without a column
 * is a mistake and fails; a column without a component is left out. Ids are columns, not rows.
 *
 * <p>A component that is a record itself is a part of the same row: its components have columns of
 * their own. A part that may be null is null where all of its columns are.
 *
 * <p>The library's own mapping by constructor looks at the constructor by reflection for every
 * query, which cost more than the query. Here it is looked at once for each record, and the columns
 * of a statement once for each statement.
 */
final class RecordMappers implements RowMapperFactory {
  private final Map<Class<?>, Mapper> mappers = new ConcurrentHashMap<>();

  @Override
  public Optional<RowMapper<?>> build(Type type, ConfigRegistry config) {
    return type instanceof Class<?> record && RecordColumns.isRow(record)
        ? Optional.of(mappers.computeIfAbsent(record, known -> new Mapper(known, config)))
        : Optional.empty();
  }

  private static final class Mapper implements RowMapper<Object> {
    private final RecordColumns columns;

    /** By the statement's text, of which there are as many as in code. */
    private final Map<String, RecordColumns.Reader> readers = new ConcurrentHashMap<>();

    Mapper(Class<?> record, ConfigRegistry config) {
      columns = RecordColumns.of(record, config);
    }

    @Override
    public Object map(ResultSet rows, StatementContext context) throws SQLException {
      return specialize(rows, context).map(rows, context);
    }

    @Override
    public RowMapper<Object> specialize(ResultSet rows, StatementContext context)
        throws SQLException {
      String sql = context.getRawSql();
      var known = readers.get(sql);
      if (known == null) {
        known = columns.in(places(rows));
        readers.put(sql, known);
      }
      var reader = known;
      return (row, ctx) -> Objects.requireNonNull(reader.read(row, ctx));
    }

    private static Map<String, Integer> places(ResultSet rows) throws SQLException {
      var places = new HashMap<String, Integer>();
      var meta = rows.getMetaData();
      for (int i = meta.getColumnCount(); i > 0; i--) {
        places.put(meta.getColumnLabel(i), i);
      }
      return places;
    }
  }
}
