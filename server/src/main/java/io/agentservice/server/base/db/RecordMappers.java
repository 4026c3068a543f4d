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
 * Rows as records: {@code orgId} from {@code org_id}; a component without a column fails, a column
 * without a component is ignored.
 *
 * <p>A component that is a record reads columns of the same row; it is null where all are.
 *
 * <p>Unlike the library's, looks at a constructor once per record and at columns once per
 * statement.
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
