package io.agentservice.server.context.attachments;

import io.agentservice.server.base.blobs.BlobStore.Sink;
import io.agentservice.server.base.crypto.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A blob in the making that is encrypted on its way. */
final class SealedSink implements Sink {
  private final Sink sink;
  private final WritableByteChannel sealing;

  private SealedSink(Sink sink, WritableByteChannel sealing) {
    this.sink = sink;
    this.sealing = sealing;
  }

  /** Closes the sink when it fails. */
  static Sink over(Sink sink, Vault vault, String context) {
    try {
      return new SealedSink(sink, vault.encrypting(new Through(sink), context));
    } catch (IOException e) {
      sink.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      sink.close();
      throw e;
    }
  }

  @Override
  public void write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        sealing.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void commit() {
    try {
      sealing.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sink.commit();
  }

  @Override
  public void close() {
    sink.close();
  }

  /** To a sink, which stays open. */
  private record Through(Sink sink) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer bytes) {
      int length = bytes.remaining();
      sink.write(bytes);
      return length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
