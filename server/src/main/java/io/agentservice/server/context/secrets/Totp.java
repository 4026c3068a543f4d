package io.agentservice.server.context.secrets;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;
import org.jspecify.annotations.Nullable;

/** Base32, or {@code otpauth://totp/...} with secret, digits, period and algorithm (RFC 6238). */
public final class Totp {
  private static final Map<String, String> ALGORITHMS =
      Map.of("SHA1", "HmacSHA1", "SHA256", "HmacSHA256", "SHA512", "HmacSHA512");

  private final TimeBasedOneTimePasswordGenerator generator;
  private final SecretKeySpec key;

  private Totp(byte[] secret, int digits, int period, String algorithm) {
    generator =
        new TimeBasedOneTimePasswordGenerator(Duration.ofSeconds(period), digits, algorithm);
    key = new SecretKeySpec(secret, algorithm);
  }

  /** Empty when the text is neither. */
  public static Optional<Totp> parse(String text) {
    if (!text.regionMatches(true, 0, "otpauth://", 0, 10)) {
      return make(text, "6", "30", "SHA1");
    }
    try {
      var address = URI.create(text.strip());
      if (!"totp".equalsIgnoreCase(address.getHost()) || address.getRawQuery() == null) {
        return Optional.empty();
      }
      var query = query(address.getRawQuery());
      return make(
          query.getOrDefault("secret", ""),
          query.getOrDefault("digits", "6"),
          query.getOrDefault("period", "30"),
          query.getOrDefault("algorithm", "SHA1"));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> query(String raw) {
    return Arrays.stream(raw.split("&"))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .collect(
            Collectors.toMap(
                pair -> pair[0].toLowerCase(Locale.ROOT),
                pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8),
                (first, _) -> first));
  }

  private static Optional<Totp> make(
      String base32, String digits, String period, String algorithm) {
    byte[] secret = decode(base32);
    String mac = ALGORITHMS.get(algorithm.toUpperCase(Locale.ROOT));
    boolean fits = digits.matches("[678]") && period.matches("[1-9][0-9]{0,3}");
    return secret == null || mac == null || !fits
        ? Optional.empty()
        : Optional.of(new Totp(secret, Integer.parseInt(digits), Integer.parseInt(period), mac));
  }

  /** Null for what is not base32 or nothing. */
  private static byte @Nullable [] decode(String text) {
    String bare = text.replaceAll("[\\s-]", "").replaceAll("=+$", "").toUpperCase(Locale.ROOT);
    if (!bare.matches("[A-Z2-7]{2,}")) {
      return null;
    }
    byte[] secret = new Base32().decode(bare);
    return secret.length == 0 ? null : secret;
  }

  public String code(Instant at) {
    try {
      return generator.generateOneTimePasswordString(key, at);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("a key that was made for the algorithm does not fit it", e);
    }
  }
}
