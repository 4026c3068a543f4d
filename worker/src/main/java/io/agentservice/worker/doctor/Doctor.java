package io.agentservice.worker.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** All checks before a worker's start, in the order in which a person would mend them. */
public final class Doctor {
  private final Subject subject;
  private final List<Check> checks;

  private record Check(String name, Function<Subject, Finding> examination) {}

  public Doctor(Subject subject) {
    this.subject = subject;
    var service = new ServiceChecks();
    this.checks =
        List.of(
            new Check("flags", FlagChecks::flags),
            new Check("token", FlagChecks::token),
            new Check("proxy", FlagChecks::proxy),
            new Check("api", service::api),
            new Check("clock", service::clock),
            new Check("outpost", service::outpost),
            new Check("acceptor", FileChecks::acceptor),
            new Check("data-directory", FileChecks::dataDirectory),
            new Check("cache", FileChecks::cacheDirectory),
            new Check("working-directory", FileChecks::workingDirectory),
            new Check("run-as", UserChecks::runAs),
            new Check("sandbox", UserChecks::sandbox),
            new Check("disk", FileChecks::disk),
            new Check("remote", BinaryChecks::published),
            new Check("cached-remote", BinaryChecks::cached),
            new Check("gateway", NetworkChecks::gateway),
            new Check("health-port", NetworkChecks::healthPort),
            new Check("pty-bridge-port", NetworkChecks::ptyBridgePort),
            new Check("shell", ProgramChecks::shell),
            new Check("git", ProgramChecks::git),
            new Check("chrome", ProgramChecks::chrome),
            new Check("desktop", ProgramChecks::desktop),
            new Check("open-files", ProgramChecks::openFiles));
  }

  /** {@code each} hears every finding at once; some checks wait for the network. */
  public List<Finding.Named> examine(Consumer<Finding.Named> each) {
    var findings = new ArrayList<Finding.Named>();
    for (var check : checks) {
      var finding = new Finding.Named(check.name, check.examination.apply(subject));
      findings.add(finding);
      each.accept(finding);
    }
    return findings;
  }
}
