package io.agentservice.server.context.indexing;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where a repository is read from.
 *
 * @param address of http or https, without a credential
 * @param authorization what the header {@code Authorization} says; null for no such header
 */
record Remote(URI address, @Nullable String authorization) {
  /** Scheme, host and port with a slash at the end: nobody else is shown the credential. */
  String origin() {
    return address.resolve("/").toString();
  }

  /** Never shows the credential. */
  @Override
  public String toString() {
    return "Remote[" + address + "]";
  }
}
