package io.agentservice.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.PreparedForTests;
import io.agentservice.cli.testing.OnService;
import io.agentservice.server.App;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code agent verify}, against servers. */
class VerifyOfAServiceIT extends OnService {
  private Map<String, JsonObject> findings(int exitCode, String... arguments) {
    return findingsOf(environment(), exitCode, arguments);
  }

  private Map<String, JsonObject> findingsOf(
      Map<String, String> environment, int exitCode, String... arguments) {
    var words = new ArrayList<>(List.of("verify", "--json"));
    words.addAll(List.of(arguments));
    int code = runIn(environment, words.toArray(String[]::new));
    assertThat(code).as(out + "\n" + err).isEqualTo(exitCode);
    assertThat(err.toString()).isEmpty();
    var findings = new LinkedHashMap<String, JsonObject>();
    out.toString()
        .lines()
        .map(JsonObject::parse)
        .forEach(line -> findings.put(line.required("check"), line));
    return findings;
  }

  private static Map<String, String> levels(Map<String, JsonObject> findings) {
    var levels = new LinkedHashMap<String, String>();
    findings.forEach((check, line) -> levels.put(check, line.required("level")));
    return levels;
  }

  /** The environment that finds a service at another address. */
  private Map<String, String> at(String address, String key) {
    var environment = new HashMap<>(environment());
    environment.put("AGENT_API_URL", address);
    environment.put("AGENT_API_KEY", key);
    return environment;
  }

  private String address() {
    return environment().get("AGENT_API_URL");
  }

  @Test
  void aSoundServiceIsSaidToBeSoAndNothingGoesOn() {
    var levels = levels(findings(0, "--server", address()));

    assertThat(levels.keySet())
        .containsExactly(
            "installation",
            "service",
            "key",
            "clock",
            "tls",
            "gateway",
            "servers",
            "audit",
            "outposts",
            "files",
            "events");
    levels.remove("outposts"); // there is none, which is a warning
    levels.remove("installation"); // the tests' own, which nobody has released
    assertThat(levels.values()).containsOnly("ok");
    assertThat(run("worker", "outpost", "list")).isZero();
    assertThat(out.toString()).doesNotContain("verify-");
    var sessions = json("session", "list").objects("items");
    assertThat(sessions).isNotEmpty().allMatch(one -> one.isTrue("is_archived"), "put away");
    assertThat(sessions).allMatch(one -> "exit".equals(one.text("status")), "ended");
  }

  @Test
  void peopleReadALineForEachCheck() {
    assertThat(run("verify", "--read-only", "--audit-records=0")).isZero();

    assertThat(out.toString().lines())
        .anySatisfy(line -> assertThat(line).startsWith("ok       service: " + address()))
        .contains(
            "skipped  audit: not asked for",
            "skipped  files: nothing is to be made",
            "skipped  events: nothing is to be made",
            "ok       gateway: asks remotes for their token, by websocket");
  }

  @Test
  void aProxyThatCollectsAnswersAndKnowsNoWebsocketsIsFound() throws Exception {
    try (var proxy = new CollectingProxy(address())) {
      var findings = findingsOf(at(proxy.address(), KEY), 1);

      var levels = levels(findings);
      assertThat(levels).containsEntry("gateway", "problem").containsEntry("events", "problem");
      assertThat(findings.get("gateway").required("advice")).contains("Upgrade");
      assertThat(findings.get("events").required("advice")).contains("without collecting");
      assertThat(levels).containsEntry("service", "ok").containsEntry("files", "ok");
    }
    assertThat(run("worker", "outpost", "list")).isZero();
    assertThat(out.toString()).doesNotContain("verify-");
  }

  @Test
  void aServerOfAnotherInstallationIsFound() throws Exception {
    var settings = new HashMap<>(PreparedForTests.with(Map.of()));
    settings.put("AGENT_HOME", directory.resolve("another").toString());
    settings.put("AGENT_PORT", "0");
    settings.put("AGENT_BOOTSTRAP_TOKEN", KEY);
    try (var another = App.start(Settings.read(settings))) {
      var findings = findings(1, "--server", address(), "--server", another.address());

      assertThat(findings.get("servers").required("message"))
          .isEqualTo(another.address() + " is a server of another installation");
    }
  }

  @Test
  void whatTheKeyMayNotDoIsLeftOut() {
    var made = json("admin", "service-user", "create", "reader", "--role", "account_member");

    var levels = levels(findingsOf(at(address(), made.required("token")), 0));

    assertThat(levels)
        .containsEntry("service", "ok")
        .containsEntry("gateway", "ok")
        .containsEntry("audit", "skipped")
        .containsEntry("events", "skipped");
  }

  @Test
  void aKeyThatNobodyKnowsEndsItAtOnce() {
    var findings = findingsOf(at(address(), "agt_nobody"), 1);

    assertThat(findings.keySet()).containsExactly("installation", "service", "key");
    assertThat(findings.get("key").required("level")).isEqualTo("problem");
  }

  @Test
  void aServiceThatIsAwayIsOneProblem() {
    var findings = findingsOf(at("http://127.0.0.1:1", KEY), 1);

    assertThat(findings.keySet()).containsExactly("installation", "service");
    assertThat(findings.get("service").required("message")).contains("connection refused");
  }
}
