package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people and agents do in a session besides running builds works behind walls, too. */
@Tag("long")
@Timeout(300) // several programs start, one after the other
class ProgramsBehindWallsE2ET {
  private String server() {
    return """
    use IO::Socket::INET; $| = 1; my $s = IO::Socket::INET->new(LocalAddr => qq(127.0.0.1), LocalPort => %d, Listen => 5) or die; print qq(ready\\n); \
    while (my $c = $s->accept) { while (my $l = <$c>) { last if $l =~ /^\\r?$/ } \
    print $c qq(HTTP/1.0 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n<title>Behind walls</title><p>from a job) }\
    """
        .formatted(port);
  }

  private static String vnc(int display) {
    return """
    n=%d; Xtigervnc :$n -SecurityTypes None -localhost -rfbport $((n + 20000)) > vnc.log 2>&1 & vnc=$!
    for i in $(seq 100); do if (exec 3<>/dev/tcp/127.0.0.1/$((n + 20000))) 2>/dev/null; then break; fi; sleep 0.1; done
    exec 3<>/dev/tcp/127.0.0.1/$((n + 20000)); head -c 7 <&3; DISPLAY=:$n xterm -version 2>/dev/null; kill $vnc; wait $vnc; echo " ended"
    """
        .formatted(display);
  }

  private final int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
  @TempDir private Path directory;
  private Installation installation;

  @BeforeEach
  void start() throws Exception {
    for (var program : List.of("bwrap", "/usr/bin/chromium", "Xtigervnc", "perl", "script")) {
      assumeTrue(isThere(program), program + " is not installed here");
    }
    installation = Installation.start(directory, Map.of());
  }

  @AfterEach
  void stop() {
    if (installation != null) {
      installation.close();
    }
  }

  @Test
  void jobsBrowserDesktopTerminalsAndAttachingWork() throws Exception {
    installation.startWorker(
        "worker",
        directory.resolve("data"),
        Map.of("AGENT_CHROME_PATH", "/usr/bin/chromium"),
        "--sandbox=bwrap");
    var session =
        installation.create(
            "Do it all",
            transcript(
                call(
                    "bash",
                    "command",
                    "perl -e '" + server() + "'",
                    "background",
                    true,
                    "name",
                    "server"),
                call("wait", "job", "server", "pattern", "^ready$"),
                call("browser", "action", "navigate", "url", "http://127.0.0.1:" + port + "/"),
                call("browser", "action", "screenshot", "path", "shot.png"),
                call("bash", "command", vnc(ThreadLocalRandom.current().nextInt(200, 900))),
                call("bash", "command", "script -qec tty /dev/null; ps -A | wc -l"),
                call("job_stop", "job", "server"),
                call("bash", "command", "touch waits; until [ -e go ]; do sleep 0.1; done; cat go"),
                call("finish", "summary", "done")));

    installation.await(
        "the last command", () -> Files.exists(installation.work().resolve("waits")));
    assertThat(
            attached(session, "tty -s || echo no terminal; echo $$ > go.new; mv go.new go; exit\n"))
        .isZero();
    installation.awaitStatus(session, "running", "finished");
    var results = results(session);
    assertThat(results.get(1)).contains("wrote: ready");
    assertThat(results.get(2)).as(results.toString()).contains("Behind walls", "from a job");
    assertThat(installation.work().resolve("shot.png")).isNotEmptyFile();
    assertThat(results.get(4)).contains("RFB 003", "ended");
    assertThat(results.get(5)).contains("/dev/pts/");
    assertThat(results.get(7)).contains("exit code 0").containsPattern("\\d");
    assertThat(types(session)).contains("isolation").doesNotContain("machine_lost");
  }

  /** What somebody does at a terminal of the session. */
  private int attached(String session, String script) throws Exception {
    var input = Files.writeString(directory.resolve("script"), script);
    var builder = Programs.cli(directory.resolve("attach.log"), "worker", "attach", session);
    builder.environment().put("AGENT_WORKER_HOME", directory.resolve("data").toString());
    var attach = builder.redirectInput(input.toFile()).start();
    assertThat(attach.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return attach.exitValue();
  }

  private List<String> types(String session) {
    return installation.eventTypes(session);
  }

  private List<String> results(String session) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals("tool_result"))
        .map(event -> event.object("data").toJson())
        .toList();
  }

  private static JsonObject call(String tool, Object... input) {
    return JsonObject.of("name", tool, "input", JsonObject.of(input));
  }

  private static String transcript(JsonObject... calls) {
    var turns =
        List.of(calls).stream().map(call -> JsonObject.of("tool_calls", List.of(call))).toList();
    return JsonObject.of("name", "programs", "model", "recorded", "turns", turns).toJson();
  }

  private static boolean isThere(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }
}
