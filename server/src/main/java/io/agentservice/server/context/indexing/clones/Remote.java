package io.agentservice.server.context.indexing.clones;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** {@code address} is HTTP(S) without a credential, {@code authorization} a header or null. */
public record Remote(URI address, @Nullable String authorization) {
  /** With a slash at the end: nobody else is shown the credential. */
  String origin() {
    return address.resolve("/").toString();
  }

  /** Never shows the credential. */
  @Override
  public String toString() {
    return "Remote[" + address + "]";
  }
}
