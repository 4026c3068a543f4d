package io.agentservice.server.engine.stalls;

import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.capacity.CapacityFeature;
import io.agentservice.server.engine.lifecycle.OnLifecycle;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** Looks for silences are the test's, and time passes by changes of rows. */
abstract class OnStalls extends OnLifecycle {
  Metrics metrics;
  StallsFeature feature;

  /** The server itself tells nothing: the looks are ours. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_STALL_SECONDS", "0");
  }

  @BeforeEach
  void wireStalls() {
    feature = feature(120);
  }

  StallsFeature feature(int seconds) {
    metrics = new Metrics();
    var fleet = Settings.read(Map.of()).fleet();
    var lists = new Lists(new Cursors(new byte[32]));
    return new StallsFeature(
        new Stalls(database, transitions, () -> seconds, metrics),
        CapacityFeature.wire(database, lists, fleet::queueLevels).hypervisors());
  }

  void pass(String id, int seconds) {
    server
        .given()
        .update(
            "UPDATE event SET created_at = created_at - make_interval(secs => ?) WHERE session_id = ?",
            seconds,
            id);
    server
        .given()
        .update(
            "UPDATE queue_entry SET updated_at = updated_at - make_interval(secs => ?) WHERE session_id = ?",
            seconds,
            id);
  }

  List<JsonNode> events(String id) {
    return admin.get(one(id) + "/events").ok().json().path("items").valueStream().toList();
  }

  List<JsonNode> stalls(String id) {
    return events(id).stream()
        .filter(event -> event.path("type").asString().equals("stall"))
        .map(event -> event.path("data"))
        .toList();
  }
}
