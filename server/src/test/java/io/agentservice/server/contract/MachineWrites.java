package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.contract.EveryWrite.Write;
import io.agentservice.server.testing.PlayedMachines;
import io.agentservice.server.testing.TestServer;
import java.util.Map;
import java.util.function.UnaryOperator;

/** How the machines of sessions are used, and what agents may do there, for {@link EveryWrite}. */
final class MachineWrites {
  private static final String ORGANIZATION = "/v3/organizations/{org_id}";
  private static final String TERMINALS = ORGANIZATION + "/sessions/{session_id}/terminals";
  private static final String SIZE = json("rows", 24, "columns", 80);

  private final EveryWrite test;
  private final PlayedMachines machines;
  private final TestServer server;
  private final UnaryOperator<String> outposts;

  /** {@code outposts}: makes one of a name, of the test's organization; its id. */
  MachineWrites(
      EveryWrite test, PlayedMachines machines, TestServer server, UnaryOperator<String> outposts) {
    this.test = test;
    this.machines = machines;
    this.server = server;
    this.outposts = outposts;
  }

  Map<String, Write> all() {
    String access = ORGANIZATION + "/machine-access";
    String approvals = ORGANIZATION + "/approval-policy";
    return Map.of(
        "PUT " + approvals,
        EveryWrite.write("update_org_settings", () -> test.at(approvals), json("mode", "risky")),
        "POST " + ORGANIZATION + "/sessions/{session_id}/approvals/{event_id}",
        EveryWrite.write("permission_response", this::asking, json("approved", true)),
        "PUT " + access,
        EveryWrite.write("update_org_settings", () -> test.at(access), json("enabled", true)),
        "POST " + TERMINALS,
        EveryWrite.write("open_terminal", this::terminals, SIZE),
        "DELETE " + TERMINALS + "/{terminal_id}",
        EveryWrite.write("close_terminal", this::terminal, ""));
  }

  /** A request for approval of a session. */
  private String asking() {
    String session = test.working();
    String id = Id.create(EventId.class).value();
    server
        .given()
        .update(
            """
            INSERT INTO approval (event_id, session_id, call_id, tool, input, rules)
            VALUES (?, ?, 'call', 'bash', '{"command": "git push"}', '{git push}')
            """,
            id,
            session.substring(session.lastIndexOf('/') + 1));
    return session + "/approvals/" + id;
  }

  private String terminals() {
    String sessions = test.at(ORGANIZATION + "/sessions");
    String outpost = outposts.apply("machines-" + ++test.made);
    return sessions + "/" + machines.session(server, sessions, outpost) + "/terminals";
  }

  private String terminal() {
    String all = terminals();
    return all + "/" + server.admin().post(all, SIZE).ok().text("/terminal_id");
  }
}
