package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.settings.OptionalFeature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.base.settings.live.LiveSettings.Prepared;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** The feature, wired: the rules for the agent's loop, and the lists of what they found. */
public record GuardrailsFeature(
    Supplier<List<Guardrail>> guardrails, Belongings belongings, List<Route> routes)
    implements Feature {

  /** Throws a {@code SettingsException} for an unusable file. */
  public static GuardrailsFeature wire(Database database, Lists lists, LiveSettings live) {
    var rules = new AtomicReference<>(read(live.atStart()));
    live.follow(next -> {
      var others = read(next);
      return new Prepared(
          others.equals(rules.get()) ? Set.of() : Set.of(Settings.GUARDRAILS),
          () -> rules.set(others));
    });
    var violations = new Violations(database);
    var routes =
        new ViolationRoutes(violations, lists)
            .routes(live.atStart().features().contains(OptionalFeature.GUARDRAILS));
    return new GuardrailsFeature(rules::get, violations::erase, routes);
  }

  private static List<Guardrail> read(Settings settings) {
    var file = settings.guardrails();
    return file == null ? List.of() : GuardrailFile.read(file);
  }
}
