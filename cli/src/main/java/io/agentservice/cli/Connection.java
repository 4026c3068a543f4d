package io.agentservice.cli;

import io.agentservice.client.AgentClient;
import io.agentservice.client.ClientSettings;
import io.agentservice.client.JsonObject;
import io.agentservice.client.SessionClient;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Where the service is and who calls. The address comes from the flag, {@code AGENT_API_URL}, the
 * latest login or the server that runs in {@code AGENT_HOME}; the key from {@code AGENT_API_KEY} or
 * {@code credentials.json}. A kept key never goes to another address than its own, and that of this
 * machine's service to nobody but that service's own process.
 */
final class Connection {
  @Option(
      names = "--api-url",
      paramLabel = "<url>",
      description =
          "Address of the service; default: AGENT_API_URL, else the latest login, else the one that runs here")
  private @Nullable String apiUrl;

  @Option(
      names = "--org",
      paramLabel = "<org_id>",
      description = "Organization; default: AGENT_ORG_ID, else the key's first one")
  private @Nullable String org;

  private final Map<String, String> environment;

  Connection() {
    this(System.getenv());
  }

  Connection(Map<String, String> environment) {
    this.environment = environment;
  }

  /** A service and the key to it. */
  record Target(URI url, String key) {
    /** Never shows the key. */
    @Override
    public String toString() {
      return "Target[" + url + "]";
    }
  }

  /** Calls the sessions of the organization. */
  <T> T call(Function<SessionClient, T> action) {
    try (var client = open(target())) {
      return action.apply(client.sessions(organization(client)));
    }
  }

  /** Calls the service without asking for an organization first. */
  <T> T callPlain(Function<AgentClient, T> action) {
    try (var client = open(target())) {
      return action.apply(client);
    }
  }

  /** Calls the service itself; the action gets the organization's id too. */
  <T> T callService(BiFunction<AgentClient, String, T> action) {
    try (var client = open(target())) {
      return action.apply(client, organization(client));
    }
  }

  /** The service to call; a failure says how to get one. */
  Target target() {
    return find()
        .orElseThrow(() ->
            CommandFailure.usage(
                "no service is running in " + Home.of(environment).path(),
                "start one with `agent up`, or give --api-url and AGENT_API_KEY"));
  }

  /** The service to call; empty when none is named and none runs here. */
  Optional<Target> find() {
    var home = Home.of(environment);
    var credentials = home.credentials();
    var url =
        Optional.ofNullable(apiUrl)
            .or(() -> variable("AGENT_API_URL"))
            .or(credentials::latest)
            .or(() -> home.server().map(Home.Server::url));
    if (url.isEmpty()) {
      return Optional.empty();
    }
    var address = address(url.get());
    var key =
        variable("AGENT_API_KEY")
            .or(() -> credentials.keyFor(address))
            .or(() -> runs(home, address) ? ownKey(credentials) : Optional.empty())
            .orElseThrow(() ->
                CommandFailure.usage(
                    "no key for " + address, "set AGENT_API_KEY, or keep one with `agent login`"));
    return Optional.of(new Target(address, key));
  }

  private Optional<String> ownKey(Credentials credentials) {
    return Optional.ofNullable(credentials.own()).or(() -> variable("AGENT_BOOTSTRAP_TOKEN"));
  }

  /** True when the server of that data directory is the one that listens at the address. */
  static boolean runs(Home home, URI address) {
    return home.server().map(server -> address(server.url())).stream()
        .anyMatch(ours ->
            ours.equals(address)
                || (ours.getPort() == address.getPort()
                    && ours.getScheme().equals(address.getScheme())
                    && Service.local(ours.toString())
                    && Service.local(address.toString())));
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).map(String::strip).filter(s -> !s.isEmpty());
  }

  /** The address without its last slashes. */
  static URI address(String text) {
    try {
      var url = new URI(text.strip().replaceAll("/+$", ""));
      if (url.getHost() != null && url.getScheme() != null && url.getScheme().startsWith("http")) {
        return url;
      }
    } catch (URISyntaxException _) {
      // The same message serves.
    }
    throw CommandFailure.usage(
        "'%s' is no address of a service".formatted(text), "e.g. http://127.0.0.1:8080");
  }

  /** A client for it. */
  static AgentClient open(Target target) {
    try {
      return new AgentClient(ClientSettings.of(target.url(), target.key()));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), null);
    }
  }

  /** The organization that was named, else the key's own or first one. */
  String organization(AgentClient client) {
    var named = Optional.ofNullable(org).or(() -> variable("AGENT_ORG_ID"));
    return named.orElseGet(() -> organization(client.self()));
  }

  /** From the answer of {@code GET /v3/self}. */
  static String organization(JsonObject self) {
    var own = self.text("org_id");
    return own != null
        ? own
        : self.object("org_permissions").fields().keySet().stream()
            .findFirst()
            .orElseThrow(
                () -> CommandFailure.usage("the key belongs to no organization", "give --org"));
  }
}
