package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the service goes in the name of sessions.
 *
 * @param mcpHosts names of MCP servers that may have addresses which are not public
 * @param modelHosts the same of registered models
 * @param fetch whether agents may read pages of the web
 * @param fetchHosts as the first, of such pages
 * @param push how browsers are told
 */
public record OutsideSettings(
    Set<String> mcpHosts,
    Set<String> modelHosts,
    boolean fetch,
    Set<String> fetchHosts,
    Push push) {

  /**
   * Web Push.
   *
   * @param hosts of push services that may have addresses which are not public, and speak http
   * @param contact a {@code mailto:} or {@code https:} address for those who run push services;
   *     null: made of our own address
   */
  public record Push(Set<String> hosts, @Nullable String contact) {
    private static final Pattern CONTACT = Pattern.compile("mailto:[^@\\s]+@[^@\\s]+|https://\\S+");

    private static String contact(String text) {
      if (!CONTACT.matcher(text).matches()) {
        throw new IllegalArgumentException("must begin with mailto: or https://");
      }
      return text;
    }

    private static Push read(SettingReader r) {
      return new Push(
          r.words(
              "AGENT_PUSH_PRIVATE_HOSTS",
              "Hosts of push services, separated by commas, that may have addresses which are not"
                  + " public, and be reached by http"),
          r.parsed(
              "AGENT_PUSH_CONTACT",
              Push::contact,
              "from the base address",
              "mailto: or https: address by which those who run browsers' push services reach you"));
    }
  }

  static OutsideSettings read(SettingReader r) {
    return new OutsideSettings(
        r.words(
            "AGENT_MCP_PRIVATE_HOSTS",
            "Hosts of MCP servers, separated by commas, that may have addresses which are not"
                + " public"),
        r.words(
            "AGENT_MODEL_PRIVATE_HOSTS",
            "Hosts of registered models, separated by commas, that may have addresses which are not"
                + " public"),
        r.bool("AGENT_FETCH", true, "Whether agents may read pages of the web by the tool fetch"),
        r.words(
            "AGENT_FETCH_PRIVATE_HOSTS",
            "Hosts of pages, separated by commas, that fetch may read though their addresses are"
                + " not public"),
        Push.read(r));
  }
}
