package io.agentservice.cli.verify.installed;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * A public key of minisign, as its files or command lines hold it.
 *
 * @param id eight bytes that tell keys apart
 * @param key of Ed25519
 */
record Minisign(byte[] id, PublicKey key) {
  private static final int ALGORITHM = 2;
  private static final int ID = 8;
  private static final int KEY = 32;
  private static final int SIGNATURE = 64;
  private static final String OF_THE_FILE = "Ed";
  private static final String OF_ITS_DIGEST = "ED";
  private static final String TRUSTED = "trusted comment: ";

  /** What stands before the bytes of such a key in the form that Java reads. */
  private static final byte[] HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

  /** What is no key, or no signature. */
  static final class FormatException extends Exception {
    FormatException(String message) {
      super(message);
    }
  }

  /** Of the text of a key's file, or of the key alone. */
  static Minisign parse(String text) throws FormatException {
    var lines = text.strip().lines().toList();
    byte[] bytes = decoded(lines.isEmpty() ? "" : lines.getLast());
    if (bytes.length != ALGORITHM + ID + KEY || !algorithm(bytes).equals(OF_THE_FILE)) {
      throw new FormatException("it is no public key of minisign");
    }
    var encoded = new ByteArrayOutputStream();
    encoded.writeBytes(HEAD);
    encoded.write(bytes, ALGORITHM + ID, KEY);
    try {
      var key =
          KeyFactory.getInstance("Ed25519")
              .generatePublic(new X509EncodedKeySpec(encoded.toByteArray()));
      return new Minisign(Arrays.copyOfRange(bytes, ALGORITHM, ALGORITHM + ID), key);
    } catch (GeneralSecurityException e) {
      throw new FormatException("it is no public key of minisign");
    }
  }

  /**
   * Whether the owner of the key has signed these bytes, and what he has said of them.
   *
   * @param signature the text of a signature's file, made by {@code minisign -S -l}
   * @return the trusted comment
   * @throws FormatException when he has not, with why
   */
  String check(byte[] signed, String signature) throws FormatException {
    var lines = signature.lines().toList();
    if (lines.size() < 4 || !lines.get(2).startsWith(TRUSTED)) {
      throw new FormatException("the signature is none of minisign");
    }
    byte[] first = decoded(lines.get(1));
    if (first.length != ALGORITHM + ID + SIGNATURE) {
      throw new FormatException("the signature is none of minisign");
    }
    if (algorithm(first).equals(OF_ITS_DIGEST)) {
      throw new FormatException(
          "the signature is one of a digest; minisign checks those, not this program");
    }
    if (!algorithm(first).equals(OF_THE_FILE)
        || !Arrays.equals(first, ALGORITHM, ALGORITHM + ID, id, 0, ID)) {
      throw new FormatException("the signature was made with another key");
    }
    byte[] bare = Arrays.copyOfRange(first, ALGORITHM + ID, first.length);
    String comment = lines.get(2).substring(TRUSTED.length());
    if (!holds(List.of(signed), bare)
        || !holds(List.of(bare, comment.getBytes(StandardCharsets.UTF_8)), decoded(lines.get(3)))) {
      throw new FormatException("the signature is not of these bytes");
    }
    return comment;
  }

  private boolean holds(List<byte[]> parts, byte[] signature) throws FormatException {
    try {
      var check = Signature.getInstance("Ed25519");
      check.initVerify(key);
      for (byte[] part : parts) {
        check.update(part);
      }
      return signature.length == SIGNATURE && check.verify(signature);
    } catch (GeneralSecurityException e) {
      throw new FormatException("the signature can't be checked: " + e.getMessage());
    }
  }

  private static String algorithm(byte[] bytes) {
    return new String(bytes, 0, ALGORITHM, StandardCharsets.ISO_8859_1);
  }

  private static byte[] decoded(String text) throws FormatException {
    try {
      return Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException e) {
      throw new FormatException("it is not in base64");
    }
  }
}
