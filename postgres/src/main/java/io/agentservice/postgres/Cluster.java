package io.agentservice.postgres;

import io.agentservice.postgres.machine.Command;
import io.agentservice.postgres.machine.Deadline;
import io.agentservice.postgres.machine.OwnerOnly;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/** One server's {@code data/} (absent or complete), {@code password}, {@code postgres.log}. */
record Cluster(Path directory) {
  static final String USER = "agent";
  static final String DATABASE = "agent";

  private static final int SCRAM_ITERATIONS = 64;

  /** The release whose data the programs can read; others have other formats. */
  private static final String RELEASE = "18";

  private static final String UNFINISHED = "data.unfinished-";

  Path data() {
    return directory.resolve("data");
  }

  Path log() {
    return directory.resolve("postgres.log");
  }

  private Path passwordFile() {
    return directory.resolve("password");
  }

  /** Where to connect; holds the password, so it must not be logged. */
  String jdbcUrl(int port, String database) throws IOException {
    // Only SCRAM, so that a stranger who took the port cannot ask for the password itself.
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s&requireAuth=scram-sha-256"
            .formatted(port, database, USER, Files.readString(passwordFile()))
        + "&sslmode=disable&gssEncMode=disable";
  }

  /** Makes the data on first use; else checks that we can read them. */
  void prepare(Binaries binaries, Prepared prepared, RunAs runAs, Deadline deadline)
      throws IOException, InterruptedException {
    Path version = data().resolve("PG_VERSION");
    if (Files.notExists(data())) {
      make(binaries, prepared, runAs, deadline);
    } else if (Files.notExists(version)) {
      throw new EmbeddedPostgresException(
          "%s holds no data of PostgreSQL. Move it away, or choose another data directory."
              .formatted(data()));
    } else if (!Files.readString(version).strip().equals(RELEASE)) {
      throw new EmbeddedPostgresException(
          "%s was written by PostgreSQL %s, this service brings %s. Dump it with the old one, or set AGENT_DATABASE_URL."
              .formatted(data(), Files.readString(version).strip(), RELEASE));
    } else if (Files.notExists(passwordFile())) {
      throw new EmbeddedPostgresException(
          "%s is lost, and with it the way into %s. Restore it from a backup."
              .formatted(passwordFile(), data()));
    }
  }

  private void make(Binaries binaries, Prepared prepared, RunAs runAs, Deadline deadline)
      throws IOException, InterruptedException {
    deleteUnfinished();
    writePassword();
    // Named after us: an initdb whose owner was killed may still be writing to its own.
    Path unfinished = directory.resolve(UNFINISHED + ProcessHandle.current().pid());
    if (!copied(unfinished, binaries, prepared, runAs, deadline)) {
      initialize(unfinished, binaries, runAs, deadline);
    }
    Files.move(unfinished, data(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** False when there is nothing that could be copied; what went wrong is no concern of users. */
  private boolean copied(
      Path unfinished, Binaries binaries, Prepared prepared, RunAs runAs, Deadline deadline)
      throws IOException, InterruptedException {
    if (!prepared.hasDataOf(binaries.home())) {
      return false;
    }
    try {
      prepared.copyData(unfinished);
      runAs.ownAll(directory);
      setPassword(unfinished, binaries, runAs, deadline);
      Trees.sync(unfinished, deadline);
      return true;
    } catch (IOException e) {
      LoggerFactory.getLogger(Cluster.class) // not before: it is set up while the server starts
          .info("the prepared database is not used: {}", Reasons.of(e));
      Trees.delete(unfinished);
      return false;
    }
  }

  /** Without a server that others could reach as long as it knows the password of the original. */
  private void setPassword(Path data, Binaries binaries, RunAs runAs, Deadline deadline)
      throws IOException, InterruptedException {
    Command alone =
        runAs
            .prefix()
            .and(binaries.program("postgres"), "--single", "-D", data.toString())
            .and("-c", "log_min_error_statement=panic", "-c", "log_checkpoints=off", "postgres");
    String secret = Files.readString(passwordFile());
    Command.Result result =
        alone.run(directory, "ALTER ROLE %s PASSWORD '%s'\n".formatted(USER, secret), deadline);
    if (!result.success() || result.output().contains("ERROR:")) {
      throw new IOException("no password can be set: " + ServerLog.reason(result.output()));
    }
  }

  private void initialize(Path unfinished, Binaries binaries, RunAs runAs, Deadline deadline)
      throws IOException, InterruptedException {
    runAs.ownAll(directory);
    Command initdb =
        runAs
            .prefix()
            .and(binaries.program("initdb"), "--pgdata", unfinished.toString())
            .and("--username", USER, "--pwfile", passwordFile().toString())
            .and("--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions")
            // Repetitions slow down who guesses; nobody guesses 24 random bytes, and each of our
            // connections would pay for them.
            .and("--set", "scram_iterations=" + SCRAM_ITERATIONS)
            // Sorted by PostgreSQL itself: an update of the C library cannot break an index.
            .and("--locale-provider=builtin", "--builtin-locale=C.UTF-8")
            .and("--locale=" + systemLocale())
            .and(Trees.syncsWhole() ? "--sync-method=syncfs" : "--sync-method=fsync");
    Command.Result result = initdb.run(directory, deadline);
    if (!result.success()) {
      throw new EmbeddedPostgresException(
          "Cannot initialize PostgreSQL in %s: %s. Make sure that the disk is not full."
              .formatted(directory, ServerLog.reason(result.output())));
    }
  }

  private void deleteUnfinished() throws IOException {
    try (var left = Files.newDirectoryStream(directory, UNFINISHED + "*")) {
      for (Path path : left) {
        Trees.delete(path);
      }
    }
  }

  private void writePassword() throws IOException {
    byte[] secret = new byte[24];
    new SecureRandom().nextBytes(secret);
    Files.deleteIfExists(passwordFile());
    OwnerOnly.createFile(passwordFile());
    Files.writeString(
        passwordFile(), Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  private static String systemLocale() {
    // macOS has no C.UTF-8; what it stands for there is only the language of messages.
    boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
    return mac ? "C" : "C.UTF-8";
  }
}
