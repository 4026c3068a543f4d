package io.agentservice.server.base.openapi;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** {@code GET /openapi.json} and {@code /openapi.yaml}, made at the first request. */
public final class OpenApiRoutes {
  private OpenApiRoutes() {}

  public static List<Route> routes() {
    var json = new Once(() -> Json.MAPPER.writeValueAsString(Specification.bundle()));
    var yaml = new Once(OpenApiRoutes::yaml);
    return List.of(
        Route.get("/openapi.json", Access.open(), _ -> Answer.json(json.get())),
        Route.get(
            "/openapi.yaml",
            Access.open(),
            _ -> new Answer.Text(200, "application/yaml", yaml.get(), Map.of())));
  }

  private static String yaml() {
    var options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return new Yaml(options).dump(Specification.bundle());
  }

  /** A text that costs something to make and is then kept. */
  private static final class Once {
    private final Supplier<String> make;
    private @Nullable String text;

    Once(Supplier<String> make) {
      this.make = make;
    }

    synchronized String get() {
      String present = text;
      if (present == null) {
        present = make.get();
        text = present;
      }
      return present;
    }
  }
}
