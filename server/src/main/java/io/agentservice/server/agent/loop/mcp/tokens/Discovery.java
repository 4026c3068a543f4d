package io.agentservice.server.agent.loop.mcp.tokens;

import io.agentservice.server.base.outside.OutsideAddress;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Finds who gives tokens for a server, by what that says itself (RFC 9728), then by what he says
 * (RFC 8414, or OpenID Connect); one that says nothing gives them itself.
 */
final class Discovery {
  private static final String RESOURCE = "/.well-known/oauth-protected-resource";
  private static final String SERVER = "/.well-known/oauth-authorization-server";
  private static final String OPENID = "/.well-known/openid-configuration";

  private final TokenHttp http;
  private final long until;

  Discovery(TokenHttp http, long until) {
    this.http = http;
    this.until = until;
  }

  /** Throws {@link TokenException} when nobody says so. */
  AuthorizationServer of(URI resource) throws IOException {
    String origin = origin(resource);
    String path = path(resource);
    var said = first(List.of(origin + RESOURCE + path, origin + RESOURCE));
    String issuer =
        said == null ? origin : said.path("authorization_servers").path(0).asString(origin);
    var at = address(issuer);
    String below = path(at);
    var about =
        first(
            List.of(
                origin(at) + SERVER + below,
                origin(at) + OPENID + below,
                origin(at) + below + OPENID));
    if (about == null) {
      throw new TokenException("nobody says where tokens for it are to be had; name its token_url");
    }
    if (!about
        .path("issuer")
        .asString("")
        .replaceFirst("/$", "")
        .equals(issuer.replaceFirst("/$", ""))) {
      throw new TokenException("what %s says of tokens is of another issuer".formatted(issuer));
    }
    var methods = about.path("token_endpoint_auth_methods_supported");
    boolean basic = methods.isMissingNode() || has(methods, "client_secret_basic");
    if (!basic && !has(methods, "client_secret_post")) {
      throw new TokenException("its token service takes no client_secret");
    }
    return new AuthorizationServer(address(about.path("token_endpoint").asString("")), basic);
  }

  private static boolean has(JsonNode words, String word) {
    return words.valueStream().anyMatch(one -> one.asString("").equals(word));
  }

  /** What the first of the addresses says that says anything; null: none does. */
  private @Nullable JsonNode first(List<String> addresses) throws IOException {
    for (String address : addresses) {
      var answer = http.send(new Request.Builder().url(address).build(), until);
      if (answer.status() == 200 && answer.json().isObject()) {
        return answer.json();
      }
    }
    return null;
  }

  private static URI address(String text) {
    return OutsideAddress.of(text)
        .orElseThrow(() -> new TokenException("it names no address of a token service"));
  }

  private static String origin(URI uri) {
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }

  /** Without a slash at its end. */
  private static String path(URI uri) {
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
