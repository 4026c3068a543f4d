package io.agentservice.server.web.app;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The built files, for ever the same under their names, packed when they were built. */
final class AppFiles {
  static final String PATH = "/app/files/";
  private static final String WORKER = "/app/worker.js";

  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final Built built;

  AppFiles(Built built) {
    this.built = built;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH + "{name}", Access.open(), this::get),
        Route.get(WORKER, Access.open(), _ -> worker()));
  }

  /** The service worker stays under its name: browsers ask again and again whether it is new. */
  private Answer worker() {
    String name = built.entry("worker");
    var headers =
        Map.of(
            "Cache-Control",
            "no-cache",
            "X-Content-Type-Options",
            "nosniff",
            "Content-Security-Policy",
            "default-src 'none'");
    long length = Objects.requireNonNull(built.sizes(name)).plain();
    return new Answer.Bytes(200, type(name), length, headers, () -> Built.open(name, ""));
  }

  private Answer get(Request request) {
    String name = request.path("name");
    var sizes = built.sizes(name);
    if (sizes == null) {
      throw Problem.notFound("asset").exception();
    }
    var headers = new HashMap<String, String>();
    headers.put("Cache-Control", "public, max-age=31536000, immutable");
    headers.put("X-Content-Type-Options", "nosniff");
    String accepted = request.header("Accept-Encoding");
    String ending = "";
    long length = sizes.plain();
    if (takes(accepted, "br")) {
      headers.put("Content-Encoding", "br");
      ending = ".br";
      length = sizes.br();
    } else if (takes(accepted, "gzip")) {
      headers.put("Content-Encoding", "gzip");
      ending = ".gz";
      length = sizes.gz();
    }
    String packed = ending;
    return new Answer.Bytes(200, type(name), length, headers, () -> Built.open(name, packed));
  }

  private static String type(String name) {
    return TYPES.getOrDefault(
        name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
  }

  /** Browsers name what they take without weights, but for a refusal. */
  private static boolean takes(@Nullable String accepted, String coding) {
    return accepted != null
        && List.of(accepted.toLowerCase(Locale.ROOT).split("\\s*,\\s*", -1)).stream()
            .anyMatch(part ->
                part.equals(coding)
                    || (part.startsWith(coding + ";") && !part.matches(".*;\\s*q=0(\\.0*)?")));
  }
}
