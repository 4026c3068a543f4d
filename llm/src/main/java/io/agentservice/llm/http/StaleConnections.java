package io.agentservice.llm.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import okhttp3.Connection;
import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Repeats a request once, at once and over a new connection, when the server had closed the kept
 * one, as servers do after some idle seconds; only if not a byte of an answer had come.
 */
final class StaleConnections {

  /** A kept connection turned out to be closed. */
  private static final class StaleException extends IOException {
    private static final long serialVersionUID = 1L;

    StaleException(IOException cause) {
      super(cause);
    }
  }

  private final ConnectionPool pool;

  /** Connections that have brought an answer before. */
  private final Set<Connection> proven =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  StaleConnections(ConnectionPool pool) {
    this.pool = pool;
  }

  Response callAgain(Interceptor.Chain chain) throws IOException {
    try {
      return chain.proceed(chain.request());
    } catch (StaleException e) {
      // The others have been idle for as long or longer.
      pool.evictAll();
      return chain.proceed(chain.request());
    }
  }

  Response watch(Interceptor.Chain chain) throws IOException {
    var connection = Objects.requireNonNull(chain.connection());
    boolean kept = proven.contains(connection);
    try {
      var response = chain.proceed(chain.request());
      proven.add(connection);
      return response;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw kept && !chain.call().isCanceled() && isWithoutAnswer(e) ? new StaleException(e) : e;
    }
  }

  /** The reader of heads tells at an early end how much of a line had come. */
  private static boolean isWithoutAnswer(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof EOFException
          && !String.valueOf(cause.getMessage()).contains("limit=0")) {
        return false;
      }
    }
    return true;
  }
}
