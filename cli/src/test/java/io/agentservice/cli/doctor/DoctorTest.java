package io.agentservice.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.cli.home.Credentials;
import io.agentservice.cli.home.Home;
import io.agentservice.worker.doctor.Finding;
import io.agentservice.worker.doctor.Finding.Level;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  private static final String ANSWER =
      """
      data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}

      data: [DONE]

      """;
  private static final String CALL =
      """
      data: {"choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"ready","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}

      data: [DONE]

      """;

  @TempDir private Path directory;
  private volatile String asked = "";

  private MachineChecks machine(Map<String, String> variables) {
    return new MachineChecks(variables, new Home(directory.resolve("home")));
  }

  private ServiceChecks service(Map<String, String> values) {
    return new ServiceChecks(values, new Home(directory.resolve("home")));
  }

  private static void is(Finding finding, Level level, String... said) {
    assertThat(finding.level()).as("%s", finding).isEqualTo(level);
    assertThat(finding.message() + " " + finding.advice()).contains(said);
  }

  @Test
  void theJavaThatRunsThisAndGitAreThere() {
    is(machine(Map.of()).java(), Level.OK, System.getProperty("java.version"));
    is(machine(Map.of()).git(), Level.OK, "git version");
  }

  @Test
  void aDataDirectoryThatOthersMayReadIsAWarningWithTheCommandThatHelps() throws IOException {
    is(machine(Map.of()).dataDirectory(), Level.OK, "will be made");
    var home = new Home(directory.resolve("home"));
    home.write(Credentials.NONE.withOwn("key"));
    is(machine(Map.of()).dataDirectory(), Level.OK, "its owner's only");
    var file = home.credentialsFile();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    is(machine(Map.of()).dataDirectory(), Level.WARNING, "chmod go-rw " + file);
  }

  @Test
  void aDataDirectoryThatIsAFileIsAProblem() throws IOException {
    Files.writeString(directory.resolve("home"), "x");
    is(machine(Map.of()).dataDirectory(), Level.PROBLEM, "AGENT_HOME");
  }

  @Test
  void aBrowserThatIsNotThereIsAProblem() {
    var none = Map.of("AGENT_CHROME_PATH", directory.resolve("none").toString());
    is(machine(none).browser(), Level.PROBLEM, "AGENT_CHROME_PATH");
    is(machine(Map.of()).browser(), Level.OK, "no browser");
  }

  @Test
  void thatThereIsNoSandboxIsSaidWithWhatTheMachineHas() throws IOException {
    var why = "only a worker that runs as root can";
    is(sandbox("me", why), Level.OK, "none: sessions here run as me", "can't be had: " + why);
    is(sandbox("me", why), Level.OK, "namespaces are not to be had", "bubblewrap is not there");
    is(
        sandbox("root", null),
        Level.WARNING,
        "none: ",
        "as root",
        "can give them a user",
        "--run-as");
    program("bwrap", 0);
    program("unshare", 1);
    is(
        sandbox("me", why),
        Level.OK,
        "none: ",
        "not to be had",
        "is there; with both, AGENT_SANDBOX=auto, the default, walls");
    program("unshare", 0);
    is(sandbox("me", why), Level.OK, "none: ", "namespaces are allowed");
  }

  @Test
  void aSandboxThatCannotBeHadIsAProblemWhereItIsAskedFor() throws IOException {
    program("bwrap", 1);
    is(sandboxOf("bwrap"), Level.PROBLEM, "");
    is(sandboxOf("auto"), Level.OK, "no wall around sessions: ");
    is(sandboxOf("walls"), Level.PROBLEM, "AGENT_SANDBOX is 'walls'");
  }

  private Finding sandboxOf(String mode) {
    var variables = Map.of("PATH", directory.toString(), "AGENT_SANDBOX", mode);
    return new SandboxCheck(variables, "me", null).examine();
  }

  private Finding sandbox(String user, String hindrance) {
    return new SandboxCheck(
            Map.of("PATH", directory.toString(), "AGENT_SANDBOX", "none"), user, hindrance)
        .examine();
  }

  private void program(String name, int exitCode) throws IOException {
    var file = Files.writeString(directory.resolve(name), "#!/bin/sh\nexit " + exitCode + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void aPortThatSomebodyElseHasIsAProblem() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      is(service(Map.of("AGENT_PORT", port)).port(), Level.PROBLEM, port, "AGENT_PORT");
    }
    is(service(Map.of("AGENT_PORT", "0")).port(), Level.OK, "free");
    is(service(Map.of("AGENT_PORT", "70000")).port(), Level.PROBLEM, "70000");
  }

  @Test
  void aSettingThatMakesNoSenseIsNamed() {
    is(service(Map.of("AGENT_IDLE_SECONDS", "soon")).settings(), Level.PROBLEM, "AGENT_IDLE");
    is(service(Map.of()).settings(), Level.OK, "makes sense");
  }

  @Test
  void aMisspeltSettingIsAWarningThatNamesTheOneThatIsMeant() {
    is(
        service(Map.of("AGENT_IDLE_SECOND", "60", "AGENT_MODLE", "x", "PATH", "/bin")).settings(),
        Level.WARNING,
        "AGENT_IDLE_SECOND is no setting: did you mean AGENT_IDLE_SECONDS?",
        "AGENT_MODLE is no setting: did you mean AGENT_MODEL?");
    is(service(Map.of("AGENT_SOMETHING_ELSE", "1")).settings(), Level.WARNING, "is no setting");
    is(
        service(Map.of("AGENT_API_KEY", "k", "AGENT_HOOK_KIND", "new", "AGENT_RUN_AS", "me"))
            .settings(),
        Level.OK,
        "makes sense");
  }

  /** Whoever reads a new variable adds it to a table, or to the others. */
  @Test
  void everyVariableThatOurSourcesReadIsKnown() throws IOException {
    var name = Pattern.compile("\"(AGENT_[A-Z][A-Z_]*[A-Z])\"");
    var read = new TreeSet<String>();
    for (var module : List.of("cli", "server", "llm", "worker", "remote", "client", "wire")) {
      try (var sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (var source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
          name.matcher(Files.readString(source)).results().forEach(hit -> read.add(hit.group(1)));
        }
      }
    }
    assertThat(read).hasSizeGreaterThan(80);
    read.removeIf(word -> word.startsWith("AGENT_HOOK_"));
    read.removeAll(Set.of("AGENT_MESSAGES", "AGENT_SESSIONS", "AGENT_TOKEN")); // other words
    assertThat(Variables.known()).containsAll(read);
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsAProblemAndItsPasswordIsNotShown() {
    is(service(Map.of()).database(), Level.OK, "embedded");
    for (var url :
        new String[] {
          "jdbc:postgresql://127.0.0.1:1/agent?password=swordfish", "postgres://u:swordfish@host/"
        }) {
      var finding = service(Map.of("AGENT_DATABASE_URL", url)).database();
      is(finding, Level.PROBLEM, "AGENT_DATABASE_URL");
      assertThat(finding.toString()).doesNotContain("swordfish");
    }
  }

  @Test
  void aModelIsAskedAndItsRefusalIsShown() throws IOException {
    is(service(Map.of()).model(), Level.PROBLEM, "ANTHROPIC_API_KEY");
    is(model(200, CALL), Level.OK, "openai:tiny answers in", "and calls tools");
    assertThat(asked).contains("\"tools\":[", "\"ready\"");
    is(model(200, ANSWER), Level.WARNING, "openai:tiny answers in", "did not call the tool");
    is(model(401, "{\"error\":{\"message\":\"no such key\"}}"), Level.PROBLEM, "no such key");
    is(
        service(Map.of("AGENT_MODEL", "nobody:x")).model(),
        Level.PROBLEM,
        "there is no provider 'nobody'");
  }

  private Finding model(int status, String answer) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = HttpServer.create(address, 0);
    var type = status == 200 ? "text/event-stream" : "application/json";
    server.createContext(
        "/",
        exchange -> {
          asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", type);
          var bytes = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      var values = new HashMap<String, String>();
      values.put("AGENT_MODEL", "openai:tiny");
      values.put(
          "AGENT_OPENAI_BASE_URL",
          "http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort()));
      return service(values).model();
    } finally {
      server.stop(0);
    }
  }
}
