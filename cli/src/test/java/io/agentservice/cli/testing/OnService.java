package io.agentservice.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.Main;
import io.agentservice.cli.PreparedForTests;
import io.agentservice.cli.connection.Connection;
import io.agentservice.server.App;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of commands against a server of their class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnService {
  protected static final String KEY = "agt_bootstrap-of-this-test";

  protected Path directory;
  private App app;

  protected final StringWriter out = new StringWriter();
  protected final StringWriter err = new StringWriter();

  /** Of the server, beside those that each has; the directory is there. */
  protected Map<String, String> settings() throws IOException {
    return Map.of();
  }

  @BeforeAll
  void start(@TempDir Path ofTheClass) throws IOException {
    directory = ofTheClass;
    var settings = new HashMap<>(PreparedForTests.with(settings()));
    settings.put("AGENT_HOME", directory.resolve("home").toString());
    settings.put("AGENT_PORT", "0");
    settings.put("AGENT_BOOTSTRAP_TOKEN", KEY);
    app = App.start(Settings.read(settings));
  }

  @AfterAll
  void stop() {
    if (app != null) {
      app.close();
    }
  }

  /** Where commands find the server. */
  protected Map<String, String> environment() {
    return Map.of(
        "AGENT_HOME", directory.resolve("cli").toString(),
        "AGENT_API_URL", app.address(),
        "AGENT_API_KEY", KEY);
  }

  protected Connection connection() {
    return new Connection(environment());
  }

  /** Parts are made as ever, but for the way to the service. */
  private record Parts(Map<String, String> environment) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      return type == Connection.class
          ? type.cast(new Connection(environment))
          : CommandLine.defaultFactory().create(type);
    }
  }

  protected int run(String... arguments) {
    return run(new Parts(environment()), arguments);
  }

  /** The same where commands find other things in their environment. */
  protected int runIn(Map<String, String> environment, String... arguments) {
    return run(new Parts(environment), arguments);
  }

  private int run(Parts parts, String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.commandLine(List.of(arguments), parts)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Runs it with {@code --json}; what it printed. */
  protected JsonObject json(String... arguments) {
    var all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--json";
    assertThat(run(all)).as(err.toString()).isZero();
    assertThat(out.toString().lines()).hasSize(1);
    return JsonObject.parse(out.toString().strip());
  }
}
