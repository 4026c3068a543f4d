package io.agentservice.server.engine.push;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.engine.push.sealing.P256;
import io.agentservice.server.engine.push.sealing.SealedBody;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a browser is reached, as it says itself: a secret of its person. Prints nothing.
 *
 * @param p256dh the browser's public key, in base64url
 * @param auth the browser's secret, in base64url
 */
record Target(String endpoint, String p256dh, String auth) {
  private static final int LONGEST_ENDPOINT = 2048;
  private static final int LONGEST_KEY = 128;

  /** {@code plain}: hosts that may be reached by http. */
  static Target read(Body body, Set<String> plain) {
    var target =
        new Target(
            body.text("endpoint", 1, LONGEST_ENDPOINT),
            body.text("p256dh", 1, LONGEST_KEY),
            body.text("auth", 1, LONGEST_KEY));
    if (!target.endpoint.isEmpty() && uri(target.endpoint, plain) == null) {
      body.fail(
          "format",
          "Input should be the https address that the browser's push manager gave",
          "endpoint");
    }
    if (!target.p256dh.isEmpty() && !isPoint(target.p256dh)) {
      body.fail("format", "Input should be a public key of P-256 in base64url", "p256dh");
    }
    byte[] auth = bytes(target.auth);
    if (!target.auth.isEmpty() && (auth == null || auth.length != SealedBody.AUTH_BYTES)) {
      body.fail("format", "Input should be 16 bytes in base64url", "auth");
    }
    return target;
  }

  private static @Nullable URI uri(String text, Set<String> plain) {
    try {
      var uri = new URI(text).parseServerAuthority();
      String host = uri.getHost();
      boolean safe =
          "https".equals(uri.getScheme())
              || ("http".equals(uri.getScheme())
                  && host != null
                  && plain.contains(host.toLowerCase(Locale.ROOT)));
      return safe && host != null && uri.getUserInfo() == null && uri.getFragment() == null
          ? uri
          : null;
    } catch (URISyntaxException _) {
      return null;
    }
  }

  private static boolean isPoint(String text) {
    byte[] bytes = bytes(text);
    try {
      return bytes != null && P256.publicKey(bytes) != null;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static byte @Nullable [] bytes(String base64) {
    try {
      return Base64.getUrlDecoder().decode(base64);
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  URI uri() {
    return URI.create(endpoint);
  }

  /** The body that only this browser reads. */
  byte[] sealed(byte[] clear) {
    var decoder = Base64.getUrlDecoder();
    return SealedBody.of(clear, P256.publicKey(decoder.decode(p256dh)), decoder.decode(auth));
  }

  /** To be encrypted. */
  byte[] bytes() {
    return Json.MAPPER.writeValueAsBytes(this);
  }

  static Target of(byte[] bytes) {
    return Json.MAPPER.readValue(bytes, Target.class);
  }

  @Override
  public String toString() {
    return "Target";
  }
}
