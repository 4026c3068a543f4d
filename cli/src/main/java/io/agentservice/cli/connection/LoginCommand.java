package io.agentservice.cli.connection;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.ServiceAddress;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.http.ApiException;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent login}: keeps a key, after trying it. */
@Command(
    name = "login",
    description = {
      "Keeps the key that it reads from standard input, for all later commands.",
      "One for each address: --api-url chooses among them, without it the latest login counts."
    },
    mixinStandardHelpOptions = true)
public final class LoginCommand implements Callable<Integer> {
  @Option(
      names = "--api-url",
      paramLabel = "<url>",
      required = true,
      description = "Address of the service",
      defaultValue = "${env:AGENT_API_URL}")
  private String apiUrl;

  @Mixin private Output output;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  LoginCommand() {}

  @Override
  public Integer call() throws IOException {
    var url = ServiceAddress.of(apiUrl);
    var key = readKey();
    if (key == null || key.isBlank()) {
      throw CommandFailure.usage("no key", "type it, or give it on standard input");
    }
    var home = Home.of(GivenSettings.of(System.getenv()));
    JsonObject self;
    try (var client = Connection.open(new Connection.Target(url, key.strip()))) {
      self = client.self();
    }
    keep(home, url, key.strip());
    var who = self.text("service_user_name") != null ? "service_user_name" : "user_name";
    output.result(
        JsonObject.of("url", url.toString(), "credentials", home.credentialsFile().toString()),
        (_, out) ->
            out.printf(
                "%s at %s; the key is in %s%n",
                PlainText.line(String.valueOf(self.text(who))), url, home.credentialsFile()));
    return 0;
  }

  /** No other key is lost by it: that of this machine's own service may be the only one. */
  static void keep(Home home, URI url, String key) {
    var credentials = home.credentials();
    boolean own = Connection.runs(home, url) && !works(url, credentials.own());
    home.write(own ? credentials.withOwn(key) : credentials.with(url, key));
  }

  private static boolean works(URI url, @Nullable String key) {
    if (key == null) {
      return false;
    }
    try (var client = Connection.open(new Connection.Target(url, key))) {
      client.self();
      return true;
    } catch (ApiException e) {
      if (e.status() == 401) {
        return false;
      }
      throw e;
    }
  }

  @SuppressWarnings("SystemConsoleNull") // never null on this JDK, but its declaration allows it
  private static @Nullable String readKey() throws IOException {
    var console = System.console();
    if (console != null && console.isTerminal()) {
      var typed = console.readPassword("key (not shown): ");
      return typed == null ? null : new String(typed);
    }
    return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
  }
}
