package io.agentservice.remote.gateway;

import io.agentservice.remote.base.Platform;
import io.agentservice.remote.browser.Browser;
import io.agentservice.remote.desktop.Desktop;
import io.agentservice.remote.files.WorkFiles;
import io.agentservice.remote.git.GitAccess;
import io.agentservice.remote.program.SessionVariables;
import io.agentservice.remote.shell.Commands;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Isolation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway drives: the session's commands, files, browser, desktop and git on this machine.
 *
 * @param sha version of the remote binary
 * @param isolation what the worker says and the remote has tried; null: nothing
 * @param denials what of the network was denied since the last call
 */
public record Session(
    Commands commands,
    WorkFiles files,
    Browser browser,
    Desktop desktop,
    GitAccess git,
    SessionVariables variables,
    Path directory,
    String sha,
    @Nullable Isolation isolation,
    Supplier<List<ToServer.Denied>> denials) {

  private static final String INSTANCE = UUID.randomUUID().toString();

  ToServer.Hello hello() {
    var platform = Platform.CURRENT.word();
    return new ToServer.Hello(
        sha,
        platform,
        directory.toString(),
        capabilities(),
        commands.journal(),
        isolation,
        INSTANCE);
  }

  /** What this remote can do on this machine. */
  private List<String> capabilities() {
    var all =
        new ArrayList<>(List.of("exec", ToRemote.Exec.SCRIPTS, "files", ToRemote.ReadOutput.JOBS));
    if (files.areShown()) {
      all.add(ToRemote.ListFiles.WITHIN);
    }
    if (commands.haveTerminals()) {
      all.add("pty");
    }
    if (browser.available()) {
      all.add("browser");
    }
    if (desktop.available()) {
      all.add("desktop");
    }
    if (git.available()) {
      all.add(GitAccess.CAPABILITY);
    }
    if (isolation != null && isolation.reason() == null) {
      all.add(ToServer.Hello.SANDBOX);
    }
    return List.copyOf(all);
  }
}
