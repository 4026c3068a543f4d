package io.agentservice.server.base.auth;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Tokens (auth.md 1): a prefix, base62 content (32 random bytes, 43 characters by {@link #create})
 * and its CRC-32 in 6 characters, so that a mistyped token needs no look-up.
 */
public final class Tokens {
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());

  /** Digits that fit a long. */
  private static final int GROUP = 10;

  private static final BigInteger BASE_OF_GROUPS = BASE.pow(GROUP);
  private static final int SECRET_BYTES = 32;
  private static final int CHECK_LENGTH = 6;
  private static final int SHOWN = 12;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  public static String create(String prefix) {
    var secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    return of(prefix, secret);
  }

  /** The token of these bytes. */
  public static String of(String prefix, byte[] content) {
    String body = prefix + base62(new BigInteger(1, content), length(content.length));
    return body + check(body);
  }

  /** The bytes that a token was made of; empty when it has not the shape of such a token. */
  public static Optional<byte[]> content(String prefix, String token, int bytes) {
    if (!wellFormed(prefix, token, bytes)) {
      return Optional.empty();
    }
    var number = BigInteger.ZERO;
    for (char digit :
        token.substring(prefix.length(), token.length() - CHECK_LENGTH).toCharArray()) {
      number = number.multiply(BASE).add(BigInteger.valueOf(ALPHABET.indexOf(digit)));
    }
    byte[] found = number.toByteArray(); // has a sign bit, and no leading zeros
    int length = Math.min(bytes, found.length);
    var content = new byte[bytes];
    System.arraycopy(found, found.length - length, content, bytes - length, length);
    return Optional.of(content);
  }

  /** Whether it has a token's form with this prefix, checksum included. */
  public static boolean wellFormed(String prefix, String token) {
    return wellFormed(prefix, token, SECRET_BYTES);
  }

  /** As {@link #wellFormed(String, String)}, for {@code bytes} of content. */
  public static boolean wellFormed(String prefix, String token, int bytes) {
    if (!token.startsWith(prefix) || token.length() != lengthOf(prefix, bytes)) {
      return false;
    }
    int end = token.length() - CHECK_LENGTH;
    return check(token.substring(0, end)).equals(token.substring(end));
  }

  /** Of tokens by {@link #create}. */
  public static int lengthOf(String prefix) {
    return lengthOf(prefix, SECRET_BYTES);
  }

  /** Of tokens of so many bytes. */
  public static int lengthOf(String prefix, int bytes) {
    return prefix.length() + length(bytes) + CHECK_LENGTH;
  }

  /** How many digits so many bytes take. */
  private static int length(int bytes) {
    return (int) Math.ceil(bytes * Byte.SIZE / (Math.log(ALPHABET.length()) / Math.log(2)));
  }

  /** What the database holds instead of a token. */
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
    for (int end = length; end > 0; end -= GROUP) {
      var parts = rest.divideAndRemainder(BASE_OF_GROUPS);
      long group = parts[1].longValue();
      for (int i = end - 1; i >= Math.max(end - GROUP, 0); i--) {
        digits[i] = ALPHABET.charAt((int) (group % ALPHABET.length()));
        group /= ALPHABET.length();
      }
      rest = parts[0];
    }
    return new String(digits);
  }
}
