package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ways out of a session's network that {@code egress.sh} lists, tried by the commands of real
 * sessions: behind walls none gets through but those that a policy allows, and without a policy
 * none that leads to the machine.
 */
@Tag("long")
@Timeout(300) // several programs start, one after the other
class EgressE2ET {
  private static final String POLICY =
      """
      {"enabled": true, "allow": [{"hostname": "good.test"}, {"hostname": "*.wild.test"},
        {"hostname": "rebound.test"}, {"hostname": "metadata.test"}, {"ipv4": "127.0.0.2"}]}
      """;
  private static final String NAMES =
      """
      127.0.0.1 localhost
      127.0.0.2 good.test
      127.0.0.2 other.test
      127.0.0.2 evilgood.test
      127.0.0.2 wild.test
      127.0.0.2 a.b.wild.test
      127.0.0.1 rebound.test
      169.254.169.254 metadata.test
      """;
  private static final String TRIES =
      """
      {"name": "egress", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command":
          ". ./variables; . ./try-egress.sh"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command":
          "curl -s http://other.test/ | grep -o 'session.s network policy'"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "true"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "tried"}}]}]}
      """;

  private final String mark = "mark-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final String socket = "agent-egress-" + ProcessHandle.current().pid();

  @TempDir private Path directory;
  private Installation installation;
  private EgressServers servers;
  private Process outside;

  @BeforeEach
  void aMachineWithServices() throws Exception {
    for (var program : List.of("bwrap", "curl", "perl", "openssl", "nsenter")) {
      assumeTrue(isThere(program), program + " is not installed here");
    }
    outside =
        new ProcessBuilder(
                "perl",
                "-MSocket",
                "-e",
                "socket(S, 1, 1, 0) and bind(S, pack('Sa*', 1, qq(\\0$ARGV[0]))) and listen(S, 9) or die;"
                    + " while (accept(C, S)) { close C }",
                socket)
            .start();
    Files.writeString(directory.resolve("names"), NAMES);
  }

  @AfterEach
  void tidyUp() throws Exception {
    if (outside != null) {
      outside.destroyForcibly();
    }
    if (installation != null) {
      servers.close();
      installation.close();
    }
  }

  @Test
  void onlyWhatThePolicyAllowsGetsOutOfARealSessionAndNearlyAllDoesWithoutWalls() throws Exception {
    start(Map.of("AGENT_NETWORK_POLICY", POLICY));
    var list = list();
    assertThat(list).filteredOn(name -> !name.startsWith("+")).hasSizeGreaterThanOrEqualTo(40);

    var session = tried("bwrap", Map.of());
    assertThat(through()).containsExactlyElementsOf(allowed(list));
    assertThatDenialsAreTold(session);

    tried("none", Map.of("AGENT_ALLOW_UNENFORCED_POLICY", "true"));
    assertThat(through()).filteredOn(name -> !name.startsWith("+")).hasSizeGreaterThanOrEqualTo(20);
  }

  @Test
  void withoutAPolicyARealSessionReachesTheWorldButNotTheMachine() throws Exception {
    assumeTrue(isThere("pasta"), "pasta is not installed here");
    start(Map.of());
    var session = tried("bwrap", Map.of());
    var isolation = events(session, "isolation").getFirst();
    assumeTrue(isolation.text("reason") == null, "pasta does not work here");
    assertThat(through())
        .containsExactlyInAnyOrder(
            "sees the machine's routes", // its own, which look like that
            "has a way to any address",
            "+ its own loopback");
    assertThat(isolation.toJson()).contains("use the machine's network");
  }

  @Test
  void aSessionInAContainerGetsOutByItsPolicyOnly() throws Exception {
    assumeTrue(Programs.IMAGE != null, "no image is named (AGENT_TEST_IMAGE)");
    start(Map.of("AGENT_NETWORK_POLICY", POLICY));
    var session = tried("container", Map.of("AGENT_SANDBOX_IMAGE", Programs.IMAGE));
    assertThat(through()).containsExactlyElementsOf(allowed(list()));
    assertThatDenialsAreTold(session);
  }

