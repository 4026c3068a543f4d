package io.agentservice.server.base.db;

import io.agentservice.server.base.ids.Id;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;

/** Columns as typed ids. */
final class IdColumns implements ColumnMapperFactory {
  @Override
  public Optional<ColumnMapper<?>> build(Type type, ConfigRegistry config) {
    return type instanceof Class<?> id && Id.class.isAssignableFrom(id)
        ? Optional.of(mapper(id.asSubclass(Id.class)))
        : Optional.empty();
  }

  private static <T extends Id> ColumnMapper<T> mapper(Class<T> id) {
    return (rows, column, _) -> {
      var text = rows.getString(column);
      return text == null ? null : Id.of(id, text);
    };
  }
}
