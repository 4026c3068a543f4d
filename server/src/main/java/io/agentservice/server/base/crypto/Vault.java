package io.agentservice.server.base.crypto;

import com.google.crypto.tink.Aead;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.LongAdder;
import javax.crypto.SecretKey;

/**
 * Encrypts what must not stand in the database in clear, under the installation's key. A value is
 * bound to its context (for example table and row): moved elsewhere it does not decrypt.
 */
public final class Vault {
  private static final LongAdder DECRYPTIONS = new LongAdder();

  private final MasterKey key;
  private final Aead aead;

  public Vault(MasterKey key) {
    this.key = key;
    aead = key.aead();
  }

  public byte[] encrypt(byte[] clear, String context) {
    try {
      return aead.encrypt(clear, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("encryption failed", e);
    }
  }

  /** How often this process has decrypted since it began: the measure of what secrets cost. */
  public static long decryptions() {
    return DECRYPTIONS.sum();
  }

  /** A key that signs for a purpose; the same on every node, and of no use for anything else. */
  public SecretKey signingKey(String purpose) {
    return key.derived(purpose);
  }

  /**
   * The value in clear.
   *
   * @throws IllegalStateException when it was made under another key or for another context
   */
  public byte[] decrypt(byte[] sealed, String context) {
    DECRYPTIONS.increment();
    try {
      return aead.decrypt(sealed, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "A stored secret can't be decrypted: it was not made under the master key %s"
              .formatted(key.fingerprint()),
          e);
    }
  }
}
