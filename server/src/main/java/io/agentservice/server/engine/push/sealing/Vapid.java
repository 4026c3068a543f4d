package io.agentservice.server.engine.push.sealing;

import io.agentservice.server.base.http.answers.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;

/**
 * Says to a push service who sends (RFC 8292). Prints nothing of its key.
 *
 * @param publicKey 65 bytes, which browsers were given
 */
public record Vapid(byte[] publicKey, ECPrivateKey privateKey) {
  /** At most a day may be; a clock that goes wrong by hours does not matter so. */
  private static final Duration GOOD_FOR = Duration.ofHours(12);

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** The public key as browsers take it. */
  public String publicText() {
    return BASE64.encodeToString(publicKey);
  }

  /**
   * The header {@code Authorization} for that service. A secret until it is over.
   *
   * @param contact how who runs the service reaches us: {@code mailto:} or {@code https:}
   */
  public String authorization(URI endpoint, String contact, Instant now) {
    var claims = new LinkedHashMap<String, Object>();
    claims.put("aud", origin(endpoint));
    claims.put("exp", now.plus(GOOD_FOR).getEpochSecond());
    claims.put("sub", contact);
    String header = text("{\"typ\":\"JWT\",\"alg\":\"ES256\"}");
    String signed = header + "." + text(Json.MAPPER.writeValueAsString(claims));
    return "vapid t=%s.%s, k=%s".formatted(signed, signature(signed), publicText());
  }

  private static String origin(URI endpoint) {
    int port = endpoint.getPort();
    return endpoint.getScheme() + "://" + endpoint.getHost() + (port < 0 ? "" : ":" + port);
  }

  private static String text(String json) {
    return BASE64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  private String signature(String signed) {
    try {
      var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(privateKey);
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has ES256", e);
    }
  }

  @Override
  public String toString() {
    return "Vapid[" + publicText() + "]";
  }
}
