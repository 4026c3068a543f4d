package io.agentservice.client.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.client.ScriptedServer;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.fleet.EntryList;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.QueueEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetClientTest {

  @Test
  void allPagesAreWalkedAndADoubledEntryIsTakenInItsLastState() {
    try (var server =
            new ScriptedServer(exchange -> {
              var query = exchange.getRequestURI().getQuery();
              var page =
                  query.contains("cursor=c1")
                      ? new EntryList(List.of(entry("b", 2), entry("a", 3)), "c2", false, 2)
                      : new EntryList(List.of(entry("a", 1), entry("b", 2)), "c1", true, 3);
              ScriptedServer.respond(exchange, 200, FleetJson.ENTRY_LIST.toJson(page));
            });
        var client = server.client()) {
      var all = client.fleet().listAll(new FleetClient.Filter("local", "pending", null));
      assertThat(all.entries()).containsExactly(entry("b", 2), entry("a", 3));
      assertThat(all.cursor()).isEqualTo("c2");
      assertThat(server.requests())
          .containsExactly(
              "GET /opbeta/outposts/agents?outpost=local&phase=pending&first=200",
              "GET /opbeta/outposts/agents?outpost=local&phase=pending&cursor=c1&first=200");
    }
  }

  @Test
  void aRefusedClaimIsAnAnswerAndAnythingElseAnException() {
    try (var server =
            new ScriptedServer(exchange ->
                ScriptedServer.respond(
                    exchange,
                    exchange.getRequestURI().getPath().contains("/a/") ? 409 : 422,
                    "{\"code\":\"claim_lost\",\"detail\":\"Too late\"}"));
        var client = server.client()) {
      assertThat(client.fleet().claim("a", "w"))
          .isInstanceOfSatisfying(
              ClaimAnswer.Refused.class,
              refused -> assertThat(refused.problem().detail()).isEqualTo("Too late"));
      assertThatThrownBy(() -> client.fleet().claim("b", "w")).isInstanceOf(ApiException.class);
      assertThat(client.fleet().release("a", "w")).isFalse();
    }
  }

  @Test
  void aMissingRouteOnTheWayIsNoWordOnAClaim() {
    try (var server =
            new ScriptedServer(exchange -> {
              var route = exchange.getRequestURI().getPath().contains("/a/");
              var body = route ? "<html>404</html>" : "{\"code\":\"route_not_found\"}";
              ScriptedServer.respond(exchange, route ? 404 : 409, body);
            });
        var client = server.client()) {
      for (var session : List.of("a", "b")) {
        assertThatThrownBy(() -> client.fleet().claim(session, "w"))
            .isInstanceOf(UnreachableException.class);
        assertThatThrownBy(() -> client.fleet().release(session, "w"))
            .isInstanceOf(UnreachableException.class);
      }
    }
  }

  @Test
  void onlyAMissingEntryIsAbsentNotAMissingRoute() {
    try (var server =
            new ScriptedServer(exchange ->
                ScriptedServer.respond(
                    exchange,
                    404,
                    exchange.getRequestURI().getPath().endsWith("/a")
                        ? "{\"code\":\"entry_not_found\"}"
                        : "{\"code\":\"route_not_found\"}"));
        var client = server.client()) {
      assertThat(client.fleet().find("a")).isEmpty();
      assertThatThrownBy(() -> client.fleet().find("b")).isInstanceOf(ApiException.class);
    }
  }

  @Test
  void anAnswerOfAnotherServiceIsNoAnswer() {
    try (var server =
            new ScriptedServer(exchange -> ScriptedServer.respond(exchange, 200, "<html>"));
        var client = server.client()) {
      assertThatThrownBy(() -> client.fleet().outposts())
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("no fleet object");
    }
  }

  private static QueueEntry entry(String id, long changed) {
    return new QueueEntry(
        new QueueEntry.Metadata(id, "outpost_env-1", 1, changed),
        new QueueEntry.Spec("new", "linux", null, QueueEntry.NetworkPolicy.UNRESTRICTED),
        new QueueEntry.Status("pending", null, null, "pending", null, null));
  }
}
