package io.agentservice.server.testing;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Tests with an outpost of their own each, as the account's admin. */
public abstract class OnOutpost extends OnOrganization {
  protected static final String AGENTS = "/opbeta/outposts/agents";
  protected static final String OUTPOSTS = "/opbeta/outposts/outposts";

  protected ApiClient admin;
  protected String outpost;

  @BeforeEach
  void freshOutpost() {
    admin = server.admin();
    outpost = outpost(org.value().substring(4));
  }

  /** A role in organizations with that permission alone; its id. */
  protected String role(String permission) {
    return admin
        .post(
            "/v3/enterprise/roles",
            json(
                "role_name",
                permission + " " + org,
                "role_type",
                "org",
                "permissions",
                List.of(permission)))
        .ok()
        .text("/role_id");
  }

  /** A new session in the outpost's queue; its id. */
  protected String session() {
    return admin.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
  }

  /**
   * Whether the gateway lets the bearer of the token in for the session: it asks him to upgrade
   * then, and refuses him before that otherwise.
   */
  protected boolean opens(String token, String session) {
    return opens(token, session, "127.0.0.1");
  }

  /** The same from behind a proxy that forwards for that address. */
  protected boolean opens(String token, String session, String ip) {
    var request =
        HttpRequest.newBuilder(URI.create(server.address() + "/gateway/sessions/" + session))
            .header("Authorization", "Bearer " + token)
            .header("X-Forwarded-For", ip)
            .build();
    try (var http = HttpClient.newHttpClient()) {
      int status = http.send(request, BodyHandlers.discarding()).statusCode();
      assertThat(status).isIn(401, 403, 426);
      return status == 426;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Notes in a session's log what its agent's loop would. */
  protected void happened(String of, String type, String data) {
    server
        .given()
        .update(
            """
            WITH numbered AS (UPDATE session SET last_seq = last_seq + 1 WHERE session_id = ? RETURNING last_seq, epoch)
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT ?, last_seq, epoch, ?, ?::jsonb FROM numbered
            """,
            of,
            of,
            type,
            data);
  }

  protected static String token(Reply claimed) {
    return claimed.ok().text("/status/connect_token");
  }

  protected Reply claim(String session, String acceptor) {
    return act(admin, session, "claim", acceptor);
  }

  protected Reply release(String session, String acceptor) {
    return act(admin, session, "release", acceptor);
  }

  protected Reply act(ApiClient client, String session, String action, String acceptor) {
    return client.post(
        "%s/%s/%s".formatted(AGENTS, session, action), json("acceptor_id", acceptor));
  }
}
