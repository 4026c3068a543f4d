package io.agentservice.server.base.crypto;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.StreamingAead;
import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import com.google.crypto.tink.subtle.Random;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.LongAdder;
import javax.crypto.SecretKey;

/**
 * Encrypts under the installation's key. A value is bound to its context (such as table and row):
 * moved elsewhere it does not decrypt.
 */
public final class Vault {
  private static final int STREAM_KEY_BYTES = 32;
  private static final int SEGMENT_BYTES = 64 << 10;

  private static final LongAdder DECRYPTIONS = new LongAdder();

  private final MasterKey key;
  private final Aead aead;

  public Vault(MasterKey key) {
    this.key = key;
    aead = key.aead();
  }

  public byte[] encrypt(byte[] clear, String context) {
    try {
      return aead.encrypt(clear, bytes(context));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encryption failed", e);
    }
  }

  /** Decryptions by this process. */
  public static long decryptions() {
    return DECRYPTIONS.sum();
  }

  /** A key that signs for one purpose; the same on every node. */
  public SecretKey signingKey(String purpose) {
    return key.derived(purpose);
  }

  /** Throws IllegalStateException for another key or context. */
  public byte[] decrypt(byte[] sealed, String context) {
    DECRYPTIONS.increment();
    try {
      return aead.decrypt(sealed, bytes(context));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "A stored secret can't be decrypted: it was not made under the master key %s"
              .formatted(key.fingerprint()),
          e);
    }
  }

  /**
   * Encrypts what is written, in bounded memory: {@code sink} is given a fresh key, encrypted as
   * above, and what that key encrypts. Whole only when it was closed, which closes the sink.
   */
  public WritableByteChannel encrypting(WritableByteChannel sink, String context)
      throws IOException {
    byte[] key = Random.randBytes(STREAM_KEY_BYTES);
    byte[] sealed = encrypt(key, context);
    sink.write(ByteBuffer.allocate(1 + sealed.length).put((byte) sealed.length).put(sealed).flip());
    try {
      return stream(key).newEncryptingChannel(sink, bytes(context));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encryption failed", e);
    }
  }

  /**
   * What {@link #encrypting} was given. Throws IllegalStateException, with the source closed, for
   * another key or context, and IOException when what is read was changed or cut off.
   */
  public InputStream decrypting(InputStream source, String context) throws IOException {
    try {
      byte[] sealed = source.readNBytes(Math.max(0, source.read()));
      return stream(decrypt(sealed, context)).newDecryptingStream(source, bytes(context));
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      source.close();
      throw new IllegalStateException("A stored file can't be decrypted", e);
    }
  }

  /** No stream of so many bytes is longer when it is encrypted. */
  public static long mostEncrypted(long clear) {
    return clear + (clear / SEGMENT_BYTES + 2) * 1024;
  }

  private static StreamingAead stream(byte[] key) throws GeneralSecurityException {
    return new AesGcmHkdfStreaming(key, "HmacSha256", STREAM_KEY_BYTES, SEGMENT_BYTES, 0);
  }

  private static byte[] bytes(String context) {
    return context.getBytes(StandardCharsets.UTF_8);
  }
}
