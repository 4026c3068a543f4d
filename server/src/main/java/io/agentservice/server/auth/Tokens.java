package io.agentservice.server.auth;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/**
 * The text of tokens (auth.md 1): a prefix, 32 random bytes in base62 (43 characters), and the
 * CRC-32 of all before it in base62 (6 characters), so that a mistyped token is refused without a
 * look-up.
 */
public final class Tokens {
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());
  private static final int SECRET_BYTES = 32;
  private static final int SECRET_LENGTH = 43;
  private static final int CHECK_LENGTH = 6;
  private static final int SHOWN = 12;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  /** A fresh token. */
  public static String create(String prefix) {
    var secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    String body = prefix + base62(new BigInteger(1, secret), SECRET_LENGTH);
    return body + check(body);
  }

  /** Whether the text has the shape of a token of the prefix, its tail included. */
  public static boolean wellFormed(String prefix, String token) {
    if (!token.startsWith(prefix)
        || token.length() != prefix.length() + SECRET_LENGTH + CHECK_LENGTH) {
      return false;
    }
    int end = token.length() - CHECK_LENGTH;
    return check(token.substring(0, end)).equals(token.substring(end));
  }

  /** What the database holds of a token. */
  public static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The first characters of a token, for display; half of a short one at the most. */
  public static String start(String token) {
    return token.substring(0, Math.min(SHOWN, token.length() / 2));
  }

  private static String check(String body) {
    var crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return base62(BigInteger.valueOf(crc.getValue()), CHECK_LENGTH);
  }

  private static String base62(BigInteger number, int length) {
    var digits = new char[length];
    var rest = number;
    for (int i = length - 1; i >= 0; i--) {
      var parts = rest.divideAndRemainder(BASE);
      digits[i] = ALPHABET.charAt(parts[1].intValue());
      rest = parts[0];
    }
    return new String(digits);
  }
}
