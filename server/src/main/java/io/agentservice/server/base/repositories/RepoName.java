package io.agentservice.server.base.repositories;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code owner/repo} (or more segments), with a host, or an address (api-org.md 1.2, 3), in
 * comparable form.
 *
 * @param host in lower case; null: any
 * @param path without {@code .git}
 */
public record RepoName(@Nullable String host, String path) {
  /** The longest text that names one, in characters. */
  public static final int MAX_LENGTH = 1024;

  /** What is said of one that {@link #isTooLong}. */
  public static final String TOO_LONG = "Input should have at most %d bytes".formatted(MAX_LENGTH);

  /** Not in any part; texts of the database have no character zero or half surrogate pair. */
  private static final String NEVER = "/\\s@?#\\p{Cntrl}\\p{Cs}";

  private static final String PATH = "(?<path>[^:%1$s]+(?:/[^:%1$s]+)+)".formatted(NEVER);

  /** A first segment with a dot or port before two others is a host. */
  private static final Pattern NAME =
      Pattern.compile(
          "(?:(?<host>[^.:%1$s]*[.:][^%1$s]*|localhost)/(?=[^/]+/))?".formatted(NEVER) + PATH);

  private static final Pattern ADDRESS =
      Pattern.compile("(?i:https?)://(?<host>[^%s]+)/".formatted(NEVER) + PATH + "/?");

  private static final String GIT = ".git";

  /** Nothing that git or a shell reads as anything but a name. */
  private static final Pattern REF = Pattern.compile("(?!.*\\.\\.)[A-Za-z0-9_][A-Za-z0-9._/+#-]*+");

  /** Segments that readers of addresses leave out, the last with the one before. */
  private static final Set<String> SQUASHED = Set.of("", ".", "..");

  /** Of {@code owner/repo} or {@code host/owner/repo}, else null. */
  public static @Nullable RepoName parse(String text) {
    return parse(NAME, text);
  }

  /** As {@link #parse(String)}, or of an address of http or https. */
  public static @Nullable RepoName parseOrAddress(String text) {
    var name = parse(NAME, text);
    return name == null ? parse(ADDRESS, text) : name;
  }

  /** Also of one that names what of it is meant, {@code owner/repo@ref}. */
  public static RepoName of(String text) {
    var name = parseOrAddress(withoutRef(text));
    return name == null ? new RepoName(null, text) : name;
  }

  /** The branch, tag or commit behind an {@code @}; null when none is named. */
  public static @Nullable String ref(String text) {
    int at = text.indexOf('@');
    String ref = at < 0 ? "" : text.substring(at + 1);
    return REF.matcher(ref).matches() && parseOrAddress(text.substring(0, at)) != null ? ref : null;
  }

  /** The text without its {@link #ref}. */
  public static String withoutRef(String text) {
    return ref(text) == null ? text : text.substring(0, text.indexOf('@'));
  }

  private static @Nullable RepoName parse(Pattern form, String text) {
    var found = form.matcher(text);
    if (text.length() > MAX_LENGTH || !found.matches()) {
      return null;
    }
    String host = found.group("host");
    String path = found.group("path");
    boolean git = path.endsWith(GIT) && !path.endsWith("/" + GIT);
    var name =
        new RepoName(
            host == null ? null : host.toLowerCase(Locale.ROOT),
            git ? path.substring(0, path.length() - GIT.length()) : path);
    boolean escaped = form.equals(ADDRESS) && !hasSquashed(name.path());
    return name.isPlain() || escaped ? name : null;
  }

  /** In bytes of UTF-8. */
  public static boolean isTooLong(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > MAX_LENGTH;
  }

  /** Whether hosts can't read the path as another repository's, like {@code team/../payroll/x}. */
  public boolean isPlain() {
    return path.indexOf('%') < 0 && path.indexOf('\\') < 0 && !hasSquashed(path);
  }

  private static boolean hasSquashed(String path) {
    return Arrays.stream(path.split("/", -1)).anyMatch(SQUASHED::contains);
  }
}
