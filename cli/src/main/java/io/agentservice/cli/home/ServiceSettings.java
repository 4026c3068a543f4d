package io.agentservice.cli.home;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server was started with, as far as it matters to those who find it running: a mark for
 * each variable, from which no value can be read.
 *
 * @param marks by the variables' names, and the salt
 */
public record ServiceSettings(Map<String, String> marks) {
  private static final String SALT = "salt";
  private static final int MARK = 8;
  private static final Pattern MODEL_SERVER =
      Pattern.compile("(?:AGENT_)?(ANTHROPIC|OPENAI)_(?:API_KEY|BASE_URL)");

  /** Each command has its own. */
  private static final Set<String> OWN =
      Set.of(
          "AGENT_HOME",
          "AGENT_PORT",
          "AGENT_BIND",
          "AGENT_API_URL",
          "AGENT_API_KEY",
          "AGENT_ORG_ID",
          "AGENT_JAVA_OPTS",
          "AGENT_MODEL",
          "AGENT_REPLAY_MODELS",
          "AGENT_BOOTSTRAP_TOKEN");

  private static final List<String> OF_WORKERS = List.of("AGENT_WORKER_", "AGENT_REMOTE_");
  private static final String MODEL = "AGENT_MODEL";

  /** Those of an environment. */
  public static ServiceSettings of(Map<String, String> environment) {
    var marks = new TreeMap<String, String>();
    var salt = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
    marks.put(SALT, salt);
    environment.forEach((name, value) -> {
      if ((counts(name) || name.equals(MODEL)) && !value.isBlank()) {
        marks.put(name, mark(salt, value));
      }
    });
    return new ServiceSettings(Map.copyOf(marks));
  }

  private static boolean counts(String name) {
    return MODEL_SERVER.matcher(name).matches()
        || (name.startsWith("AGENT_")
            && !OWN.contains(name)
            && OF_WORKERS.stream().noneMatch(name::startsWith));
  }

  private static String mark(String salt, String value) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt.getBytes(StandardCharsets.UTF_8));
      var all = digest.digest(value.strip().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, MARK);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  /**
   * Variables that say where a model is asked and who pays for it, and are set here to something
   * else than there.
   *
   * @param model the one that is wanted: only its provider counts; empty for any
   */
  public List<String> otherModelServers(Map<String, String> environment, String model) {
    return others(environment)
        .filter(name -> {
          var provider = MODEL_SERVER.matcher(name);
          return provider.matches()
              && (!model.contains(":")
                  || model.regionMatches(
                      true, 0, provider.group(1), 0, Math.max(model.indexOf(':'), 1)));
        })
        .toList();
  }

  /** All other variables that are set here to something else than there. */
  public List<String> otherSettings(Map<String, String> environment) {
    return others(environment).filter(name -> !MODEL_SERVER.matcher(name).matches()).toList();
  }

  /** Whether the model that is set here is not the one that was set there. */
  public boolean hasOtherModel(Map<String, String> environment) {
    return differs(MODEL, environment);
  }

  private Stream<String> others(Map<String, String> environment) {
    return environment.keySet().stream()
        .filter(ServiceSettings::counts)
        .filter(name -> differs(name, environment))
        .sorted();
  }

  private boolean differs(String name, Map<String, String> environment) {
    var salt = marks.get(SALT);
    var value = environment.get(name);
    return salt != null
        && value != null
        && !value.isBlank()
        && !Objects.equals(marks.get(name), mark(salt, value));
  }
}
