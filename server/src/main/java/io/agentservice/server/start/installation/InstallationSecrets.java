package io.agentservice.server.start.installation;

import io.agentservice.redaction.MaskingEncoder;
import io.agentservice.redaction.Redactor;
import io.agentservice.redaction.Shape;
import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.base.settings.live.LiveSettings.Prepared;
import io.agentservice.server.engine.gitaccess.GitTokens;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.start.store.DataStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The installation's secrets, to be masked: settings by value, tokens by shape. */
final class InstallationSecrets {
  /** Shorter ones are often words such as "postgres", which would tear texts apart. */
  private static final int SHORTEST = 12;

  private InstallationSecrets() {}

  /** From now on also in the log and the audit log. */
  static Supplier<Redactor> redactor(
      LiveSettings live, DataStore store, MasterKey key, Optional<FirstStart.Secrets> first) {
    var settings = live.atStart();
    var values = new LinkedHashMap<String, String>();
    settings.variables().secrets().forEach((name, value) -> put(values, name, value));
    first.ifPresent(made -> {
      put(values, "AGENT_BOOTSTRAP_TOKEN", made.key());
      put(values, "FIRST_PASSWORD", made.password());
    });
    put(values, "DATABASE_PASSWORD", store.password());
    var redactor = Redactor.NONE.with(values);
    for (String text : key.secrets()) {
      redactor = redactor.with(Map.of("MASTER_KEY", text));
    }
    redactor = redactor.with(shapes(settings.installation().bootstrap().keyPrefix()));
    var current = new AtomicReference<>(masking(redactor));
    live.follow(next -> {
      var wider = current.get().with(more(live.get(), next));
      return new Prepared(() -> current.set(masking(wider)));
    });
    return current::get;
  }

  private static Redactor masking(Redactor redactor) {
    MaskingEncoder.mask(redactor);
    Audit.mask(redactor);
    return redactor;
  }

  /** New ones beside the former, which may still be in texts. */
  private static Map<String, String> more(Settings before, Settings next) {
    var known = before.variables().secrets().values();
    var values = new LinkedHashMap<String, String>();
    next.variables()
        .secrets()
        .forEach((name, value) -> {
          if (!known.contains(value)) {
            put(values, name, value);
          }
        });
    return values;
  }

  private static void put(Map<String, String> values, String name, @Nullable String value) {
    if (value != null && value.strip().length() >= SHORTEST) {
      values.put(name, value.strip());
    }
  }

  private static List<Shape> shapes(String keyPrefix) {
    var shapes = new ArrayList<Shape>();
    for (String prefix : new TreeSet<>(List.of(keyPrefix, "agt_", "apk_", "apk_user_"))) {
      shapes.add(token("api_key", prefix));
    }
    shapes.add(token("web_session", WebSessions.PREFIX));
    shapes.add(ConnectTokens.shape());
    shapes.add(GitTokens.shape());
    return shapes;
  }

  private static Shape token(String name, String prefix) {
    return new Shape(
        name, prefix, Tokens.lengthOf(prefix), text -> Tokens.wellFormed(prefix, text));
  }
}
