package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.Collector;
import io.agentservice.server.testing.Collector.Seen;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.wire.frames.ToRemote;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that run are traced to a collector, which reads what it is sent. */
class SessionTracesIT extends OnOutpost {
  private static final int HEAP = 256;
  private static final String CALLER = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";
  private static final String KEY = "the-key-of-the-collector";

  private final OpenAiWireServer model = new OpenAiWireServer();
  private final Collector collector = new Collector();
  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  protected Map<String, String> settings() {
    var settings = new HashMap<>(model.settings("gpt-5"));
    settings.put("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address());
    settings.put("OTEL_EXPORTER_OTLP_HEADERS", "x-key=Bearer%20" + KEY);
    settings.put("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
    settings.put("AGENT_MODEL_PRICE", "100000,200000,0,0");
    return settings;
  }

  @AfterAll
  void close() {
    model.close();
    collector.close();
    http.shutdownNow(); // close() would wait for connections of remotes
  }

  private Peer connect(String address, String id, String token) throws Exception {
    var url = address.replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
    return Peer.greeted(http, URI.create(url), token);
  }

  private Peer connect(String id) throws Exception {
    return connect(server.address(), id, token(claim(id, "w")));
  }

  private void awaitDetail(String id, String detail) {
    await(() -> detail.equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));
  }

  private List<Seen> spans(String id, int number) {
    await(() -> collector.spans(id).size() >= number);
    var spans = collector.spans(id);
    assertThat(spans).as(spans.toString()).hasSize(number);
    return spans;
  }

  private static Seen one(List<Seen> spans, String name) {
    return spans.stream().filter(span -> span.name().equals(name)).findFirst().orElseThrow();
  }

  private static String hex(String id) {
    return id.substring("agent-".length());
  }

  @Test
  void aSessionIsOneTraceOfItsStretchesWithTheirCallsOfModelsAndTools() throws Exception {
    model.call("call-1", "bash", json("command", "echo hush")).ask("Done?");
    String id = session();
    var remote = connect(id);
    remote.exited(remote.hear(ToRemote.Exec.class).id(), 3, 0);
    awaitDetail(id, "waiting_for_user");

    var spans = spans(id, 6);
    assertThat(spans).extracting(Seen::traceId).containsOnly(hex(id));
    assertThat(spans).extracting(Seen::failed).containsOnly(false);
    var agent = one(spans, "invoke_agent");
    assertThat(agent.parentId()).isEmpty();
    assertThat(agent.attribute("gen_ai.usage.input_tokens")).isEqualTo("20");
    assertThat(agent.attribute("agent.model_calls")).isEqualTo("2");
    assertThat(agent.attribute("agent.dollars")).isEqualTo("4.0");
    assertThat(agent.attribute("agent.acus")).startsWith("2.0");
    assertThat(agent.attribute("agent.end")).isEqualTo("waiting");
    assertThat(agent.attribute("agent.org_id")).isEqualTo(org.value());
    assertThat(agent.attribute("agent.outpost_id")).isEqualTo(outpost);
    assertThat(spans)
        .filteredOn(span -> !span.equals(agent))
        .extracting(Seen::parentId)
        .containsOnly(agent.id());
    assertThat(spans)
        .extracting(Seen::name)
        .containsExactlyInAnyOrder(
            "agent.queue",
            "chat gpt-5",
            "execute_tool bash",
            "chat gpt-5",
            "execute_tool ask",
            "invoke_agent");
    var chat = one(spans, "chat gpt-5");
    assertThat(chat.attribute("gen_ai.operation.name")).isEqualTo("chat");
    assertThat(chat.attribute("gen_ai.provider.name")).isEqualTo("openai");
    assertThat(chat.attribute("gen_ai.request.model")).isEqualTo("gpt-5");
    assertThat(chat.attribute("gen_ai.response.model")).isNotEmpty();
    assertThat(chat.attribute("gen_ai.usage.input_tokens")).isEqualTo("10");
    assertThat(chat.attribute("gen_ai.usage.output_tokens")).isEqualTo("5");
    assertThat(chat.attribute("gen_ai.response.finish_reasons")).isEqualTo("tool_call");
    var tool = one(spans, "execute_tool bash");
    assertThat(tool.attribute("gen_ai.tool.name")).isEqualTo("bash");
    assertThat(tool.attribute("gen_ai.tool.call.id")).isEqualTo("call-1");
    assertThat(tool.attribute("agent.exit_code")).isEqualTo("3");
    spans.forEach(span ->
        assertThat(span.span().getEndTimeUnixNano())
            .isGreaterThanOrEqualTo(span.span().getStartTimeUnixNano()));
  }

  @Test
  void noWordOfAnybodyLeavesUnlessItIsAskedFor() throws Exception {
    model.call("call-1", "bash", json("command", "echo hush")).ask("Is it quiet?");
    String id = admin.post(path("sessions"), json("prompt", "Be hush")).ok().text("/session_id");
    var remote = connect(id);
    remote.exited(remote.hear(ToRemote.Exec.class).id(), 0, 0);
    awaitDetail(id, "waiting_for_user");

    assertThat(spans(id, 6).toString()).doesNotContain("hush", "quiet");
    assertThat(collector.header("X-key")).isEqualTo("Bearer " + KEY);
    assertThat(collector.resource("service.name")).isEqualTo("agent-service");
    assertThat(collector.resource("service.version")).isNotEmpty();
    assertThat(collector.resource("deployment.environment.name")).isEqualTo("test");
  }

  @Test
  @Timeout(200) // a server starts
  void wordsThatAreAskedForLeaveWithoutSecrets() throws Exception {
    model.call("call-1", "bash", json("command", "echo hello")).ask("Is it quiet?");
    var settings = new HashMap<>(settings());
    settings.put("AGENT_TRACES_TEXTS", "true");
    var prompt = json("prompt", "Use " + OpenAiWireServer.KEY);
    String id = admin.post(path("sessions"), prompt).ok().text("/session_id");
    String token = token(claim(id, "w"));
    try (var node = server.furtherProcess(HEAP, settings)) {
      var remote = connect(node.address(), id, token);
      remote.exited(remote.hear(ToRemote.Exec.class).id(), 0, 0);
      awaitDetail(id, "waiting_for_user");

      var spans = spans(id, 6);
      assertThat(one(spans, "invoke_agent").attribute("gen_ai.input.messages"))
          .contains("Use [secret:")
          .doesNotContain(OpenAiWireServer.KEY);
      assertThat(one(spans, "invoke_agent").attribute("gen_ai.output.messages"))
          .contains("Is it quiet?");
      assertThat(one(spans, "execute_tool bash").attribute("gen_ai.tool.call.arguments"))
          .contains("echo hello");
      assertThat(one(spans, "execute_tool bash").attribute("gen_ai.tool.call.result")).isNotEmpty();
    }
  }

  @Test
  void aCallersTraceIsJoinedAndItsDecisionHolds() throws Exception {
    model.ask("And now?").ask("And now?");
    String joined = joined("01");
    String unsampled = joined("00");
    connect(unsampled);
    awaitDetail(unsampled, "waiting_for_user");
    connect(joined);
    awaitDetail(joined, "waiting_for_user");

    var spans = spans(joined, 4);
    assertThat(spans).extracting(Seen::traceId).containsOnly(CALLER);
    assertThat(one(spans, "invoke_agent").parentId()).isEqualTo(SPAN);
    assertThat(collector.spans(unsampled)).isEmpty();
  }

  private String joined(String flags) {
    return admin
        .with("traceparent", "00-%s-%s-%s".formatted(CALLER, SPAN, flags))
        .post(path("sessions"), json("prompt", "p"))
        .ok()
        .text("/session_id");
  }

  @Test
  void aModelThatFailsAndASessionThatStopsForItAreErrors() throws Exception {
    model.fail(500, "server_error", "it is hush").fail(401, "invalid_api_key", "no hush");
    String id = session();
    connect(id);
    await(() -> "suspended".equals(admin.get(path("sessions/" + id)).ok().text("/status")));

    var spans = spans(id, 4);
    assertThat(spans)
        .filteredOn(Seen::failed)
        .extracting(Seen::name, span -> span.attribute("error.type"))
        .containsExactly(
            tuple("chat gpt-5", "model_unreachable"),
            tuple("chat gpt-5", "model_auth"),
            tuple("invoke_agent", "model_auth"));
    assertThat(spans.toString()).doesNotContain("hush");
  }

  @Test
  @Timeout(200) // two servers start, one after the other
  void aCallThatASecondServerEndsIsTheSpanThatTheFirstOneBegan() throws Exception {
    model.call("call-1", "bash", json("command", "make")).ask("Made.");
    String id = joined("01");
    String token = token(claim(id, "w"));
    String before;
    String command;
    try (var killed = server.furtherProcess(HEAP, settings())) {
      var remote = connect(killed.address(), id, token);
      command = remote.hear(ToRemote.Exec.class).id();
      before = one(spans(id, 2), "chat gpt-5").parentId();
    }

    try (var next = server.furtherProcess(HEAP, settings())) {
      var remote = connect(next.address(), id, token);
      assertThat(remote.hear(ToRemote.Attach.class).id()).isEqualTo(command);
      remote.exited(command, 0, 0);
      awaitDetail(id, "waiting_for_user");

      var spans = spans(id, 6);
      var agent = one(spans, "invoke_agent");
      assertThat(agent.id()).isEqualTo(before);
      assertThat(agent.traceId()).isEqualTo(CALLER);
      assertThat(agent.attribute("agent.model_calls")).isEqualTo("2");
      assertThat(one(spans, "execute_tool bash").parentId()).isEqualTo(before);
      assertThat(agent.span().getStartTimeUnixNano())
          .isLessThanOrEqualTo(one(spans, "chat gpt-5").span().getStartTimeUnixNano());
    }
  }

  @Test
  void aSessionThatIsEndedFromOutsideEndsItsSpansToo() throws Exception {
    model.call("call-1", "bash", json("command", "sleep 3600"));
    String id = session();
    connect(id).hear(ToRemote.Exec.class);

    admin.delete(path("sessions/" + id)).ok();

    var spans = spans(id, 4);
    assertThat(one(spans, "execute_tool bash").attribute("error.type")).isEqualTo("session_ended");
    assertThat(one(spans, "invoke_agent").attribute("agent.end")).isEqualTo("exit");
  }
}
