package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity provider (auth.md 8).
 *
 * @param issuer as in its tokens; all other addresses are discovered
 * @param clientSecret may be null
 * @param groupsClaim the claim with a person's groups
 * @param patience for each of its answers
 */
public record OpenIdSettings(
    String issuer,
    String clientId,
    @Nullable String clientSecret,
    Set<String> scopes,
    String groupsClaim,
    Admission admission,
    Duration patience) {

  /** Who may sign in. */
  public enum Admission {
    /** Humans of the account, known by their address. */
    INVITED,
    /** Everybody whom the provider knows. */
    ALL
  }

  private static final String ISSUER = "AGENT_OIDC_ISSUER";
  private static final String CLIENT = "AGENT_OIDC_CLIENT_ID";
  private static final String SECRET = "AGENT_OIDC_CLIENT_SECRET";
  private static final String FILE = SECRET + "_FILE";
  private static final Pattern ADDRESS =
      Pattern.compile(
          "https://[^/?#]+[^?#]*|http://(localhost|127\\.[0-9.]+|\\[::1])(:\\d+)?(/[^?#]*)?");

  /** Never shows the secret. */
  @Override
  public String toString() {
    return "OpenIdSettings[" + issuer + "]";
  }

  /** Null when there is no provider. */
  static @Nullable OpenIdSettings read(SettingReader r) {
    String issuer =
        r.parsed(
            ISSUER,
            OpenIdSettings::address,
            "none",
            "Identity provider that people may sign in with (OpenID Connect): its issuer address");
    String client = r.text(CLIENT, "none", "Name of this server at that provider");
    String secret = secret(r);
    var scopes =
        new TreeSet<>(
            r.words("AGENT_OIDC_SCOPES", "Scopes to ask it for beside openid, email and profile"));
    scopes.addAll(Set.of("openid", "email", "profile"));
    String claim =
        r.text(
            "AGENT_OIDC_GROUPS_CLAIM",
            "groups",
            "groups",
            "Claim with the names of a person's groups");
    var admission =
        r.oneOf(
            "AGENT_OIDC_ADMIT",
            Admission.class,
            Admission.INVITED,
            "Who may sign in with it: people who are invited, or all whom it knows");
    int patience =
        r.integer("AGENT_OIDC_TIMEOUT_SECONDS", 1, 60, 5, "How long it may take for an answer");
    if (issuer == null) {
      return null;
    }
    if (client == null) {
      r.error(ISSUER + " needs " + CLIENT);
      return null;
    }
    return new OpenIdSettings(
        issuer, client, secret, scopes, claim, admission, Duration.ofSeconds(patience));
  }

  private static String address(String text) {
    try {
      if (ADDRESS.matcher(URI.create(text).toString()).matches()) {
        return text;
      }
    } catch (IllegalArgumentException _) {
      // Told below, without the text.
    }
    throw new IllegalArgumentException("must be an https address such as https://sso.example.org");
  }

  private static @Nullable String secret(SettingReader r) {
    String secret = r.secret().text(SECRET, "none", "Its secret for this server");
    String file =
        r.parsed(FILE, OpenIdSettings::content, "none", "File that holds this secret instead");
    if (secret != null && file != null) {
      r.error(FILE + " can't be set beside " + SECRET);
    }
    r.mask(SECRET, file);
    return secret == null ? file : secret;
  }

  private static String content(String path) {
    try {
      return Files.readString(Path.of(path)).strip();
    } catch (IOException | InvalidPathException _) {
      throw new IllegalArgumentException("must be a file that the server can read");
    }
  }
}
