package io.agentservice.remote.gateway;

import io.agentservice.remote.files.WorkFiles;
import io.agentservice.remote.shell.Commands;
import io.agentservice.remote.shell.SessionVariables;
import io.agentservice.wire.frames.ToServer;
import java.nio.file.Path;
import java.util.List;

/**
 * What the gateway drives: the session's commands and files on this machine.
 *
 * @param sha version of the remote binary
 */
public record Session(
    Commands commands, WorkFiles files, SessionVariables variables, Path directory, String sha) {

  /** Everything that this remote can do. */
  private static final List<String> CAPABILITIES = List.of("exec", "files", "pty");

  ToServer.Hello hello() {
    var mac = System.getProperty("os.name").startsWith("Mac");
    var platform = mac ? "macos" : "linux";
    return new ToServer.Hello(
        sha, platform, directory.toString(), CAPABILITIES, commands.journal());
  }
}
