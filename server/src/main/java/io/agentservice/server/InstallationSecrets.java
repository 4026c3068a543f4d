package io.agentservice.server;

import io.agentservice.redaction.MaskingEncoder;
import io.agentservice.redaction.Redactor;
import io.agentservice.redaction.Shape;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of the installation itself, which belong into no session's texts: those of its
 * settings by their values, tokens that callers and machines hold by what they look like.
 */
final class InstallationSecrets {
  /**
   * Keys of local model servers and passwords of local databases are often words, such as
   * "postgres": to mask them would tear every text apart and hide nothing.
   */
  private static final int SHORTEST = 12;

  /** Those that a process of the installation may have in its environment. */
  private static final List<String> SETTINGS =
      List.of(
          "AGENT_BOOTSTRAP_TOKEN",
          "AGENT_BOOTSTRAP_LEGACY_TOKEN",
          "AGENT_ANTHROPIC_API_KEY",
          "ANTHROPIC_API_KEY",
          "AGENT_OPENAI_API_KEY",
          "OPENAI_API_KEY",
          "AWS_SECRET_ACCESS_KEY",
          "AGENT_API_KEY",
          "AGENT_OIDC_CLIENT_SECRET",
          "AGENT_OUTPOSTS_TOKEN");

  private InstallationSecrets() {}

  /** Masks them all; so does the log from now on. */
  static Redactor redactor(
      Settings settings, DataStore store, MasterKey key, Optional<FirstStart.Secrets> first) {
    var values = new LinkedHashMap<String, String>();
    SETTINGS.forEach(name -> put(values, name, settings.values().get(name)));
    if (settings.openId() != null) {
      put(values, "AGENT_OIDC_CLIENT_SECRET", settings.openId().clientSecret());
    }
    first.ifPresent(made -> {
      put(values, "AGENT_BOOTSTRAP_TOKEN", made.key());
      put(values, "FIRST_PASSWORD", made.password());
    });
    put(values, "DATABASE_PASSWORD", store.password());
    var redactor = Redactor.NONE.with(values);
    for (String text : key.secrets()) {
      redactor = redactor.with(Map.of("MASTER_KEY", text));
    }
    redactor = redactor.with(shapes(settings.bootstrap().keyPrefix()));
    MaskingEncoder.mask(redactor);
    return redactor;
  }

  private static void put(Map<String, String> values, String name, @Nullable String value) {
    if (value != null && value.strip().length() >= SHORTEST) {
      values.put(name, value.strip());
    }
  }

  private static List<Shape> shapes(String keyPrefix) {
    var shapes = new ArrayList<Shape>();
    for (String prefix : new TreeSet<>(List.of(keyPrefix, "agt_", "apk_"))) {
      shapes.add(token("api_key", prefix));
    }
    shapes.add(token("web_session", WebSessions.PREFIX));
    shapes.add(ConnectTokens.shape());
    return shapes;
  }

  private static Shape token(String name, String prefix) {
    return new Shape(
        name, prefix, Tokens.lengthOf(prefix), text -> Tokens.wellFormed(prefix, text));
  }
}
