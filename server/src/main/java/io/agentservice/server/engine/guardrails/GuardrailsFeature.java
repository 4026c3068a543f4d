package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.settings.OptionalFeature;
import io.agentservice.server.base.settings.Settings;
import java.util.List;

/** The feature, wired: the rules for the agent's loop, and the lists of what they found. */
public record GuardrailsFeature(
    List<Guardrail> guardrails, Belongings belongings, List<Route> routes) implements Feature {

  /** Throws a {@code SettingsException} for an unusable file. */
  public static GuardrailsFeature wire(Database database, Lists lists, Settings settings) {
    var file = settings.guardrails();
    var violations = new Violations(database);
    var routes =
        new ViolationRoutes(violations, lists)
            .routes(settings.features().contains(OptionalFeature.GUARDRAILS));
    return new GuardrailsFeature(
        file == null ? List.of() : GuardrailFile.read(file), violations::erase, routes);
  }
}
