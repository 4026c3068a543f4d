package io.agentservice.server.engine.lifecycle;

import io.agentservice.redaction.Shape;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.ids.SessionId;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signed tokens that open the gateway (fleet.md 6): session and epoch, good as long as that.
 * Nothing is stored; a claim may have many.
 */
public final class ConnectTokens {
  private static final String PREFIX = "agc_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int ID_BYTES = 16;
  private static final int NONCE_BYTES = 8;
  private static final int SIGNATURE_BYTES = 16;
  private static final int SIGNED_BYTES = ID_BYTES + Long.BYTES + NONCE_BYTES;

  private final byte[] key;
  private final SecureRandom random = new SecureRandom();

  /** {@code key}: the same on every node, and in no database in clear. */
  public ConnectTokens(byte[] key) {
    this.key = key.clone();
  }

  /** What they look like, whoever made them. */
  public static Shape shape() {
    int bytes = SIGNED_BYTES + SIGNATURE_BYTES;
    return new Shape(
        "connect_token",
        PREFIX,
        Tokens.lengthOf(PREFIX, bytes),
        text -> Tokens.wellFormed(PREFIX, text, bytes));
  }

  /** What a token is good for. */
  public record Claim(SessionId session, long epoch) {}

  /** A fresh token of the claim. */
  public String make(Claim claim) {
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] signed =
        ByteBuffer.allocate(SIGNED_BYTES)
            .put(HexFormat.of().parseHex(claim.session().hex()))
            .putLong(claim.epoch())
            .put(nonce)
            .array();
    byte[] token =
        ByteBuffer.allocate(SIGNED_BYTES + SIGNATURE_BYTES).put(signed).put(sign(signed)).array();
    return Tokens.of(PREFIX, token);
  }

  /** The claim that the token was made of, over or not; empty when we did not make it. */
  public Optional<Claim> read(String token) {
    return Tokens.content(PREFIX, token, SIGNED_BYTES + SIGNATURE_BYTES)
        .filter(this::isOurs)
        .map(content -> {
          var id = HexFormat.of().formatHex(content, 0, ID_BYTES);
          long epoch = ByteBuffer.wrap(content).getLong(ID_BYTES);
          return new Claim(SessionId.ofHex(id), epoch);
        });
  }

  private boolean isOurs(byte[] content) {
    byte[] signature = Arrays.copyOfRange(content, SIGNED_BYTES, content.length);
    return MessageDigest.isEqual(signature, sign(Arrays.copyOf(content, SIGNED_BYTES)));
  }

  private byte[] sign(byte[] text) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return Arrays.copyOf(mac.doFinal(text), SIGNATURE_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
