package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.util.Set;

/**
 * Where the service goes in the name of sessions.
 *
 * @param mcpHosts names of MCP servers that may have addresses which are not public
 * @param modelHosts the same of registered models
 * @param fetch whether agents may read pages of the web
 * @param fetchHosts as the first, of such pages
 */
public record OutsideSettings(
    Set<String> mcpHosts, Set<String> modelHosts, boolean fetch, Set<String> fetchHosts) {
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
                + " not public"));
  }
}
