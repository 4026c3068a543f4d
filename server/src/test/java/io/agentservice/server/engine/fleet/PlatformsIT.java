package io.agentservice.server.engine.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.JsonText;
import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Where a session may run, as whoever creates one sees it (design/web.md 7.5). */
class PlatformsIT extends OnOutpost {
  private JsonNode mine() {
    return platform(outpost);
  }

  private JsonNode platform(String id) {
    var items = member.get(path("platforms")).ok().at("/items");
    return StreamSupport.stream(items.spliterator(), false)
        .filter(item -> item.path("outpost_id").asString("").equals(id))
        .findFirst()
        .orElseThrow();
  }

  private void watches(String acceptor, String wanted, String draining) {
    var worker = admin.with("X-Agent-Acceptor-Id", acceptor).with("X-Agent-Draining", draining);
    try (var watch = worker.watch(AGENTS + "?watch=true&outpost=" + wanted, "WatchEvent")) {
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void anOutpostSaysWhoWorksThereAndWhatWaits() {
    assertThat(mine().path("machine").asString()).isEqualTo("linux");
    assertThat(mine().path("queue_depth").asInt()).isZero();
    assertThat(mine().path("oldest_wait_seconds").asInt()).isZero();
    int before = mine().path("online_workers").asInt();
    String other = outpost("other-" + org.value().substring(4));
    watches("one-" + org, outpost, "false");
    watches("two-" + org, outpost, "false");
    watches("drains-" + org, outpost, "true");
    watches("elsewhere-" + org, other, "false");
    session();

    assertThat(mine().path("online_workers").asInt()).isEqualTo(before + 2);
    assertThat(mine().path("queue_depth").asInt()).isEqualTo(1);
    server
        .given()
        .update(
            "UPDATE queue_entry SET created_at = now() - interval '90 s' WHERE outpost_id = ?",
            outpost);
    session();
    assertThat(mine().path("oldest_wait_seconds").asInt()).isBetween(90, 150);
    assertThat(platform(other).path("online_workers").asInt()).isEqualTo(before + 1);
  }

  @Test
  void theDefaultIsWhereSessionsGoThatNameNone() {
    String other = outpost("other-" + org.value().substring(4));
    var owner = server.as(server.given().key(org, "org_admin"));
    assertThat(mine().path("is_default").asBoolean(false)).isTrue();
    owner
        .put(
            "/v3beta1/organizations/" + org + "/default-platform",
            JsonText.json("outpost_pool_id", other))
        .ok();
    assertThat(mine().path("is_default").asBoolean(true)).isFalse();
    assertThat(platform(other).path("is_default").asBoolean(false)).isTrue();
  }

  @Test
  void outpostsOfOtherOrganizationsAreNotOffered() {
    String theirs =
        admin
            .post(
                OUTPOSTS,
                JsonText.json(
                    "name",
                    "theirs-" + org.value().substring(4, 20),
                    "allowed_org_ids",
                    List.of(server.given().organization().value())))
            .ok()
            .text("/metadata/outpost_id");
    assertThat(member.get(path("platforms")).ok().each("/outpost_id"))
        .contains(outpost)
        .doesNotContain(theirs);
  }
}
