package io.agentservice.worker;

import io.agentservice.worker.claims.AcceptorIdentity;
import io.agentservice.worker.doctor.Doctor;
import io.agentservice.worker.doctor.Finding;
import io.agentservice.worker.doctor.Subject;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A machine on which a worker would work at once, with a service; whatever is wrong is seeded. */
final class Machine implements AutoCloseable {
  final ScriptedApi api = new ScriptedApi();
  final Path root;
  final Map<String, String> environment = new HashMap<>();
  String token = "agt_token";
  boolean tokenInArguments;
  URI apiUrl = api.uri();
  URI staticBaseUrl = URI.create(api.uri() + "/static");
  String outpost = "local";
  String acceptorId;

  /** Another worker's; it is held as long as somebody knows it. */
  AcceptorIdentity other;

  Path data;
  Path cache;
  Path work;
  Path process;
  URI gatewayUrl;
  String remoteSha;
  Integer ptyBridgePort;
  int healthPort;
  String runAs;
  Isolation isolation = Isolation.NONE;
  InstantSource clock = InstantSource.system();

  Machine(Path root) throws IOException {
    this.root = root;
    data = root.resolve("data");
    cache = data.resolve("cache");
    work = Files.createDirectories(root.resolve("work"));
    process = Files.createDirectories(root.resolve("process"));
    Files.writeString(process.resolve("mountinfo"), "1 0 0:1 / / rw,relatime - ext4 /dev/a rw\n");
    limits(20_000);
    runsAs(1000);
    api.remote("4f0c1d2", "exit 0");
    var programs = Files.createDirectories(root.resolve("bin"));
    for (var name : List.of("sh", "git")) {
      executable(programs.resolve(name));
    }
    environment.put("PATH", programs.toString());
  }

  void limits(int files) throws IOException {
    Files.writeString(
        process.resolve("limits"),
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max cpu time              unlimited            unlimited            seconds
        Max open files            %d                 20000                files
        """
            .formatted(files));
  }

  void runsAs(int user) throws IOException {
    Files.writeString(
        process.resolve("status"), "Name:\tjava\nUid:\t%d\t%<d\t%<d\t%<d\n".formatted(user));
  }

  static void executable(Path file) throws IOException {
    Files.writeString(file, "#!/bin/sh\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  List<Finding.Named> examined() {
    var subject =
        new Subject(
            new WorkerSettings.Server(apiUrl, staticBaseUrl, gatewayUrl),
            new Subject.Credential(token, tokenInArguments),
            null,
            new WorkerSettings.Duty(outpost, null, acceptorId),
            new WorkerSettings.Directories(data, cache, work),
            new WorkerSettings.Remote(remoteSha, ptyBridgePort, isolation),
            new Subject.Health("127.0.0.1", healthPort),
            runAs,
            environment,
            process,
            clock);
    return new Doctor(subject).examine(_ -> {});
  }

  @Override
  public void close() {
    api.close();
  }
}
