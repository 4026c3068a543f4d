package io.agentservice.server.base.blobs;

import org.jspecify.annotations.Nullable;

/** The store can't do what it is asked for now; the message says why in one line, for operators. */
public sealed class BlobStoreException extends RuntimeException permits BlobGoneException {
  BlobStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
