package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** What a server that runs does with other settings. It reads the log of the whole process. */
@Isolated
class ReloadIT {
  private static final String KEY = "reload-admin-key-of-the-first-start";

  @TempDir private Path home;
  private TestDatabase database;
  private Map<String, String> values;
  private LogCapture log;
  private App app;
  private ApiClient admin;

  @BeforeEach
  void start() {
    database = TestDatabase.create();
    values =
        new HashMap<>(
            Map.of(
                "AGENT_HOME", home.toString(),
                "AGENT_PORT", "0",
                "AGENT_DATABASE_URL", database.jdbcUrl(),
                "AGENT_BOOTSTRAP_TOKEN", KEY,
                "AGENT_DRAIN_SECONDS", "0",
                "AGENT_RATE_READS", "0",
                "AGENT_RATE_WRITES", "0",
                "AGENT_OPENAI_API_KEY", "hunter2-the-first-key",
                "AGENT_OPENAI_BASE_URL", "http://localhost:1/v1",
                "AGENT_MODEL", "openai:one"));
    log = new LogCapture();
    app = App.start(Settings.read(values));
    admin = ApiClient.anonymous(app.address()).withToken(KEY);
  }

  @AfterEach
  void stop() {
    app.close();
    log.close();
    database.close();
  }

  @Test
  void anotherModelIsTheDefaultOfSessionsAtOnceAndNoKeyIsLogged() throws Exception {
    var org = admin.get("/v3/enterprise/organizations").ok().text("/items/0/org_id");

    reload("AGENT_MODEL", "openai:two", "AGENT_OPENAI_API_KEY", "hunter2-the-second-key");

    assertThat(log.await("settings reloaded"))
        .contains("changed AGENT_MODEL, AGENT_OPENAI_API_KEY")
        .doesNotContain("hunter2");
    assertThat(admin.get("/v3/organizations/" + org + "/models").ok().text("/items/0/model"))
        .isEqualTo("openai:two");
  }

  @Test
  void limitsOfRequestsHoldFromThenOn() {
    admin.get("/v3/self").ok();
    reload("AGENT_RATE_READS", "2");

    int refused = 0;
    for (int i = 0; i < 4; i++) {
      refused += admin.get("/v3/self").status() == 429 ? 1 : 0;
    }
    assertThat(refused).isPositive();

    reload("AGENT_RATE_READS", "0");
    admin.get("/v3/self").ok();
  }

  @Test
  void aNewOrganizationHasTheNewUsualLimit() {
    reload("AGENT_DEFAULT_SESSION_ACU_LIMIT", "77");

    var made = admin.post("/v3/enterprise/organizations", "{\"name\":\"later\"}").ok();

    assertThat(made.at("/max_session_acu_limit").intValue()).isEqualTo(77);
  }

  @Test
  void whatCanNotBeUsedChangesNothingAndIsToldInOneLine() throws Exception {
    reload("AGENT_RATE_READS", "1", "AGENT_STALL_SECONDS", "soon", "AGENT_PORT", "many");

    assertThat(log.await("settings not reloaded"))
        .contains("nothing is changed")
        .contains("AGENT_STALL_SECONDS must be a number", "AGENT_PORT must be a number")
        .doesNotContain("\tat ");
    for (int i = 0; i < 5; i++) {
      admin.get("/v3/self").ok();
    }
    assertThat(metrics())
        .contains("agent_config_reloads_total{result=\"refused\"} 1.0")
        .contains("agent_config_reloads_total{result=\"applied\"} 0.0");
  }

  @Test
  void aFallbackThatNobodyServesIsRefusedWithAllElse() throws Exception {
    reload(
        "AGENT_MODEL_FALLBACK",
        "nobody-knows-it",
        "AGENT_OPENAI_BASE_URL",
        "",
        "AGENT_RATE_READS",
        "1");

    assertThat(log.await("settings not reloaded")).contains("AGENT_MODEL_FALLBACK");
    for (int i = 0; i < 5; i++) {
      admin.get("/v3/self").ok();
    }
  }

