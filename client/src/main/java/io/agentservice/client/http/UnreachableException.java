package io.agentservice.client.http;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** No answer came, or not a whole one: the network, or a service that is down. */
public final class UnreachableException extends ClientException {

  /** The reason is part of one line for a person. */
  public UnreachableException(URI address, String reason, @Nullable Throwable cause) {
    super("No answer from " + address + ": " + reason, cause);
  }

  static UnreachableException because(URI address, Throwable cause) {
    return new UnreachableException(address, reason(cause), cause);
  }

  /** {@code java.net.http} often throws without a message; this says what happened. */
  private static String reason(Throwable cause) {
    for (Throwable c = cause; c != null; c = c.getCause()) {
      if (c instanceof UnresolvedAddressException) {
        return "unknown host";
      }
    }
    return switch (cause) {
      case HttpConnectTimeoutException _ -> "connecting took too long";
      case HttpTimeoutException _ -> "the answer took too long";
      case ConnectException _ -> "connection refused";
      case SSLException e -> "TLS failed: " + e.getMessage();
      default -> cause.getMessage() == null ? "connection lost" : cause.getMessage();
    };
  }

  @Override
  public String hint() {
    return getCause() instanceof SSLException
        ? "Name a file with the certificate of its authority in SSL_CERT_FILE, and check the"
            + " address"
        : "Check that the service runs and that the address is right";
  }

  @Override
  public String code() {
    return "unreachable";
  }

  @Override
  public boolean passing() {
    return true;
  }

  @Override
  public @Nullable Duration retryAfter() {
    return null;
  }
}
