package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Feature;
import io.agentservice.server.base.settings.Settings;
import java.util.List;

/** The feature, wired: the rules for the agent's loop, and the lists of what they found. */
public record GuardrailsFeature(List<Guardrail> guardrails, List<Route> routes) {

  /**
   * Reads the file.
   *
   * @throws io.agentservice.server.base.settings.SettingsException when it can't be used
   */
  public static GuardrailsFeature wire(Database database, Lists lists, Settings settings) {
    var file = settings.guardrails();
    var routes =
        new ViolationRoutes(new Violations(database), lists)
            .routes(settings.features().contains(Feature.GUARDRAILS));
    return new GuardrailsFeature(file == null ? List.of() : GuardrailFile.read(file), routes);
  }
}
