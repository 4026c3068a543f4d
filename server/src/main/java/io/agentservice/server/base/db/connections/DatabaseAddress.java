package io.agentservice.server.base.db.connections;

import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A checked PostgreSQL address without its secrets, since libraries log and throw addresses. */
public final class DatabaseAddress {
  private static final String SCHEME = "jdbc:postgresql://";
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%a-z0-9]+]");
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

  /** Where the value of one of these stood, a person may have written a password. */
  private static final Set<String> SECRETS = Set.of("user", "password", "sslpassword");

  /** With these nobody in between reads along; "prefer" gives in to whoever says no to TLS. */
  private static final Set<String> TLS = Set.of("require", "verify-ca", "verify-full");

  private final String url;
  private final Map<String, String> secrets;
  private final boolean guarded;

  private DatabaseAddress(String url, Map<String, String> secrets, boolean guarded) {
    this.url = url;
    this.secrets = Map.copyOf(secrets);
    this.guarded = guarded;
  }

  /**
   * Reads {@code jdbc:postgresql://host[:port][,more]/database?user=...&password=...}, with any
   * parameters of the driver. Throws IllegalArgumentException, to go on after its name.
   */
  public static DatabaseAddress of(String text) {
    if (!text.startsWith(SCHEME)) {
      throw new IllegalArgumentException(
          "must begin with jdbc:postgresql://, as in jdbc:postgresql://host/agent?user=agent");
    }
    int question = text.indexOf('?');
    String place = question < 0 ? text : text.substring(0, question);
    int slash = place.indexOf('/', SCHEME.length());
    var hosts = hosts(place.substring(SCHEME.length(), slash < 0 ? place.length() : slash));
    var secrets = new HashMap<String, String>();
    var others = new ArrayList<String>();
    var all = new HashMap<String, String>();
    for (String parameter :
        question < 0 ? new String[0] : text.substring(question + 1).split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
      all.put(name, value);
      if (SECRETS.contains(name)) {
        secrets.put(name, value);
      } else {
        others.add(parameter);
      }
    }
    String url = others.isEmpty() ? place : place + "?" + String.join("&", others);
    return new DatabaseAddress(url, secrets, guarded(hosts, all));
  }

  private static List<String> hosts(String authority) {
    if (authority.contains("@")) {
      throw new IllegalArgumentException(
          "takes user and password behind the database: ?user=...&password=...");
    }
    return Arrays.stream(authority.split(",", -1)).map(DatabaseAddress::host).toList();
  }

  private static String host(String text) {
    int colon = text.endsWith("]") ? -1 : text.lastIndexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    if (!HOST.matcher(host).matches()) {
      throw new IllegalArgumentException("must name a host, as in jdbc:postgresql://host/agent");
    }
    if (colon >= 0 && !isPort(text.substring(colon + 1))) {
      throw new IllegalArgumentException("has a port that is none: 1 to 65535");
    }
    return host;
  }

  private static boolean isPort(String text) {
    return PORT.matcher(text).matches()
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= 65_535;
  }

  /** As the driver does it. */
  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw new IllegalArgumentException(
          "has a parameter with a % that begins no code: write %25 for it");
    }
  }

  private static boolean guarded(List<String> hosts, Map<String, String> parameters) {
    String mode = parameters.getOrDefault("sslmode", "").toLowerCase(Locale.ROOT);
    String ssl = parameters.get("ssl"); // alone it means verify-full
    return TLS.contains(mode)
        || (mode.isEmpty() && ssl != null && !ssl.equals("false"))
        || parameters.containsKey("socketFactory")
        || hosts.stream().allMatch(DatabaseAddress::local);
  }

  private static boolean local(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false; // a name
    }
  }

  /** The address for the driver, without user and password. */
  public String url() {
    return url;
  }

  /** The password; null when the address has none. A secret. */
  public @Nullable String password() {
    return secrets.get("password");
  }

  /** What is kept out of the address, by the driver's names. */
  public Map<String, String> secrets() {
    return secrets;
  }

  /** On this machine, or TLS is required. */
  public boolean isGuarded() {
    return guarded;
  }

  /** Shows where it is, not as whom. */
  @Override
  public String toString() {
    return url;
  }
}
