package io.agentservice.server.contract;

import io.agentservice.server.contract.AuditOfWritesIT.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The writes of versions 1 and 2, for {@link AuditOfWritesIT}.
 *
 * @param session makes one; its id
 */
record OlderWrites(Supplier<String> session) {

  Map<String, Write> all() {
    var all = new HashMap<String, Write>();
    all.put(
        "POST /v1/sessions",
        new Write("create_session", () -> "/v1/sessions", "{\"prompt\":\"p\"}"));
    for (String one : List.of("/v1/session", "/v1/sessions")) {
      put(all, "PUT", one, "/tags", "update_session_tags", "{\"tags\":[\"a\"]}");
      for (String messages : List.of("/message", "/messages")) {
        put(all, "POST", one, messages, "send_message", "{\"message\":\"m\"}");
      }
    }
    for (String one : List.of("/v1/sessions", "/sessions")) {
      put(all, "DELETE", one, "", "terminate_session", "");
    }
    return all;
  }

  private void put(
      Map<String, Write> all, String method, String at, String below, String action, String body) {
    all.put(
        "%s %s/{session_id}%s".formatted(method, at, below),
        new Write(action, () -> at + "/" + session.get() + below, body));
  }
}
