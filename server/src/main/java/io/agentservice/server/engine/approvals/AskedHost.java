package io.agentservice.server.engine.approvals;

import io.agentservice.server.base.http.answers.Json;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A host that an agent asks to reach though its network policy does not allow it. That is not the
 * session's people's to give but whoever's the policy is (ADR 0093).
 */
public final class AskedHost {
  /** The tool that asks. */
  public static final String TOOL = "request_host";

  /** Its parameter. */
  public static final String PARAMETER = "host";

  private static final int LONGEST = 253;
  private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
  private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

  /** What resolvers take for an address is none, whatever stands before it. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");

  private AskedHost() {}

  /** As policies write it; empty when it is no name, or holds more than one ({@code *}). */
  public static Optional<String> of(String words) {
    var name = words.strip().toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    boolean fits =
        name.length() <= LONGEST
            && NAME.matcher(name).matches()
            && !NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches();
    return fits ? Optional.of(name) : Optional.empty();
  }

  /** The one that a request asks for; empty when it asks for something else. */
  public static Optional<String> of(Approval.Asked asked) {
    return asked.tool().equals(TOOL)
        ? of(Json.MAPPER.readTree(asked.input()).path(PARAMETER).asString(""))
        : Optional.empty();
  }

  /** What asks about it, in words for who answers. */
  public static String rule(String host) {
    return "network access to " + host + ", wherever that name leads";
  }
}
