package io.agentservice.server.base.http.lists;

import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Opaque cursors (completions.md 5): a row's values, signed with their scope, so that altered or
 * foreign cursors are refused.
 */
public final class Cursors {
  private static final String SEPARATOR = "\u001f";
  private static final int MAC_BYTES = 9;
  private static final int MAX_LENGTH = 512;

  private final SecretKeySpec key;

  public Cursors(byte[] secret) {
    this.key = new SecretKeySpec(secret, "HmacSHA256");
  }

  /** {@code scope} names the list and what it is bound to. */
  public String encode(String scope, String... values) {
    byte[] payload = String.join(SEPARATOR, values).getBytes(StandardCharsets.UTF_8);
    byte[] signed = Arrays.copyOf(mac(scope, payload), MAC_BYTES + payload.length);
    System.arraycopy(payload, 0, signed, MAC_BYTES, payload.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
  }

  /** The values of a cursor for the same scope, else 400 {@code invalid_cursor}. */
  public List<String> decode(String scope, String cursor) {
    return List.of(text(scope, cursor).split(Pattern.quote(SEPARATOR), -1));
  }

  /** As {@link #decode}, of a cursor of one value, which may hold any character. */
  String text(String scope, String cursor) {
    byte[] signed;
    try {
      signed = cursor.length() > MAX_LENGTH ? new byte[0] : Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
    if (signed.length < MAC_BYTES) {
      throw invalid();
    }
    byte[] payload = Arrays.copyOfRange(signed, MAC_BYTES, signed.length);
    if (!MessageDigest.isEqual(mac(scope, payload), Arrays.copyOf(signed, MAC_BYTES))
        || !encode(scope, new String(payload, StandardCharsets.UTF_8)).equals(cursor)) {
      throw invalid();
    }
    return new String(payload, StandardCharsets.UTF_8);
  }

  private byte[] mac(String scope, byte[] payload) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(scope.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return Arrays.copyOf(mac.doFinal(payload), MAC_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static RuntimeException invalid() {
    return Problem.badRequest(
            "invalid_cursor", "The cursor is not one of this list", "List again without a cursor")
        .exception();
  }
}
