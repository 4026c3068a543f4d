package io.agentservice.server.engine.queue;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.OutpostId;
import org.jspecify.annotations.Nullable;

/** {@code networkPolicy} is JSON. */
public record Place(
    OutpostId outpostId, String platform, @Nullable String remoteBinarySha, String networkPolicy) {

  /** True when the machine is not to reach the whole network. */
  public boolean restrictsNetwork() {
    return Json.MAPPER.readTree(networkPolicy).path("enabled").booleanValue(false);
  }
}
