package io.agentservice.server.base.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which route a request is for, by its method and path. */
class RouteTableTest {
  private static final Route ONE = Route.get("/v3/things/{thing_id}", Access.open(), null);
  private static final Route CHANGE = Route.patch("/v3/things/{id}", Access.open(), null);
  private static final Route SEARCH = Route.post("/v3/things/search", Access.open(), null);
  private static final Route BETA = Route.get("/v3beta1/members", Access.open(), null);

  private final RouteTable table = new RouteTable(List.of(ONE, CHANGE, SEARCH, BETA));

  @Test
  void aMethodHasItsOwnRouteAtAPath() {
    assertThat(table.find("GET", "/v3/things/7").value()).isSameAs(ONE);
    assertThat(table.find("HEAD", "/v3/things/7").value()).isSameAs(ONE);
    assertThat(table.find("PATCH", "/v3/things/7").value()).isSameAs(CHANGE);
    assertThat(table.find("DELETE", "/v3/things/7")).isNull();
  }

  @Test
  void aWordOfOneMethodIsAValueForAnother() {
    assertThat(table.find("POST", "/v3/things/search").value()).isSameAs(SEARCH);
    var read = table.find("GET", "/v3/things/search");
    assertThat(read.value()).isSameAs(ONE);
    assertThat(read.names()).containsEntry("thing_id", "search");
  }

  @Test
  void theBetaIsTheSameTree() {
    assertThat(table.find("GET", "/v3beta1/things/7").value()).isSameAs(ONE);
    assertThat(table.find("GET", "/v3/members").value()).isSameAs(BETA);
    assertThat(table.find("GET", "/v3/members/7")).isNull();
  }

  @Test
  void tellsTheMethodsOfAPath() {
    assertThat(table.allowed("/v3/things/7")).isEqualTo("GET, HEAD, OPTIONS, PATCH");
    assertThat(table.allowed("/v3/things/search")).isEqualTo("GET, HEAD, OPTIONS, PATCH, POST");
    assertThat(table.allowed("/v3/others")).isEmpty();
  }
}
