package io.agentservice.server.base.blobs;

import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Keeps bytes under names of lower-case letters and digits. Thread-safe; blocking. Every method
 * throws {@link BlobStoreException} when the store is full, away or out of order.
 */
public interface BlobStore extends AutoCloseable {
  /** For what needs one and never uses it: it refuses everything. */
  BlobStore NONE = new NoBlobs();

  /** Begins to write; the name is not used yet. */
  Sink write(String name);

  /**
   * A part of what is kept, to be closed.
   *
   * @param from first byte, within the blob
   * @param length bytes to read at most, at least 1
   */
  InputStream read(String name, long from, long length);

  /** Whether something is kept under the name. */
  boolean has(String name);

  /**
   * Removes what is kept under the name, and what is left of an attempt to write it; nothing
   * happens when there is none.
   */
  void delete(String name);

  @Override
  void close();

  /** A blob that is being written, by one thread; memory holds a bounded part of it. */
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
