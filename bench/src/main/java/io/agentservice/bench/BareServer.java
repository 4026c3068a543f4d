package io.agentservice.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.javalin.Javalin;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The peer of P10: bare Javalin and one prepared SELECT; configured by environment. */
final class BareServer {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private BareServer() {}

  public static void main(String[] arguments) {
    var config = new HikariConfig();
    config.setJdbcUrl(System.getenv("BARE_DATABASE_URL"));
    config.setMaximumPoolSize(12);
    var pool = new HikariDataSource(config);
    String select = System.getenv("BARE_SELECT");
    Javalin.create(
            javalin -> {
              javalin.startup.showJavalinBanner = false;
              javalin.concurrency.useVirtualThreads = true;
              javalin.routes.get(
                  "/sessions/{session_id}",
                  context ->
                      context
                          .contentType("application/json")
                          .result(
                              JSON.writeValueAsBytes(
                                  row(pool, select, context.pathParam("session_id")))));
            })
        .start("127.0.0.1", Integer.parseInt(System.getenv("BARE_PORT")));
  }

  private static Map<String, @Nullable Object> row(DataSource pool, String select, String id)
      throws SQLException {
    try (var connection = pool.getConnection();
        var statement = connection.prepareStatement(select)) {
      statement.setString(1, id);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return record(rows);
      }
    }
  }

  private static Map<String, @Nullable Object> record(ResultSet rows) throws SQLException {
    var record = new LinkedHashMap<String, @Nullable Object>();
    var columns = rows.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      record.put(
          columns.getColumnLabel(i),
          switch (rows.getObject(i)) {
            case Array array -> array.getArray();
            case Timestamp time -> time.toInstant().getEpochSecond();
            case null -> null;
            case Object value -> value;
          });
    }
    return record;
  }
}
