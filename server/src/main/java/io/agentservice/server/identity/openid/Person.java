package io.agentservice.server.identity.openid;

import com.nimbusds.openid.connect.sdk.claims.ClaimsSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A person at the identity provider.
 *
 * @param subject for programs
 * @param email null unless vouched for
 * @param groups registered here or not
 */
public record Person(
    String issuer,
    String subject,
    @Nullable String email,
    @Nullable String name,
    List<String> groups) {
  private static final Pattern EMAIL = Pattern.compile("[^\\s@\\p{Cntrl}]+@[^\\s@\\p{Cntrl}]+");
  private static final int MAX_EMAIL = 254;
  private static final int MAX_TEXT = 256;

  /** From the first claims, else from {@code more}. */
  static Person of(
      String issuer, String subject, ClaimsSet first, ClaimsSet more, String groupsClaim) {
    var ofGroups = first.getClaim(groupsClaim) == null ? more : first;
    String name = first.getStringClaim("name");
    return new Person(
        issuer,
        subject,
        email(first.getClaim("email") == null ? more : first),
        storable(name == null ? more.getStringClaim("name") : name),
        groups(ofGroups.getClaim(groupsClaim)));
  }

  /** An address and what is said of it stand in one set. */
  private static @Nullable String email(ClaimsSet claims) {
    String email = claims.getStringClaim("email");
    String verified = Objects.toString(claims.getClaim("email_verified"), "");
    boolean good =
        email != null
            && email.length() <= MAX_EMAIL
            && EMAIL.matcher(email).matches()
            && verified.toLowerCase(Locale.ROOT).equals("true");
    return good ? email : null;
  }

  /** A list or a single name, without impossible ones. */
  private static List<String> groups(@Nullable Object claim) {
    var names = claim instanceof List<?> list ? list : claim == null ? List.of() : List.of(claim);
    return names.stream()
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(name -> name.equals(storable(name)))
        .distinct()
        .toList();
  }

  /** As much of a text as the database keeps; null when nothing is left. */
  private static @Nullable String storable(@Nullable String text) {
    if (text == null) {
      return null;
    }
    String clean = text.replace("\0", "");
    int end = Math.min(MAX_TEXT, clean.codePointCount(0, clean.length()));
    String cut = clean.substring(0, clean.offsetByCodePoints(0, end));
    return cut.isBlank() ? null : cut;
  }
}
