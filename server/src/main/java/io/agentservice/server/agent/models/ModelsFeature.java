package io.agentservice.server.agent.models;

import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.llm.models.Llms;
import io.agentservice.llm.models.Llms.Choice;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record ModelsFeature(List<Route> routes) implements Feature {
  private static final String PATH = "/v3/organizations/{org_id}/models";

  public static ModelsFeature wire(Llms models) {
    return new ModelsFeature(
        List.of(
            Route.get(
                PATH,
                organization(USE_AGENT_SESSIONS),
                request -> {
                  request.query().check();
                  return ok(Page.whole(models.choices().stream().map(ModelJson::of).toList()));
                })));
  }

  /** {@code contextTokens} null: nobody knows. */
  record ModelJson(
      String model,
      String label,
      @Nullable Long contextTokens,
      boolean isDefault,
      boolean available,
      @Nullable String reason) {
    private static ModelJson of(Choice choice) {
      String name = choice.name();
      return new ModelJson(
          name,
          name.substring(name.indexOf(':') + 1),
          choice.window(),
          choice.standard(),
          choice.missing() == null,
          choice.missing());
    }
  }
}
