package io.agentservice.server.context.attachments;

import io.agentservice.server.base.ids.AttachmentId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** Signed links to a file, until a second of the database's clock. */
final class SignedLinks {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int ID_BYTES = 16;
  private static final int SAID_BYTES = ID_BYTES + Long.BYTES;
  private static final int MAC_BYTES = 32;

  private final SecretKey key;

  /** {@code key}: the same on every node. */
  SignedLinks(SecretKey key) {
    this.key = key;
  }

  /** What a link that we signed says. */
  record Link(AttachmentId id, long expires) {}

  /** A part of a path. */
  String sign(AttachmentId id, String name, long expires) {
    byte[] said =
        ByteBuffer.allocate(SAID_BYTES)
            .put(HexFormat.of().parseHex(id.hex()))
            .putLong(expires)
            .array();
    byte[] signed = Arrays.copyOf(said, SAID_BYTES + MAC_BYTES);
    System.arraycopy(mac(said, name), 0, signed, SAID_BYTES, MAC_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
  }

  /** Null when it is not ours for a file of that name. */
  @Nullable Link read(String link, String name) {
    byte[] signed;
    try {
      signed = Base64.getUrlDecoder().decode(link);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (signed.length != SAID_BYTES + MAC_BYTES) {
      return null;
    }
    byte[] said = Arrays.copyOf(signed, SAID_BYTES);
    byte[] mac = Arrays.copyOfRange(signed, SAID_BYTES, signed.length);
    if (!MessageDigest.isEqual(mac(said, name), mac)) {
      return null;
    }
    var id = AttachmentId.ofAddress(HexFormat.of().formatHex(said, 0, ID_BYTES));
    return id == null ? null : new Link(id, ByteBuffer.wrap(said).getLong(ID_BYTES));
  }

  private byte[] mac(byte[] said, String name) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(said);
      return mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
