package io.agentservice.server.engine.push.sealing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Bodies in the coding {@code aes128gcm} that one browser reads (RFC 8188, RFC 8291). */
public final class SealedBody {
  /** Of a browser's secret. */
  public static final int AUTH_BYTES = 16;

  private static final int SALT_BYTES = 16;
  private static final int RECORD_BYTES = 4096;
  private static final int TAG_BYTES = 16;
  private static final int TAG_BITS = 8 * TAG_BYTES;

  /** All push services take a body of 4,096 bytes; its header and padding take 103 of them. */
  public static final int MOST_CLEAR = 3072;

  private static final SecureRandom RANDOM = new SecureRandom();

  private SealedBody() {}

  /**
   * Seals a text of at most {@link #MOST_CLEAR} bytes.
   *
   * @param reader the browser's key {@code p256dh}
   * @param auth the browser's secret, {@link #AUTH_BYTES} long
   */
  public static byte[] of(byte[] clear, ECPublicKey reader, byte[] auth) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return of(clear, reader, auth, P256.fresh(), salt);
  }

  /** {@code pair} and {@code salt}: of this body alone. */
  static byte[] of(byte[] clear, ECPublicKey reader, byte[] auth, KeyPair pair, byte[] salt) {
    if (clear.length > MOST_CLEAR) {
      throw new IllegalArgumentException("more than %,d bytes".formatted(MOST_CLEAR));
    }
    byte[] ours = P256.bytes((ECPublicKey) pair.getPublic());
    try {
      var agreement = KeyAgreement.getInstance("ECDH");
      agreement.init(pair.getPrivate());
      agreement.doPhase(reader, true);
      byte[] info = joined("WebPush: info\0", P256.bytes(reader), ours);
      byte[] secret = derived(auth, agreement.generateSecret(), info, 32);
      byte[] key = derived(salt, secret, joined("Content-Encoding: aes128gcm\0"), 16);
      byte[] nonce = derived(salt, secret, joined("Content-Encoding: nonce\0"), 12);
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key, "AES"),
          new GCMParameterSpec(TAG_BITS, nonce));
      byte[] last = Arrays.copyOf(clear, clear.length + 1);
      last[clear.length] = 2; // the last record ends so
      byte[] sealed = cipher.doFinal(last);
      return ByteBuffer.allocate(SALT_BYTES + Integer.BYTES + 1 + ours.length + sealed.length)
          .put(salt)
          .putInt(RECORD_BYTES)
          .put((byte) ours.length)
          .put(ours)
          .put(sealed)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a body can't be sealed", e);
    }
  }

  private static byte[] joined(String word, byte[]... more) {
    byte[] begin = word.getBytes(StandardCharsets.US_ASCII);
    int length = begin.length + Arrays.stream(more).mapToInt(part -> part.length).sum();
    var joined = ByteBuffer.allocate(length).put(begin);
    for (byte[] part : more) {
      joined.put(part);
    }
    return joined.array();
  }

  private static byte[] derived(byte[] salt, byte[] from, byte[] info, int length)
      throws GeneralSecurityException {
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(
            HKDFParameterSpec.ofExtract().addIKM(from).addSalt(salt).thenExpand(info, length));
  }
}
