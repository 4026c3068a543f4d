package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.ServerProcess;
import io.agentservice.wire.frames.ToRemote;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server that drives a session is killed in the middle of a model call; another goes on. */
@Tag("crashes")
class CostsAfterCrashIT extends OnOutpost {
  private static final int HEAP = 256;

  private final HttpClient http = HttpClient.newHttpClient();
  private final OpenAiWireServer model = new OpenAiWireServer();

  /** Ten tokens in and five out of each reply of the model make two dollars. */
  private ServerProcess node() {
    var settings = new HashMap<>(model.settings("gpt-5"));
    settings.put("AGENT_MODEL_PRICE", "100000,200000,0,0");
    return server.furtherProcess(HEAP, settings);
  }

  private Peer connect(ServerProcess node, String id, String token) throws Exception {
    var address = node.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
    return Peer.greeted(http, URI.create(address), token);
  }

  private long turns(String id) {
    return server
        .given()
        .number("SELECT count(*) FROM event WHERE session_id = ? AND type = 'model_turn'", id);
  }

  private double booked(String id, String column) {
    return Double.parseDouble(
        server.given().text("SELECT " + column + " FROM session WHERE session_id = ?", id));
  }

  @Test
  @Timeout(200) // two servers start, one after the other
  void eachTurnIsBookedOnceAndTheMachineOnlyForItsTime() throws Exception {
    model.call("call-1", "bash", json("command", "true")).hang("I thi").ask("Done.");
    String id = session();
    String token = token(claim(id, "w"));
    double afterFirst;
    try (var killed = node()) {
      var remote = connect(killed, id, token);
      var command = remote.hear(ToRemote.Exec.class);
      assertThat(turns(id)).isEqualTo(1);
      remote.exited(command.id(), 0, 0);
      await(() -> model.requests().size() == 2);
      afterFirst = booked(id, "machine_seconds");
      assertThat(booked(id, "model_dollars")).isEqualTo(2.0);
      assertThat(booked(id, "reserved_dollars")).isPositive();
    }

    try (var next = node()) {
      var _ = connect(next, id, token);
      await(() ->
          "waiting_for_user".equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));

      assertThat(turns(id)).isEqualTo(2);
      var session = admin.get(path("sessions/" + id)).ok();
      assertThat(session.at("/model_dollars").doubleValue()).isEqualTo(4.0);
      assertThat(session.at("/acus_consumed").doubleValue()).isEqualTo(2.0);
      assertThat(booked(id, "reserved_dollars")).isZero();
      assertThat(booked(id, "machine_seconds"))
          .isGreaterThan(afterFirst)
          .isLessThan(booked(id, "extract(epoch FROM now() - created_at)"));
    } finally {
      model.close();
      http.shutdownNow();
    }
  }
}
