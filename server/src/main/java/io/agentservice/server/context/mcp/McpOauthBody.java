package io.agentservice.server.context.mcp;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.outside.OutsideAddress;
import io.agentservice.server.context.mcp.McpServerContent.OAuth;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code oauth} of an MCP server. */
final class McpOauthBody {
  private static final String FIELD = "oauth";
  private static final Pattern VISIBLE = Pattern.compile("[!-~]{1,256}");
  private static final Pattern KEY = Pattern.compile("(?s).{1,256}");
  private static final Pattern URL = Pattern.compile("[!-~]{1,2048}");
  private static final Pattern SCOPE =
      Pattern.compile("(?=.{1,1024}$)[!#-\\[\\]-~]+( [!#-\\[\\]-~]+)*");

  private final Body body;
  private final ObjectNode sent;

  private McpOauthBody(Body body, ObjectNode sent) {
    this.body = body;
    this.sent = sent;
  }

  /** Null for none, and for what is none, which is noted in the body. */
  static @Nullable OAuth read(Body body) {
    var sent = body.optionalObject(FIELD);
    return sent == null ? null : new McpOauthBody(body, sent).read();
  }

  private OAuth read() {
    String id = member("client_id", VISIBLE, true);
    String secret = member("client_secret", KEY, true);
    String url = member("token_url", URL, false);
    if (url != null && OutsideAddress.of(url).isEmpty()) {
      body.failAt(
          "format",
          "Input should be an http or https address without user and fragment",
          FIELD,
          "token_url");
    }
    return new OAuth(
        id == null ? "" : id, secret == null ? "" : secret, url, member("scope", SCOPE, false));
  }

  private @Nullable String member(String name, Pattern form, boolean required) {
    var value = sent.path(name);
    if (value.isMissingNode() || value.isNull()) {
      if (required) {
        body.failAt("missing", "Field required", FIELD, name);
      }
      return null;
    }
    if (!value.isString()) {
      body.failAt("type", "Input should be text", FIELD, name);
      return null;
    }
    String text = value.stringValue();
    if (text.isEmpty()) {
      body.failAt("too_short", "Input should have at least 1 characters", FIELD, name);
    } else if (!form.matcher(text).matches()) {
      body.failAt("pattern", "Input does not have the form of a " + name, FIELD, name);
    }
    return text;
  }
}