  @Test
  void aSessionInAContainerWithoutAPolicyReachesNothingOfTheMachine() throws Exception {
    assumeTrue(Programs.IMAGE != null, "no image is named (AGENT_TEST_IMAGE)");
    start(Map.of());
    var session = tried("container", Map.of("AGENT_SANDBOX_IMAGE", Programs.IMAGE));
    assertThat(through()).containsExactly("+ its own loopback");
    assertThat(events(session, "isolation").getFirst().toJson())
        .contains("reach the network past the filter");
  }

  private void start(Map<String, String> variables) throws Exception {
    installation = Installation.start(directory, variables);
    servers = new EgressServers(mark, directory);
  }

  private void assertThatDenialsAreTold(String session) {
    var denied = events(session, "network_denied");
    assertThat(denied)
        .anySatisfy(event -> {
          assertThat(event.required("host")).isEqualTo("rebound.test");
          assertThat(event.required("reason")).contains("leads to 127.0.0.1");
        })
        .hasSizeLessThan(60);
    var results = events(session, "tool_result").stream().map(JsonObject::toJson).toList();
    assertThat(results.get(1))
        .contains("network: connection to other.test:80 was refused by the session's network")
        .contains("it does not allow this name");
    assertThat(results.get(2)).doesNotContain("network:");
    assertThat(events(session, "isolation").getFirst().toJson())
        .contains("reach the network past the filter");
  }

  private List<JsonObject> events(String session, String type) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }

  private static List<String> allowed(List<String> list) {
    return list.stream().filter(name -> name.startsWith("+")).toList();
  }

  private static List<String> list() throws IOException {
    try (var stream = EgressE2ET.class.getResourceAsStream("egress.sh")) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.substring(0, line.indexOf(": ")))
          .toList();
    }
  }

  /** A session in which all is tried by a worker of its own. */
  private String tried(String sandbox, Map<String, String> more) throws Exception {
    var work = installation.work();
    for (var file : List.of("egress.sh", "try-egress.sh")) {
      try (var stream = EgressE2ET.class.getResourceAsStream(file)) {
        Files.copy(
            Objects.requireNonNull(stream),
            work.resolve(file),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.deleteIfExists(work.resolve("tried"));
    write(work.resolve("variables"));
    var variables = new TreeMap<>(more);
    variables.put("HOME", directory.resolve("home").toString());
    variables.put("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + directory.resolve("names"));
    var worker =
        installation.startWorker(
            "worker-" + sandbox,
            directory.resolve("data-" + sandbox),
            variables,
            "--sandbox=" + sandbox);
    var session = installation.create("Try to get out", TRIES);
    installation.awaitStatus(session, "running", "finished");
    assertThat(work.resolve("tried")).as(events(session, "tool_result").toString()).exists();
    installation.client().sessions(installation.org()).terminate(session, false);
    worker.destroy();
    worker.waitFor();
    return session;
  }

  private List<String> through() throws IOException {
    return Files.readAllLines(installation.work().resolve("through"));
  }

  private void write(Path file) throws IOException {
    var variables = new TreeMap<>(servers.ports());
    variables.put("MARK", mark);
    variables.put("ABSTRACT", socket);
    variables.put("OUTSIDE", outside.pid());
    var own = ownAddress();
    variables.put("OWN", own.get(0));
    variables.put("INTERFACE", own.get(1));
    var text = new StringBuilder();
    variables.forEach((name, value) -> text.append("%s='%s'\n".formatted(name, value)));
    Files.writeString(file, text);
  }

  /** An address that is not loopback's, and its interface; a machine without any has loopback's. */
  private static List<String> ownAddress() throws IOException {
    var found = new ArrayList<List<String>>();
    NetworkInterface.networkInterfaces()
        .forEach(one ->
            one.inetAddresses()
                .filter(address -> address instanceof Inet4Address)
                .filter(address -> !address.isLoopbackAddress())
                .forEach(address -> found.add(List.of(address.getHostAddress(), one.getName()))));
    return found.isEmpty() ? List.of("127.0.0.4", "lo") : found.getFirst();
  }

  private static boolean isThere(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }
}
