package io.agentservice.cli.connection;

import io.agentservice.cli.home.Credentials;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.ServiceAddress;
import io.agentservice.cli.home.Users;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
import io.agentservice.worker.commands.Login;
import java.net.URI;
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
public final class Connection {
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

  public Connection() {
    this(GivenSettings.of(System.getenv()));
  }

  public Connection(Map<String, String> environment) {
    this.environment = environment;
  }

  /** A service and the key to it. */
  public record Target(URI url, String key) {
    /** Never shows the key. */
    @Override
    public String toString() {
      return "Target[" + url + "]";
    }
  }

  /** Calls the sessions of the organization. */
  public <T> T call(Function<SessionClient, T> action) {
    try (var client = open(target())) {
      return action.apply(client.sessions(organization(client)));
    }
  }

  /** Calls the service without asking for an organization first. */
  public <T> T callPlain(Function<AgentClient, T> action) {
    try (var client = open(target())) {
      return action.apply(client);
    }
  }

  /** Calls the service itself; the action gets the organization's id too. */
  public <T> T callService(BiFunction<AgentClient, String, T> action) {
    try (var client = open(target())) {
      return action.apply(client, organization(client));
    }
  }

  /** The service to call; a failure says how to get one. */
  public Target target() {
    return find()
        .orElseThrow(() ->
            CommandFailure.usage(
                "no service is running in " + Home.of(environment).path(),
                "start one with `agent up`, or give --api-url and AGENT_API_KEY"));
  }

  /** The service that is named, when it is not the one that runs here or may be started here. */
  public boolean isElsewhere() {
    var home = Home.of(environment);
    return named(home.credentials()).map(url -> !runs(home, ServiceAddress.of(url))).orElse(false);
  }

  private Optional<String> named(Credentials credentials) {
    return Optional.ofNullable(apiUrl).or(() -> variable("AGENT_API_URL")).or(credentials::latest);
  }

  /** That of the server that runs here; it goes on as long as this process uses it. */
  private static Optional<String> here(Home home) {
    if (home.server().isEmpty()) {
      return Optional.empty();
    }
    Users.join(home);
    return home.server().map(Home.Server::url);
  }

  /**
   * The service that commands of workers are to call for somebody who has logged in.
   *
   * @param url null: none is named
   */
  public Optional<Login.Service> login(@Nullable String url) {
    var connection = new Connection(environment);
    connection.apiUrl = url;
    return connection.find().map(target -> new Login.Service(target.url(), target.key()));
  }

  /** The service to call; empty when none is named and none runs here. */
  Optional<Target> find() {
    var home = Home.of(environment);
    var credentials = home.credentials();
    var url = named(credentials).or(() -> here(home));
    if (url.isEmpty()) {
      return Optional.empty();
    }
    var address = ServiceAddress.of(url.get());
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
    return home.server().map(server -> ServiceAddress.of(server.url())).stream()
        .anyMatch(ours ->
            ours.equals(address)
                || (ours.getPort() == address.getPort()
                    && ours.getScheme().equals(address.getScheme())
                    && ServiceAddress.isLocal(ours.toString())
                    && ServiceAddress.isLocal(address.toString())));
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).map(String::strip).filter(s -> !s.isEmpty());
  }

  /** A client for it. */
  public static AgentClient open(Target target) {
    try {
      return new AgentClient(ClientSettings.of(target.url(), target.key()));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), null);
    }
  }

  /** The organization that was named, else the key's own or first one. */
  public String organization(AgentClient client) {
    var named = Optional.ofNullable(org).or(() -> variable("AGENT_ORG_ID"));
    return named.orElseGet(() -> organization(client.self()));
  }

  /** From the answer of {@code GET /v3/self}. */
  public static String organization(JsonObject self) {
    var own = self.text("org_id");
    return own != null
        ? own
        : self.object("org_permissions").fields().keySet().stream()
            .findFirst()
            .orElseThrow(
                () -> CommandFailure.usage("the key belongs to no organization", "give --org"));
  }
}
