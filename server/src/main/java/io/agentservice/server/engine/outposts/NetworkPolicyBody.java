package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.limits.AddressRange;
import io.agentservice.server.base.http.requests.Body;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Reads a network policy: workers take what they can't read for nothing, so all of it is judged.
 */
final class NetworkPolicyBody {
  private static final int MOST_ITEMS = 500;
  private static final String ALLOW = "allow";

  /** How each kind of item is written; none holds a port or a zone. */
  private static final Map<String, Pattern> KINDS =
      Map.of(
          "hostname", Pattern.compile("[\\p{L}\\p{N}*_-]+(\\.[\\p{L}\\p{N}*_-]+)*\\.?"),
          "ipv4", Pattern.compile("(0|[1-9][0-9]*)(\\.(0|[1-9][0-9]*)){3}(/[0-9]{1,2})?"),
          "ipv6", Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:.]*(/[0-9]{1,3})?"));

  private static final int LONGEST = 253;

  /** Each entry of the queue carries the policy, and workers list hundreds of them. */
  private static final int MOST_BYTES = 16 << 10;

  /** To match a name costs its length to the power of these. */
  private static final int MOST_STARS = 2;

  private NetworkPolicyBody() {}

  /** {@code enabled} and {@code allow}; 422. */
  static JsonNode read(Body body) {
    body.require("enabled", ALLOW);
    boolean enabled = body.bool("enabled", false);
    var sent = body.value(ALLOW);
    var allow = Json.MAPPER.createArrayNode();
    if (body.isNull("enabled")) {
      body.fail("type", "Input should be true or false", "enabled");
    }
    if (sent == null || !sent.isArray()) {
      if (body.has(ALLOW)) {
        body.fail("type", "Input should be a list", ALLOW);
      }
    } else if (sent.size() > MOST_ITEMS) {
      body.fail("too_long", "Input should have at most %d items".formatted(MOST_ITEMS), ALLOW);
    } else {
      for (int i = 0; i < sent.size(); i++) {
        judge(body, sent.get(i), i);
        allow.add(sent.get(i));
      }
    }
    if (bytes(allow) > MOST_BYTES) {
      body.fail("too_long", "Input should have at most %d bytes".formatted(MOST_BYTES), ALLOW);
    }
    body.check();
    var policy = Json.MAPPER.createObjectNode();
    policy.put("enabled", enabled);
    policy.set(ALLOW, allow);
    return policy;
  }

  /** Whether a list of items is not too long. */
  static boolean fits(JsonNode allow) {
    return allow.size() <= MOST_ITEMS && bytes(allow) <= MOST_BYTES;
  }

  private static int bytes(JsonNode allow) {
    return allow.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static void judge(Body body, JsonNode item, int index) {
    var kinds = item.propertyNames();
    if (!item.isObject() || kinds.size() != 1 || !KINDS.keySet().containsAll(kinds)) {
      body.failAt(
          "format", "Input should have one of hostname, ipv4 and ipv6, alone", ALLOW, index);
      return;
    }
    var kind = kinds.iterator().next();
    var value = item.path(kind);
    if (!value.isString()) {
      body.failAt("type", "Input should be text", ALLOW, index, kind);
    } else if (!fits(kind, value.stringValue())) {
      body.failAt(
          "format",
          kind.equals("hostname")
              ? "Input should be a name as packages.example.com or *.example.com, with at most 2 *"
              : "Input should be an address or a range as 10.0.0.0/8",
          ALLOW,
          index,
          kind);
    }
  }

  private static boolean fits(String kind, String text) {
    boolean written =
        text.length() <= LONGEST
            && KINDS.getOrDefault(kind, Pattern.compile("")).matcher(text).matches();
    if (!written || kind.equals("hostname")) {
      return written && text.chars().filter(c -> c == '*').count() <= MOST_STARS;
    }
    var range = AddressRange.parse(text); // an IPv4 address in an IPv6 one is taken for itself
    return range != null && range.canonical().contains(":") == kind.equals("ipv6");
  }
}
