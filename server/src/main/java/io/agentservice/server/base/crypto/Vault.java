package io.agentservice.server.base.crypto;

import com.google.crypto.tink.Aead;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.LongAdder;
import javax.crypto.SecretKey;

/**
 * Encrypts under the installation's key. A value is bound to its context (such as table and row):
 * moved elsewhere it does not decrypt.
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
      return aead.decrypt(sealed, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "A stored secret can't be decrypted: it was not made under the master key %s"
              .formatted(key.fingerprint()),
          e);
    }
  }
}
