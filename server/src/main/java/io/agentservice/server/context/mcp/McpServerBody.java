package io.agentservice.server.context.mcp;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.outside.OutsideAddress;
import io.agentservice.server.context.mcp.McpServerContent.Header;
import io.agentservice.server.context.mcp.McpServerContent.Http;
import io.agentservice.server.context.mcp.McpServerContent.Program;
import io.agentservice.server.context.mcp.McpServerContent.Transport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a creation or change, judged by its result. */
final class McpServerBody {
  private static final int LONGEST_NAME = 24;
  private static final int LONGEST_URL = 2048;
  private static final int LONGEST_KEY = 256;
  private static final int MOST_HEADERS = 10;
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_=-]{1,31} ?");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** What the client itself says of a request. */
  private static final Set<String> OURS =
      Set.of(
          "accept",
          "accept-encoding",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "last-event-id",
          "mcp-protocol-version",
          "mcp-session-id",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final Body body;
  private final @Nullable McpServerContent before;

  /** {@code before} is null for a new one. */
  McpServerBody(Body body, @Nullable McpServerContent before) {
    this.body = body;
    this.before = before;
  }

  /** Everything that is wrong is noted in the body. */
  McpServerContent read() {
    var old = before == null ? McpServerContent.usual(transport()) : before;
    var content =
        new McpServerContent(
            name(),
            old.transport(),
            Http.of(
                body.patch("url", this::url).overNullable(old.http().url()),
                body.patch("headers", this::headers).over(old.http().all(), List.of()),
                body.patch("oauth", _ -> McpOauthBody.read(body))
                    .overNullable(old.http().account())),
            new Program(
                body.patch("command", field -> body.optionalText(field, 1, 1024))
                    .overNullable(old.program().command()),
                texts("args", 50, 1024).over(old.program().args(), List.of()),
                body.patch("environment", this::variables)
                    .over(old.program().environment(), List.of())),
            texts("allowed_tools", 200, 128).overNullable(old.allowedTools()),
            body.patch("is_enabled", field -> body.bool(field, true)).over(old.isEnabled(), true));
    judge(content);
    return content;
  }

  private Transport transport() {
    return Transport.of(body.word("transport", Transport.WORDS));
  }

  private String name() {
    String name =
        before == null
            ? body.text("name", 1, LONGEST_NAME)
            : body.patchRequired("name", field -> body.optionalText(field, 1, LONGEST_NAME))
                .over(before.name(), before.name());
    if (!name.isEmpty() && name.length() <= LONGEST_NAME && !NAME.matcher(name).matches()) {
      body.fail("pattern", "Input should be small letters, digits and - between them", "name");
    }
    return name;
  }

  private @Nullable String url(String field) {
    String text = body.optionalText(field, 1, LONGEST_URL);
    if (text == null || text.isEmpty() || OutsideAddress.of(text).isPresent()) {
      return text;
    }
    body.fail(
        "format", "Input should be an http or https address without user and fragment", field);
    return text;
  }

  private List<Header> headers(String field) {
    var value = body.value(field);
    if (value == null || !value.isArray()) {
      body.fail("type", "Input should be an array", field);
      return List.of();
    }
    if (value.size() > MOST_HEADERS) {
      body.fail("too_long", "Input should have at most %d items".formatted(MOST_HEADERS), field);
      return List.of();
    }
    var headers = new ArrayList<Header>();
    var names = new LinkedHashSet<String>();
    for (int i = 0; i < value.size(); i++) {
      var header = header(value.get(i), field, i);
      headers.add(header);
      if (!header.name().isEmpty() && !names.add(header.name().toLowerCase(Locale.ROOT))) {
        body.failAt("not_allowed", "A header of that name is there already", field, i, "name");
      }
    }
    return headers;
  }

  private Header header(JsonNode value, String field, int index) {
    if (!value.isObject()) {
      body.failAt("type", "Input should be an object", field, index);
      return new Header("", "", null);
    }
    String name = member(value, "name", HEADER, field, index);
    if (name != null && OURS.contains(name.toLowerCase(Locale.ROOT))) {
      body.failAt("not_allowed", "The protocol uses this header itself", field, index, "name");
    }
    String secret = member(value, "secret", null, field, index);
    boolean plain = value.path("prefix").isNull() || value.path("prefix").isMissingNode();
    String prefix = plain ? null : member(value, "prefix", PREFIX, field, index);
    return new Header(name == null ? "" : name, secret == null ? "" : secret, prefix);
  }

  private @Nullable String member(
      JsonNode header, String member, @Nullable Pattern form, String field, int index) {
    var value = header.get(member);
    if (value == null || value.isNull()) {
      body.failAt("missing", "Field required", field, index, member);
      return null;
    }
    if (!value.isString()) {
      body.failAt("type", "Input should be text", field, index, member);
      return null;
    }
    String text = value.stringValue();
    if (text.isEmpty()) {
      body.failAt("too_short", "Input should have at least 1 characters", field, index, member);
    } else if (text.length() > LONGEST_KEY) {
      body.failAt("too_long", "Input is too long", field, index, member);
    } else if (form != null && !form.matcher(text).matches()) {
      body.failAt("pattern", "Input does not have the form of a " + member, field, index, member);
    }
    return text;
  }

  private @Nullable List<String> variables(String field) {
    var keys = body.optionalTexts(field, 0, 20, LONGEST_KEY);
    for (int i = 0; keys != null && i < keys.size(); i++) {
      if (!keys.get(i).isEmpty() && !VARIABLE.matcher(keys.get(i)).matches()) {
        body.failAt("pattern", "Input should be the key of a secret", field, i);
      }
    }
    return keys == null ? null : List.copyOf(new LinkedHashSet<>(keys));
  }

  private Patch<List<String>> texts(String field, int most, int longest) {
    return body.patch(field, name -> body.optionalTexts(name, 0, most, longest));
  }

  private void judge(McpServerContent content) {
    if (before == null && body.value("transport") == null) {
      return; // that is told
    }
    boolean http = content.transport() == Transport.HTTP;
    String lacking = before == null ? "missing" : "inconsistent";
    if (http && content.http().url() == null && !isWrong("url")) {
      body.fail(lacking, "A server of transport http needs its url", "url");
    }
    if (!http && content.program().command() == null && !isWrong("command")) {
      body.fail(lacking, "A server of transport stdio needs its command", "command");
    }
    boolean authorized =
        content.http().all().stream().anyMatch(one -> one.name().equalsIgnoreCase("authorization"));
    if (authorized && content.http().oauth() != null) {
      String changed = body.value("oauth") == null ? "headers" : "oauth";
      body.fail("not_allowed", "The header Authorization is what OAuth is sent in", changed);
    }
    if (http) {
      foreign("command", content.program().command() != null);
      foreign("args", !content.program().args().isEmpty());
      foreign("environment", !content.program().environment().isEmpty());
    } else {
      foreign("url", content.http().url() != null);
      foreign("headers", !content.http().all().isEmpty());
      foreign("oauth", content.http().oauth() != null);
    }
  }

  /** Its own failure is told by then. */
  private boolean isWrong(String field) {
    return body.value(field) != null;
  }

  private void foreign(String field, boolean there) {
    if (there && body.value(field) != null) {
      body.fail("not_allowed", "A server of this transport has none", field);
    }
  }
}
