package io.agentservice.server.base.blobs;

import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Keeps bytes under names of lower-case letters and digits. Thread-safe and blocking; throws {@link
 * BlobStoreException} when full or out of order.
 */
public interface BlobStore extends AutoCloseable {
  Sink write(String name);

  /** At most {@code length} (at least 1) bytes from {@code from}; to be closed. */
  InputStream read(String name, long from, long length);

  /** Whether something is kept under the name. */
  boolean has(String name);

  /** Removes the blob and remains of an attempt to write it, if any. */
  void delete(String name);

  @Override
  void close();

  /** A blob in the making, by one thread, in bounded memory. */
  interface Sink extends AutoCloseable {
    /** Appends what remains in the buffer. */
    void write(ByteBuffer bytes);

    /** From now on the blob is there, and stays through a crash of the machine. */
    void commit();

    /** Without a commit before, nothing is left. */
    @Override
    void close();
  }
}
