package io.agentservice.server.base.blobs;

import java.io.InputStream;

/** Refuses everything. */
public record NoBlobs() implements BlobStore {
  @Override
  public Sink write(String name) {
    throw none();
  }

  @Override
  public InputStream read(String name, long from, long length) {
    throw none();
  }

  @Override
  public boolean has(String name) {
    throw none();
  }

  @Override
  public void delete(String name) {
    throw none();
  }

  @Override
  public void close() {}

  private static BlobStoreException none() {
    return new BlobStoreException("there is no store", null);
  }
}
