package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.redaction.MaskingEncoder;
import io.agentservice.server.base.settings.NewSetting;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** A setting is masked everywhere because it is declared secret, and for no other reason. */
@Isolated("what the log masks is that of the whole process")
class SecretSettingIT extends OnOutpost {
  private static final String VALUE = "value-of-a-setting-that-is-new";
  private static final String MASK = "[secret:" + NewSetting.NAME + "]";
  private static final ToServer.Hello HELLO =
      new ToServer.Hello("4f0c1d2a9b33", "linux", "/srv", List.of("exec"), List.of());

  private final OpenAiWireServer model = new OpenAiWireServer();
  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  protected Map<String, String> settings() {
    var settings = new HashMap<>(model.settings("gpt-5"));
    settings.put(NewSetting.NAME, VALUE);
    return settings;
  }

  @Override
  protected Settings read(Map<String, String> values) {
    return NewSetting.read(values);
  }

  @AfterAll
  void close() {
    model.close();
    http.shutdownNow(); // close() would wait for connections of remotes
  }

  @Test
  void aNewSecretSettingIsMaskedInPromptsEventsAndTheLogOnceItIsDeclared() throws Exception {
    model.ask("is it " + VALUE);
    var session = admin.post(path("sessions"), json("prompt", "Use " + VALUE)).ok();
    String id = session.text("/session_id");
    var gateway =
        URI.create(server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id);
    var remote = Peer.connect(http, gateway, token(claim(id, "w")));
    remote.say(HELLO);
    remote.hear(ToRemote.Welcome.class);
    var shown = path("sessions/" + id);
    await(() -> "waiting_for_user".equals(admin.get(shown).ok().text("/status_detail")));

    assertThat(session.text("/title")).isEqualTo("Use " + MASK);
    for (String table : List.of("session", "message", "event")) {
      assertThat(server.given().dump(table)).as(table).contains(MASK).doesNotContain(VALUE);
    }
    assertThat(model.requests().toString()).contains(MASK).doesNotContain(VALUE);
    assertThat(logged("the provider refuses " + VALUE)).isEqualTo("the provider refuses " + MASK);
  }

  /** A line of the log. */
  private static String logged(String message) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    var encoder = new MaskingEncoder();
    encoder.setContext(context);
    encoder.setPattern("%msg");
    encoder.start();
    var event = new LoggingEvent();
    event.setLoggerContext(context);
    event.setLevel(Level.INFO);
    event.setMessage(message);
    return new String(encoder.encode(event), StandardCharsets.UTF_8);
  }
}
