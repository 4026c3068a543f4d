package io.agentservice.cli.help;

import io.agentservice.cli.service.BuildVersion;
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
      out.printf(
          """
          {"version":"%s","java":"%s","platform":"%s"}
          """,
          build.version(), build.java(), build.platform());
    } else {
      out.println(build.getVersion()[0]);
    }
    out.flush();
  }
}
