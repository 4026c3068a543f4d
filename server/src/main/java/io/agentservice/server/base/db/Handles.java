package io.agentservice.server.base.db;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.DeadConnections;
import io.agentservice.server.base.db.connections.Pool;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Reuses JDBI handles with their statement interfaces, whose attachment costs more than most
 * queries. A handle of failed work is dropped.
 */
final class Handles {
  private final Pool pool;
  private final Function<Connection, Jdbi> setUp;
  private final Queue<Attached> idle = new ConcurrentLinkedQueue<>();

  /** {@code setUp} makes the library ready for a connection. */
  Handles(Pool pool, Function<Connection, Jdbi> setUp) {
    this.pool = pool;
    this.setUp = setUp;
  }

  /** Loads classes by a query that leads nowhere. */
  static <S> void warmUp(Function<Connection, Jdbi> setUp, Class<S> statements, Consumer<S> use) {
    use.accept(new Attached(nowhere(Connection.class), setUp).on(statements));
  }

  /** What answers as little as a query lets it; there are no rows. */
  private static <T> T nowhere(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              var answer = method.getReturnType();
              if (method.getName().equals("unwrap")) {
                return nowhere((Class<?>) arguments[0]);
              } else if (answer == boolean.class) {
                return !method.getName().equals("next");
              } else if (answer == int.class) {
                return 0;
              }
              return answer.isInterface() ? nowhere(answer) : null;
            }));
  }

  <T> T with(Function<Attached, T> work) {
    try (var lease = pool.lease()) {
      try {
        return with(lease.connection(), work);
      } catch (RuntimeException e) {
        var told = SqlFailures.told(e);
        if (e.getCause() instanceof SQLException cause && DeadConnections.isBroken(cause)) {
          lease.broken();
        } else if (told instanceof DatabaseUnavailableException) {
          lease.failed();
        }
        throw told;
      }
    }
  }

  private <T> T with(Connection connection, Function<Attached, T> work) {
    var attached = idle.poll();
    if (attached == null) {
      attached = new Attached(connection, setUp);
    }
    attached.current = connection;
    T result = work.apply(attached);
    idle.add(attached);
    return result;
  }

  static final class Attached {
    private final Handle handle;
    private final Map<Class<?>, Object> interfaces = new HashMap<>();
    private volatile Connection current;

    private Attached(Connection first, Function<Connection, Jdbi> setUp) {
      current = first;
      handle = setUp.apply(switchable()).open();
    }

    Handle handle() {
      return handle;
    }

    <S> S on(Class<S> sql) {
      return sql.cast(interfaces.computeIfAbsent(sql, handle::attach));
    }

    /** A connection that is another one for each piece of work. */
    private Connection switchable() {
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (_, method, arguments) -> {
                try {
                  return method.invoke(current, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }
}
