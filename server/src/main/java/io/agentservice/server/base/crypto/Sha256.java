package io.agentservice.server.base.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest of bytes that are in memory. */
public final class Sha256 {
  private Sha256() {}

  /** Its 32 bytes. */
  public static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  /** As 64 hex digits. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }

  /** The same of a text's UTF-8. */
  public static String hex(String text) {
    return hex(text.getBytes(UTF_8));
  }
}
