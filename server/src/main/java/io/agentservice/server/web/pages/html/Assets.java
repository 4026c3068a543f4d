package io.agentservice.server.web.pages.html;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Styles, scripts and icon, cached for ever under versioned addresses. */
public final class Assets {
  private static final Map<String, String> TYPES =
      Map.of(
          "page.css", "text/css; charset=utf-8",
          "page.js", "text/javascript; charset=utf-8",
          "reference.js", "text/javascript; charset=utf-8",
          "reference.css", "text/css; charset=utf-8",
          "swagger-ui.css", "text/css; charset=utf-8",
          "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");
  private static final String LIBRARY = "swagger-ui";
  private static final int VERSION_BYTES = 8;

  private final Map<String, Asset> assets = new ConcurrentHashMap<>();

  private record Asset(String type, String text, String version) {
    String etag() {
      return '"' + version + '"';
    }
  }

  public Route route() {
    return Route.get("/assets/{name}", Access.open(), this::get);
  }

  /** The address of one, its version included. */
  public String address(String name) {
    return "/assets/" + name + "?v=" + Objects.requireNonNull(asset(name)).version();
  }

  /**
   * A document of this service for browsers.
   *
   * @param style the address of its style
   * @param theme {@code light}, {@code dark}, or {@code system} for that of the reader's
   * @param head what else stands in its head
   */
  public Html document(String title, String style, String theme, Html head, Html body) {
    return Html.of(
        """
        <!doctype html>
        <html lang="en" data-theme="{}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
        <meta name="color-scheme" content="light dark">
        <title>{}</title>
        <link rel="icon" href="{}" type="image/svg+xml">
        <link rel="stylesheet" href="{}">
        {}</head>
        <body>
        {}</body>
        </html>
        """,
        theme,
        title,
        address("icon.svg"),
        style,
        head,
        body);
  }

  private Answer get(Request request) {
    var asset = asset(request.path("name"));
    if (asset == null) {
      throw Problem.notFound("asset").exception();
    }
    boolean exact = asset.version().equals(request.query().text("v"));
    var headers =
        Map.of(
            "ETag",
            asset.etag(),
            "Cache-Control",
            exact ? "public, max-age=31536000, immutable" : "no-cache",
            "X-Content-Type-Options",
            "nosniff");
    return asset.etag().equals(request.header("If-None-Match"))
        ? new Answer.Empty(304, headers)
        : new Answer.Text(200, asset.type(), asset.text(), headers);
  }

  /** Read when it is first asked for: the reference's script is large. */
  private @Nullable Asset asset(String name) {
    var type = TYPES.get(name);
    return type == null ? null : assets.computeIfAbsent(name, _ -> read(name, type));
  }

  private static Asset read(String name, String type) {
    try (var in = Assets.class.getResourceAsStream(resource(name))) {
      byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new Asset(
          type,
          new String(bytes, StandardCharsets.UTF_8),
          HexFormat.of().formatHex(digest, 0, VERSION_BYTES));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("can't read the resource " + name, e);
    }
  }

  private static String resource(String name) throws IOException {
    return name.startsWith(LIBRARY)
        ? "/META-INF/resources/webjars/%s/%s/%s".formatted(LIBRARY, libraryVersion(), name)
        : name;
  }

  private static String libraryVersion() throws IOException {
    var properties = new Properties();
    try (var in =
        Assets.class.getResourceAsStream("/META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
      properties.load(Objects.requireNonNull(in));
    }
    return properties.getProperty("version");
  }
}
