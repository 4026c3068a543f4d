package io.agentservice.server.base.db;

import io.agentservice.server.base.ids.Id;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jdbi.v3.core.array.SqlArrayType;
import org.jdbi.v3.core.array.SqlArrayTypeFactory;
import org.jdbi.v3.core.config.ConfigRegistry;

/** Several typed ids as an array of texts. */
final class IdArrays implements SqlArrayTypeFactory {
  @Override
  public Optional<SqlArrayType<?>> build(Type type, ConfigRegistry config) {
    return type instanceof Class<?> id && Id.class.isAssignableFrom(id)
        ? Optional.of(SqlArrayType.of("text", (Id element) -> element.value()))
        : Optional.empty();
  }
}
