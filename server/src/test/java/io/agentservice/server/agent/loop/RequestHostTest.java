package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.ApprovalAnswer;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.tools.Lookups;
import io.agentservice.server.engine.approvals.ApprovalMode;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import io.agentservice.server.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An agent that asks for a host which the network policy does not allow. */
@Timeout(200)
class RequestHostTest extends LoopScene {
  private static final String ASKED = json("host", "Packages.Test", "reason", "the build needs it");

  private final List<String> granted = new CopyOnWriteArrayList<>();
  private final List<String> filterHeard = new CopyOnWriteArrayList<>();
  private volatile boolean room = true;
  private ServerSocket filter;

  @BeforeEach
  void restricted() throws Exception {
    filter = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    Thread.ofVirtual().start(this::serve);
    machine.close();
    machine =
        new LocalMachine(
            directory, Map.of("http_proxy", "http://127.0.0.1:" + filter.getLocalPort()));
    session.lookups =
        new Lookups(
            null,
            null,
            null,
            host -> {
              granted.add(host);
              return room;
            });
    session.send("go");
  }

  @AfterEach
  void closeFilter() throws IOException {
    filter.close();
  }

  /** As a worker's: it knows a host when it was granted. */
  private void serve() {
    while (!filter.isClosed()) {
      try (var client = filter.accept()) {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), ISO_8859_1));
        var first = in.readLine();
        filterHeard.add(first);
        while (!in.readLine().isEmpty()) {} // what is left unread has the answer thrown away
        var host = first.replaceFirst("GET /names/(.*) HTTP/1.1", "$1");
        var body = granted.contains(host) ? "yes\n" : "no\n";
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n".formatted(body.length());
        client.getOutputStream().write((answer + body).getBytes(ISO_8859_1));
      } catch (IOException _) {
        // closed
      }
    }
  }

  private void awaitRequest() {
    Await.until(() -> session.events(LoopEvent.ApprovalRequested.class).size() == 1);
  }

  @ParameterizedTest
  @EnumSource(ApprovalMode.class)
  void aPersonIsAskedInEachModeAndNothingIsAllowedBefore(ApprovalMode mode) throws Exception {
    session.approvals = new ApprovalPolicy(mode, List.of());
    start(new Script().call("request_host", ASKED).say("done"));
    awaitRequest();
    var asked = session.events(LoopEvent.ApprovalRequested.class).getFirst();
    assertThat(asked.rules())
        .containsExactly("network access to packages.test, wherever that name leads");
    assertThat(granted).isEmpty();

    session.answer(ApprovalAnswer.APPROVED, null);

    session.await(LoopEvent.Waiting.class);
    assertThat(granted).containsExactly("packages.test");
    assertThat(filterHeard).containsExactly("GET /names/packages.test HTTP/1.1");
    assertThat(resultText(0)).isEqualTo("packages.test is allowed: do once more what was refused.");
  }

  @Test
  void whatIsRefusedIsNotAllowed() throws Exception {
    start(new Script().call("request_host", ASKED).say("as you like"));
    awaitRequest();
    session.answer(ApprovalAnswer.REFUSED, "use the mirror");
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("refused this call, and says: use the mirror");
    assertThat(granted).isEmpty();
  }

  @Test
  void nobodyIsAskedForWhatIsNoName() throws Exception {
    var input = json("host", "*.packages.test", "reason", "all of them");
    start(new Script().call("request_host", input).say("I see"));
    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.ApprovalRequested.class)).isEmpty();
    assertThat(resultText(0)).startsWith("host must be one name");
    assertThat(granted).isEmpty();
  }

  @Test
  void oneTooManyIsRefusedThoughAPersonAgreed() throws Exception {
    room = false;
    start(new Script().call("request_host", ASKED).say("I see"));
    awaitRequest();
    session.answer(ApprovalAnswer.APPROVED, null);
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("too many hosts");
    assertThat(filterHeard).isEmpty();
  }

  @Test
  void aFilterThatDoesNotAnswerIsSaid() throws Exception {
    filter.close();
    start(new Script().call("request_host", ASKED).say("I see"));
    awaitRequest();
    session.answer(ApprovalAnswer.APPROVED, null);
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("is allowed, but the machine has not heard of it yet");
  }

  @Test
  void withoutAPolicyThereIsNoSuchTool() throws Exception {
    session.lookups = Lookups.NONE;
    start(new Script().call("request_host", ASKED).say("I see"));
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("There is no tool request_host");
    assertThat(session.events(LoopEvent.ApprovalRequested.class)).isEmpty();
  }
}
