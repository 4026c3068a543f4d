package io.agentservice.wire.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a process, below them the lines of its settings file, and secrets from files of
 * their own.
 *
 * @param values by name; variables win over the file, and both over a file of one secret
 * @param origins of those that are no variables: in words, for people
 * @param file the settings file; null when there is none
 */
public record GivenSettings(
    Map<String, String> values, Map<String, String> origins, @Nullable Path file) {
  /** Names the settings file; without it {@code agent.env} of the data directory, if there. */
  public static final String CONFIG = "AGENT_CONFIG";

  private static final String USUAL = "agent.env";
  private static final String OF_FILE = "_FILE";
  private static final int LONGEST = 1 << 20;

  /** The server reads that of the identity provider itself. */
  private static final String OWN = "AGENT_OIDC_CLIENT_SECRET_FILE";

  private static final Pattern SECRET =
      Pattern.compile(
          "(AGENT_\\w*(KEY|TOKEN|SECRET|DATABASE_URL)|ANTHROPIC_API_KEY|OPENAI_API_KEY"
              + "|OTEL_EXPORTER_OTLP_(TRACES_)?HEADERS)_FILE");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Never shows a value. */
  @Override
  public String toString() {
    return "GivenSettings" + values.keySet();
  }

  /** The values that count; an IllegalArgumentException says in a line which file is wrong. */
  public static Map<String, String> of(Map<String, String> environment) {
    return read(environment).values();
  }

  /** The same with where they are from. */
  public static GivenSettings read(Map<String, String> environment) {
    var values = new HashMap<>(environment);
    var origins = new HashMap<String, String>();
    var file = file(environment);
    if (file != null) {
      lines(file)
          .forEach((name, value) -> {
            if (isBlank(values.get(name))) {
              values.put(name, value);
              origins.put(name, file.toString());
            }
          });
    }
    Map.copyOf(values)
        .forEach((name, path) -> {
          if (SECRET.matcher(name).matches() && !name.equals(OWN) && !path.isBlank()) {
            var secret = name.substring(0, name.length() - OF_FILE.length());
            if (isBlank(values.get(secret))) {
              values.put(secret, content(name, path).strip());
              origins.put(secret, path.strip());
            }
            values.remove(name); // one that is resolved is no setting any more
          }
        });
    return new GivenSettings(Map.copyOf(values), Map.copyOf(origins), file);
  }

  /** Read anew; an IllegalArgumentException also when its file is not there any more. */
  public GivenSettings again(Map<String, String> environment) {
    var now = read(environment);
    if (file != null && now.file == null) {
      throw new IllegalArgumentException(
          "the settings file %s is gone; without it start the server anew".formatted(file));
    }
    return now;
  }

  private static boolean isBlank(@Nullable String value) {
    return value == null || value.isBlank();
  }

  private static @Nullable Path file(Map<String, String> environment) {
    var named = environment.getOrDefault(CONFIG, "").strip();
    if (!named.isEmpty()) {
      return path(CONFIG, named);
    }
    var home = environment.getOrDefault("AGENT_HOME", "").strip();
    var user = environment.getOrDefault("HOME", "").strip();
    if (home.isEmpty() && user.isEmpty()) {
      return null;
    }
    var usual =
        home.isEmpty()
            ? path("HOME", user).resolve(".agent").resolve(USUAL)
            : path("AGENT_HOME", home).resolve(USUAL);
    return Files.isRegularFile(usual) ? usual : null;
  }

  private static Path path(String name, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException _) {
      throw new IllegalArgumentException(name + " must be a path");
    }
  }

  private static String content(String name, String path) {
    try {
      return text(path(name, path.strip()));
    } catch (IOException _) {
      throw new IllegalArgumentException(name + " must name a file that can be read");
    }
  }

  private static String text(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      var bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw new IOException("too large");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static Map<String, String> lines(Path file) {
    var values = new HashMap<String, String>();
    try {
      int number = 0;
      for (var line : text(file).lines().map(String::strip).toList()) {
        number++;
        if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) {
          continue;
        }
        int sign = line.indexOf('=');
        if (sign < 0 || !NAME.matcher(line.substring(0, sign).strip()).matches()) {
          throw new IllegalArgumentException(
              "line %d of %s is not NAME=value".formatted(number, file));
        }
        values.put(line.substring(0, sign).strip(), unquoted(line.substring(sign + 1).strip()));
      }
    } catch (IOException _) {
      throw new IllegalArgumentException(
          "the settings file %s can't be read; %s names it".formatted(file, CONFIG));
    }
    return values;
  }

  /** As systemd takes them, so that one file serves both. */
  private static String unquoted(String value) {
    int last = value.length() - 1;
    boolean quoted =
        last > 0
            && value.charAt(0) == value.charAt(last)
            && (value.charAt(0) == '"' || value.charAt(0) == '\'');
    return quoted ? value.substring(1, last) : value;
  }
}
