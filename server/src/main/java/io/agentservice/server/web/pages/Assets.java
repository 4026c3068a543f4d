package io.agentservice.server.web.pages;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Answer;
import io.agentservice.server.base.http.Request;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.problems.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Style, script and icon of the pages. Their addresses carry a version made of their content, so
 * that browsers may keep them for ever.
 */
final class Assets {
  private static final Map<String, String> TYPES =
      Map.of(
          "page.css", "text/css; charset=utf-8",
          "page.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");
  private static final int VERSION_BYTES = 8;

  private final Map<String, Asset> assets = new TreeMap<>();

  private record Asset(String type, String text, String version) {
    String etag() {
      return '"' + version + '"';
    }
  }

  Assets() {
    TYPES.forEach((name, type) -> assets.put(name, read(name, type)));
  }

  Route route() {
    return Route.get("/assets/{name}", Access.open(), this::get);
  }

  /** The address of one, its version included. */
  String address(String name) {
    return "/assets/" + name + "?v=" + Objects.requireNonNull(assets.get(name)).version();
  }

  private Answer get(Request request) {
    var asset = assets.get(request.path("name"));
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

  private static Asset read(String name, String type) {
    try (var in = Assets.class.getResourceAsStream(name)) {
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
}
