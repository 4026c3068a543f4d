package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.JsonObject;
import io.agentservice.server.App;
import io.agentservice.server.base.settings.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of commands against a server of their class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnService {
  private static final String KEY = "agt_bootstrap-of-this-test";

  protected Path directory;
  private App app;

  protected final StringWriter out = new StringWriter();
  protected final StringWriter err = new StringWriter();

  @BeforeAll
  void start(@TempDir Path ofTheClass) {
    directory = ofTheClass;
    app =
        App.start(
            Settings.read(
                Map.of(
                    "AGENT_HOME",
                    directory.resolve("home").toString(),
                    "AGENT_PORT",
                    "0",
                    "AGENT_BOOTSTRAP_TOKEN",
                    KEY)));
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
  private final class Parts implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      return type == Connection.class
          ? type.cast(connection())
          : CommandLine.defaultFactory().create(type);
    }
  }

  protected int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.commandLine(new Parts())
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
