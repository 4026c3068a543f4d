package io.agentservice.server.engine.gitaccess;

import io.agentservice.redaction.Shape;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.ids.SessionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The passwords that a machine's git gives us: each names a session, an epoch of it, a repository
 * and the second at which it ends, and is signed. Nothing of it is stored.
 */
public final class GitTokens {
  private static final String PREFIX = "agg_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int ID_BYTES = 16;
  private static final int DIGEST_BYTES = 16;
  private static final int SIGNATURE_BYTES = 16;
  private static final int SIGNED_BYTES = ID_BYTES + 2 * Long.BYTES + DIGEST_BYTES;

  private final byte[] key;

  /** {@code secret}: the same on every node; what else it signs is of no use here. */
  public GitTokens(byte[] secret) {
    this.key = mac(secret, "git access".getBytes(StandardCharsets.UTF_8));
  }

  /** What they look like, whoever made them. */
  public static Shape shape() {
    int bytes = SIGNED_BYTES + SIGNATURE_BYTES;
    return new Shape(
        "git_token",
        PREFIX,
        Tokens.lengthOf(PREFIX, bytes),
        text -> Tokens.wellFormed(PREFIX, text, bytes));
  }

  /**
   * What a token says.
   *
   * @param expires in seconds of the database's clock
   */
  record Content(SessionId session, long epoch, long expires, byte[] repository) {
    boolean isOf(RepositoryAddress address) {
      return MessageDigest.isEqual(repository, digest(address));
    }
  }

  String make(SessionId session, long epoch, long expires, RepositoryAddress address) {
    byte[] signed =
        ByteBuffer.allocate(SIGNED_BYTES)
            .put(HexFormat.of().parseHex(session.hex()))
            .putLong(epoch)
            .putLong(expires)
            .put(digest(address))
            .array();
    byte[] token =
        ByteBuffer.allocate(SIGNED_BYTES + SIGNATURE_BYTES).put(signed).put(sign(signed)).array();
    return Tokens.of(PREFIX, token);
  }

  /** What the token says, be its time over or not; empty when we did not make it. */
  Optional<Content> read(String token) {
    return Tokens.content(PREFIX, token, SIGNED_BYTES + SIGNATURE_BYTES)
        .filter(this::isOurs)
        .map(content -> {
          var rest = ByteBuffer.wrap(content).position(ID_BYTES);
          return new Content(
              SessionId.ofHex(HexFormat.of().formatHex(content, 0, ID_BYTES)),
              rest.getLong(),
              rest.getLong(),
              Arrays.copyOfRange(content, SIGNED_BYTES - DIGEST_BYTES, SIGNED_BYTES));
        });
  }

  private boolean isOurs(byte[] content) {
    byte[] signature = Arrays.copyOfRange(content, SIGNED_BYTES, content.length);
    return MessageDigest.isEqual(signature, sign(Arrays.copyOf(content, SIGNED_BYTES)));
  }

  private byte[] sign(byte[] text) {
    return Arrays.copyOf(mac(key, text), SIGNATURE_BYTES);
  }

  private static byte[] digest(RepositoryAddress address) {
    try {
      return Arrays.copyOf(
          MessageDigest.getInstance("SHA-256").digest(address.bytes()), DIGEST_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
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
