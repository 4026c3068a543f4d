package io.agentservice.server.testing;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Machines of sessions that work without end, as far as the server sees them. */
public final class PlayedMachines implements AutoCloseable {
  /** What the sessions need. */
  public static final String SETTING = "AGENT_REPLAY_MODELS";

  private static final String COMMAND =
      """
      {"name": "one command", "model": "recorded", "turns": [
        {"text": "Run.", "tool_calls": [{"name": "bash", "input": {"command": "make"}}]}]}
      """;

  private final HttpClient http = HttpClient.newHttpClient();

  /** A new session with such a machine, in an outpost's queue, at that address; its id. */
  public String session(TestServer server, String sessions, String outpost) {
    var admin = server.admin();
    String id =
        admin
            .post(
                sessions,
                json("prompt", "p", "model", "replay:" + transcript(server), "platform", outpost))
            .ok()
            .text("/session_id");
    String claimed =
        admin
            .post("/opbeta/outposts/agents/%s/claim".formatted(id), json("acceptor_id", "played"))
            .ok()
            .text("/status/connect_token");
    connect(server, id, claimed);
    return id;
  }

  private static Path transcript(TestServer server) {
    try {
      return Files.writeString(server.home().resolve("played.json"), COMMAND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void connect(TestServer server, String session, String token) {
    String address = server.address().replaceFirst("http", "ws") + "/gateway/sessions/" + session;
    var socket =
        http.newWebSocketBuilder()
            .header("Authorization", "Bearer " + token)
            .subprotocols("agent-remote.v1")
            .buildAsync(URI.create(address), new Ears())
            .orTimeout(60, TimeUnit.SECONDS)
            .join();
    say(
        socket,
        new ToServer.Hello(
            "4f0c1d2a9b33", "linux", "/srv", List.of("exec", "script", "files", "pty"), List.of()));
    var here = server.admin();
    Await.until(() -> here.get(terminals(server, session)).status() == 200);
  }

  private static String terminals(TestServer server, String session) {
    String org = server.given().text("SELECT org_id FROM session WHERE session_id = ?", session);
    return "/v3/organizations/%s/sessions/%s/terminals".formatted(org, session);
  }

  private static synchronized void say(WebSocket socket, ToServer frame) {
    socket.sendText(Frames.write(frame), true).orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Has no files, and starts what it is told to start in a terminal. */
  private static final class Ears implements WebSocket.Listener {
    private final StringBuilder part = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        var frame = Frames.readToRemote(part.toString());
        part.setLength(0);
        Thread.startVirtualThread(() -> answer(socket, frame));
      }
      socket.request(1);
      return null;
    }

    private static void answer(WebSocket socket, ToRemote frame) {
      switch (frame) {
        case ToRemote.ReadFile read -> none(socket, read.id());
        case ToRemote.ListFiles list -> none(socket, list.id());
        case ToRemote.Exec exec when exec.pty() != null ->
            say(socket, new ToServer.Started(exec.id(), 1));
        default -> {}
      }
    }

    private static void none(WebSocket socket, String id) {
      say(socket, new ToServer.Failed(id, "not_found", "there is none"));
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
