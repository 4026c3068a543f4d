package io.agentservice.server.agent.timeline;

import io.agentservice.server.agent.timeline.steps.Step;
import io.agentservice.server.agent.timeline.steps.Timeline;
import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.http.answers.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log's events as frames of a stream, one fold after the other event. For one thread. */
final class Frames {
  static final byte[] KEEPALIVE = ": keepalive\n\n".getBytes(StandardCharsets.UTF_8);
  static final byte[] END = frame("end", 0, "{\"ended\":true}");

  private final Timeline timeline = new Timeline();
  private final AcuRates rates;

  Frames(AcuRates rates) {
    this.rates = rates;
  }

  /** Live text; {@code stepId} null: of the model. */
  record Piece(@Nullable String stepId, String stream, String text) {
    static final Piece RESTART = new Piece(null, "restart", "");

    byte[] frame() {
      return Frames.frame("piece", 0, Json.MAPPER.writeValueAsString(this));
    }
  }

  /**
   * What the event changes; the last frame alone has its number, so that nobody who comes back
   * misses a part.
   */
  List<byte[]> of(Event event) {
    var frames = new ArrayList<byte[]>();
    if (event.type().equals("model_turn") || event.type().equals("interrupted")) {
      frames.add(Piece.RESTART.frame()); // what the model was writing is not to stay
    }
    var steps = timeline.add(event);
    for (int i = 0; i < steps.size(); i++) {
      frames.add(step(steps.get(i), i == steps.size() - 1 ? event.seq() : 0));
    }
    return frames;
  }

  private byte[] step(Step step, long number) {
    return frame("step", number, Json.MAPPER.writeValueAsString(StepJson.of(step, rates)));
  }

  /** The step of a call that runs. */
  @Nullable String stepOf(String callId) {
    return timeline.stepOf(callId);
  }

  /** {@code number} 0: it has none. */
  static byte[] frame(String name, long number, String json) {
    String id = number == 0 ? "" : "id: " + number + "\n";
    return "%sevent: %s\ndata: %s\n\n".formatted(id, name, json).getBytes(StandardCharsets.UTF_8);
  }
}
