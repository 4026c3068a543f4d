package io.agentservice.server.legacy.migration;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every answer of versions 1 and 2 says of their end (interface.md 9, api-legacy.md). */
class DeprecationIT extends OnOrganization {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_LEGACY_SUNSET", "2027-06-30");
  }

  private static void saysSo(Reply reply) {
    assertThat(reply.header("Deprecation")).isEqualTo("@1767225600");
    assertThat(reply.header("Sunset")).isEqualTo("Wed, 30 Jun 2027 00:00:00 GMT");
    assertThat(reply.header("Link")).isNotNull();
  }

  @Test
  void everyAnswerSaysSinceWhenAndUntilWhen() {
    saysSo(member.get("/v1/sessions").ok());
    saysSo(member.get("/v1/sessions?limit=0").invalid("query.limit too_small"));
    saysSo(server.anonymous().get("/v1/sessions").refused(401, "credentials_missing"));
    saysSo(member.get("/v1/nothing").refused(404, "route_not_found"));
    saysSo(member.get("/v2/enterprise/self").refused(401, "credentials_invalid"));
    saysSo(member.delete("/sessions/x").refused(404, "session_not_found"));
    saysSo(member.get("/enterprise/nothing").refused(404, "route_not_found"));
  }

  @Test
  void version3SaysNothingOfTheKind() {
    var reply = member.get(path("sessions")).ok();
    assertThat(reply.header("Deprecation")).isNull();
    assertThat(reply.header("Sunset")).isNull();
    assertThat(reply.header("Link")).isNull();
  }

  @Test
  void anAnswerLeadsToTheAddressThatTakesItsPlace() {
    String id = member.post("/v1/sessions", json("prompt", "p")).ok().text("/session_id");
    String bare = id.substring("agent-".length());
    var details = member.get("/v1/session/" + bare).ok();
    String successor = "</v3/organizations/%s/sessions/%s>; rel=\"successor-version\"";
    assertThat(details.header("Link")).isEqualTo(successor.formatted(org, id));
    var wrong = member.get("/v1/session/" + "%0d%0aX:y").refused(404, "session_not_found");
    assertThat(wrong.header("Link")).isEqualTo(successor.formatted(org, "%0D%0AX%3Ay"));
    assertThat(server.anonymous().get("/v1/sessions").header("Link"))
        .isEqualTo("</openapi.json>; rel=\"service-desc\"");
  }

  @Test
  void whatTakesThePlaceOfAnotherIsARouteOfVersion3() {
    var paths = server.routes().stream().map(route -> route.path()).toList();
    var served =
        Successors.all().entrySet().stream()
            .filter(entry -> paths.contains(entry.getKey()))
            .map(Map.Entry::getValue);
    assertThat(served).hasSizeGreaterThan(10).isSubsetOf(paths);
  }
}
