package io.agentservice.worker.sessions;

import io.agentservice.worker.process.RemoteEnvironment;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Starts remotes as the settings say. */
record Launcher(WorkerSettings settings) {

  /**
   * {@code connectToken} is that of the latest claim or renewal, {@code workspace} the working
   * directory; {@code onExit} as in {@link RemoteProcess#start}.
   */
  RemoteProcess start(
      Path binary,
      URI gateway,
      String connectToken,
      SessionDirectory directory,
      Path workspace,
      Consumer<RemoteProcess.Exit> onExit)
      throws IOException {
    var environment =
        RemoteEnvironment.of(
            settings.environment(), gateway, connectToken, directory, settings.runAs());
    var launch =
        new RemoteProcess.Launch(
            binary, environment, workspace, settings.remote().ptyBridgePort(), settings.runAs());
    return RemoteProcess.start(launch, directory, onExit);
  }
}