  @Test
  void whatNeedsARestartIsNamedAndWhatDoesNotIsTaken() throws Exception {
    reload("AGENT_CYCLE_DAY", "3", "AGENT_IDLE_SECONDS", "5");

    log.await("settings reloaded: changed AGENT_IDLE_SECONDS");
    assertThat(log.await("need a restart")).contains("AGENT_CYCLE_DAY").doesNotContain("IDLE");
    assertThat(metrics())
        .contains("agent_config_reloads_total{result=\"applied\"} 1.0")
        .contains("agent_config_loaded_timestamp_seconds 1.");
  }

  @Test
  void rulesOfTheSameFileAreReadAgainAndABrokenFileIsRefused() throws Exception {
    var rules = home.resolve("rules.yaml");
    Files.writeString(rules, rules("a"));
    values.put("AGENT_GUARDRAILS_FILE", rules.toString());
    reload();
    log.await("settings reloaded: changed AGENT_GUARDRAILS_FILE");

    reload();
    log.await("settings reloaded: none");

    Files.writeString(rules, rules("b"));
    reload();
    log.await("settings reloaded: changed AGENT_GUARDRAILS_FILE");

    Files.writeString(rules, "guardrails:\n  - id: [\n");
    reload();
    assertThat(log.await("settings not reloaded")).contains("rules.yaml");
  }

  @Test
  void theLevelOfTheLogIsAnotherAtOnce() throws Exception {
    var ours = LoggerFactory.getLogger("io.agentservice.any");
    reload("AGENT_LOG_LEVEL", "error");
    assertThat(ours.isWarnEnabled()).isFalse();

    reload("AGENT_LOG_LEVEL", "DEBUG");
    assertThat(ours.isDebugEnabled()).isTrue();
    log.await("settings reloaded: changed AGENT_LOG_LEVEL");
  }

  /** As a file that is being written looks: something else each time, for a while. */
  @Test
  void filesThatAreBeingWrittenAreReadWhenTheyAreStill() throws Exception {
    var looks = new AtomicInteger();
    app.reload(() -> {
      int look = looks.incrementAndGet();
      if (look < 4) {
        throw new IllegalArgumentException("line " + look + " is half a line");
      }
      return with("AGENT_IDLE_SECONDS", "9");
    });

    assertThat(log.await("settings ")).contains("reloaded: changed AGENT_IDLE_SECONDS");
    assertThat(looks).hasValue(5);
  }

  @Test
  void oneThatComesWhileTheServerStopsDoesNothing() throws Exception {
    app.close();

    reload("AGENT_IDLE_SECONDS", "9");

    log.await("settings not reloaded: the server is stopping");
  }

  @Test
  void twoAtOnceAreOneAfterTheOther() throws Exception {
    var both = new CountDownLatch(2);
    for (var seconds : new String[] {"21", "22"}) {
      Thread.ofVirtual()
          .start(() -> {
            reload("AGENT_IDLE_SECONDS", seconds);
            both.countDown();
          });
    }

    assertThat(both.await(60, TimeUnit.SECONDS)).isTrue();
    log.await("settings reloaded: changed AGENT_IDLE_SECONDS");
    log.await("settings reloaded: changed AGENT_IDLE_SECONDS");
  }

  private static String rules(String id) {
    return """
    guardrails:
      - id: %s
        name: %s
        type: command
        pattern: 'rm -rf'
        action: blocked
    """
        .formatted(id, id);
  }

  private void reload(String... pairs) {
    app.reload(() -> with(pairs));
  }

  private Map<String, String> with(String... pairs) {
    var next = new HashMap<>(values);
    for (int i = 0; i < pairs.length; i += 2) {
      next.put(pairs[i], pairs[i + 1]);
    }
    return next;
  }

  private String metrics() {
    return admin.get("/metrics").body();
  }
}
