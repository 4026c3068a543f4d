package io.agentservice.server.base.blobs;

/** The store is there, and what it kept is not: to ask again is in vain. */
public final class BlobGoneException extends BlobStoreException {
  public BlobGoneException(BlobStoreException cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
