package io.agentservice.cli.session;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One call that answers with the session. */
abstract class SessionAction implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
  private String id;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionAction() {}

  abstract Session act(SessionClient sessions, String id);

  @Override
  public Integer call() {
    var session = connection.call(sessions -> act(sessions, id));
    SessionText.print(output, session);
    return 0;
  }
}
