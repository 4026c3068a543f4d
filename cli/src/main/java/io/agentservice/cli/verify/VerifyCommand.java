package io.agentservice.cli.verify;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.ServiceAddress;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.Installation;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.verify.installed.InstalledFiles;
import io.agentservice.worker.doctor.Finding;
import io.agentservice.worker.doctor.Finding.Level;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent verify}: a look at a whole installation, from where its callers are. */
@Command(
    name = "verify",
    description = {
      "Tries what callers, workers and remotes need of a service: answers, TLS, clocks, websockets and event streams through what stands before it, files, the audit log, its outposts.",
      "Makes an outpost verify-..., a session in it that nobody serves, and a small file; deletes the outpost, ends the session and puts it away. Exit code 1 when there is a problem.",
      "Of the installation that it is started from it says whether its files are those that were released.",
      "`agent doctor` examines the machine of a server, `agent worker doctor` that of a worker."
    },
    mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @Option(
      names = "--server",
      paramLabel = "<url>",
      description =
          "Address of a single server behind the service's own; once for each. All must be of one installation and see each other")
  private List<String> servers = new ArrayList<>();

  @Option(
      names = "--gateway-url",
      paramLabel = "<url>",
      description = "Where remotes connect, if it is not below the service's address")
  private @Nullable String gateway;

  @Option(
      names = "--read-only",
      description = "Make nothing: neither the trial's outpost and session nor the file")
  private boolean readOnly;

  @Option(
      names = "--session",
      description =
          "Have an agent run one command on a worker of each outpost, which calls the model")
  private boolean session;

  @Option(
      names = "--patience",
      paramLabel = "<seconds>",
      defaultValue = "300",
      description = "How long such a session may take (${DEFAULT-VALUE})")
  private int patience;

  @Option(
      names = "--audit-records",
      paramLabel = "<n>",
      defaultValue = "20000",
      description =
          "Check the audit log if it has no more records (${DEFAULT-VALUE}); 0: never. A longer one is for `agent audit export`")
  private long auditRecords;

  @Option(
      names = "--release-key",
      paramLabel = "<key>",
      description =
          "Public key of minisign, or its file, that this installation must be signed with; from whoever releases, not from the installation")
  private @Nullable String releaseKey;

  @Option(names = "--installation", description = "Look at this installation's files alone")
  private boolean installation;

  private boolean sound = true;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  VerifyCommand() {}

  @Override
  public Integer call() {
    if (patience < 1) {
      throw CommandFailure.usage("--patience is a number of seconds above 0", null);
    }
    tell("installation", this::files);
    if (installation) {
      return sound ? ExitCode.OK : ExitCode.SOFTWARE;
    }
    var addresses = servers.stream().map(ServiceAddress::of).toList();
    try (var subject = Subject.of(connection.target(), addresses)) {
      examine(subject);
    }
    return sound ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void examine(Subject subject) {
    var address = new AddressChecks(subject, InstantSource.system());
    if (tell("service", address::service).level() == Level.PROBLEM
        || tell("key", address::key).level() == Level.PROBLEM) {
      return; // all others would say the same in other words
    }
    tell("clock", address::clock);
    tell("tls", address::tls);
    tell("gateway", () -> address.gateway(gateway == null ? null : remotes(gateway)));
    if (!subject.servers().isEmpty()) {
      tell("servers", address::servers);
    }
    tell("audit", () -> address.audit(auditRecords));
    var outposts = new OutpostCheck(subject.client());
    tell("outposts", outposts::examine);
    var made = readOnly ? Finding.skipped("nothing is to be made") : null;
    var org = Subject.attempt(() -> Finding.ok(connection.organization(subject.client())));
    var where = org.level() == Level.OK ? made : org;
    tell("files", () -> where != null ? where : new FileCheck(subject).examine(org.message()));
    tell("events", () -> where != null ? where : new EventCheck(subject, org.message()).examine());
    if (session) {
      sessions(subject, org, outposts);
    }
  }

  private Finding files() {
    String key = releaseKey == null ? null : key(releaseKey);
    return Installation.current()
        .map(here -> new InstalledFiles(here.root(), key).examine())
        .orElseGet(() -> Finding.skipped("it was not started by its launcher"));
  }

  /** The text of the file of this name, or the key itself. */
  private static String key(String given) {
    try {
      var file = Path.of(given);
      return Files.isRegularFile(file) ? Files.readString(file) : given;
    } catch (InvalidPathException e) {
      return given;
    } catch (IOException e) {
      throw CommandFailure.usage("%s can't be read: %s".formatted(given, e.getMessage()), null);
    }
  }

  private void sessions(Subject subject, Finding org, OutpostCheck outposts) {
    var names = org.level() == Level.OK ? outposts.of(org.message()) : List.<String>of();
    if (names.isEmpty()) {
      tell(
          "session",
          () ->
              Finding.problem(
                  "No outpost was found that one could be tried in",
                  "Make one, and give a key that may list outposts, of an organization that may use it"));
    }
    for (var outpost : names) {
      var trial = new SessionCheck(subject.client(), org.message(), Duration.ofSeconds(patience));
      tell("session", () -> trial.examine(outpost));
    }
  }

  /** A websocket address, or that of HTTP which it is. */
  private static URI remotes(String text) {
    return ServiceAddress.of(text.strip().replaceFirst("(?i)^ws", "http"));
  }

  private Finding tell(String check, Supplier<Finding> examination) {
    var finding = new Finding.Named(check, Subject.attempt(examination));
    output.result(finding.json(), (_, out) -> out.println(PlainText.line(finding.line())));
    sound &= finding.finding().level() != Level.PROBLEM;
    return finding.finding();
  }
}
