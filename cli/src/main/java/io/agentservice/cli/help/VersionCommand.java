package io.agentservice.cli.help;

import io.agentservice.cli.service.BuildVersion;
import io.agentservice.wire.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "version",
    description = "Prints the version of this build.",
    mixinStandardHelpOptions = true)
public final class VersionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before run()
  VersionCommand() {}

  @Override
  public void run() {
    var out = spec.commandLine().getOut();
    var build = new BuildVersion();
    if (json) {
      out.println(
          JsonObject.of(
                  "version",
                  build.version(),
                  "commit",
                  build.commit(),
                  "committed_at",
                  build.committed(),
                  "java",
                  build.java(),
                  "platform",
                  build.platform())
              .toJson());
    } else {
      out.println(build.getVersion()[0]);
    }
    out.flush();
  }
}
