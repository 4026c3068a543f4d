package io.agentservice.server.start.store;

import io.agentservice.server.base.blobs.BlobGoneException;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.blobs.BlobStoreException;
import io.agentservice.server.base.db.Database;
import java.io.InputStream;

/** Tells a blob that is gone from a store that is away, such as a disk that is not mounted. */
record MarkedBlobs(BlobStore store, Database database) implements BlobStore {
  @Override
  public Sink write(String name) {
    return store.write(name);
  }

  /** {@link BlobGoneException} when its marker can be found and the blob can't. */
  @Override
  public InputStream read(String name, long from, long length) {
    try {
      return store.read(name, from, length);
    } catch (BlobStoreException e) {
      throw isGone(name) ? new BlobGoneException(e) : e;
    }
  }

  private boolean isGone(String name) {
    try {
      return !store.has(name)
          && database
              .with(StoreMarkerSql.class, StoreMarkerSql::marker)
              .filter(store::has)
              .isPresent();
    } catch (BlobStoreException _) {
      return false;
    }
  }

  @Override
  public boolean has(String name) {
    return store.has(name);
  }

  @Override
  public void delete(String name) {
    store.delete(name);
  }

  @Override
  public void close() {
    store.close();
  }
}
