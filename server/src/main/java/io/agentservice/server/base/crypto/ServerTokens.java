package io.agentservice.server.base.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * By what one server of the installation knows another: a token names what is asked and until when,
 * and is signed. Nothing of it is stored.
 */
public final class ServerTokens {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SIGNATURE_BYTES = 32;

  private static final int BYTES = Long.BYTES + SIGNATURE_BYTES;
  private static final int CHARACTERS = (BYTES * 4 + 2) / 3;

  private final byte[] key;
  private final byte[] answerKey;

  /** {@code secret}: the same on every server; what else it signs is of no use here. */
  public ServerTokens(byte[] secret) {
    this.key = mac(secret, "server".getBytes(UTF_8));
    this.answerKey = mac(secret, "server answer".getBytes(UTF_8));
  }

  /** {@code question}: all that is asked; {@code until}: in seconds of the database's clock. */
  public String make(String question, long until) {
    byte[] signature = sign(question, until);
    var token = ByteBuffer.allocate(BYTES).putLong(until).put(signature);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token.array());
  }

  /** What a server says to show that it is one of us: to be said to good tokens only. */
  public String answer(String token) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sign(token));
  }

  /** Whether one of us has answered that token. */
  public boolean isAnswer(String answer, String token) {
    return MessageDigest.isEqual(answer.getBytes(UTF_8), answer(token).getBytes(UTF_8));
  }

  private byte[] sign(String token) {
    return mac(answerKey, token.getBytes(UTF_8));
  }

  /** Whether it looks like one, so that more of the request is worth reading. */
  public static boolean isWellFormed(String token) {
    return token.length() == CHARACTERS;
  }

  /**
   * Whether one of us has asked just this, and the time is not over; {@code now} is asked for only
   * when the signature is ours.
   */
  public boolean isGood(String token, String question, LongSupplier now) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException _) {
      return false;
    }
    if (bytes.length != BYTES) {
      return false;
    }
    var content = ByteBuffer.wrap(bytes);
    long until = content.getLong();
    var signature = new byte[SIGNATURE_BYTES];
    content.get(signature);
    return MessageDigest.isEqual(signature, sign(question, until)) && now.getAsLong() <= until;
  }

  private byte[] sign(String question, long until) {
    byte[] asked = question.getBytes(UTF_8);
    return mac(
        key, ByteBuffer.allocate(Long.BYTES + asked.length).putLong(until).put(asked).array());
  }

  private static byte[] mac(byte[] key, byte[] text) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
