package io.agentservice.server.agent.models;

import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.llm.models.Llms;
import io.agentservice.llm.models.Llms.Choice;
import io.agentservice.llm.models.OwnModels;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.context.models.RegisteredModels;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public record ModelsFeature(List<Route> routes) implements Feature {
  private static final String PATH = "/v3/organizations/{org_id}/models";

  public static ModelsFeature wire(Supplier<Llms> server, RegisteredModels registered) {
    return new ModelsFeature(
        List.of(
            Route.get(
                PATH,
                organization(USE_AGENT_SESSIONS),
                request -> {
                  request.query().check();
                  var own = registered.choices(request.scope());
                  boolean ownDefault = own.stream().anyMatch(RegisteredModels.Choice::isDefault);
                  return ok(
                      Page.whole(
                          Stream.concat(
                                  server.get().choices().stream()
                                      .map(choice -> ModelJson.of(choice, !ownDefault)),
                                  own.stream().map(ModelJson::of))
                              .toList()));
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
    private static ModelJson of(RegisteredModels.Choice choice) {
      var content = choice.content();
      Integer given = content.size().contextTokens();
      String reason = choice.hasKey() ? null : gone(content.endpoint().keySecrets());
      return new ModelJson(
          content.name(),
          content.name(),
          given == null ? OwnModels.knownWindow(content.providerModel()) : Long.valueOf(given),
          choice.isDefault(),
          choice.hasKey(),
          reason);
    }

    private static String gone(List<String> keys) {
      return keys.size() == 1
          ? "the secret %s, which is its key, is gone".formatted(keys.getFirst())
          : "the secrets %s, which are its keys, are gone".formatted(String.join(", ", keys));
    }

    private static ModelJson of(Choice choice, boolean mayBeDefault) {
      String name = choice.name();
      return new ModelJson(
          name,
          name.substring(name.indexOf(':') + 1),
          choice.window(),
          choice.standard() && mayBeDefault,
          choice.missing() == null,
          choice.missing());
    }
  }
}
