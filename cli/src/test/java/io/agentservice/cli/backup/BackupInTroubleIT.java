package io.agentservice.cli.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.cli.testing.CommandProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Backups that are damaged, killed or have no room. */
class BackupInTroubleIT extends OnBackup {
  @Test
  void aDamagedFileAndAMissingOneAreNamed() throws Exception {
    var backup = made();
    var file = backup.resolve("tables/session.copy.gz");
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(bytes.length() / 2);
      int one = bytes.read();
      bytes.seek(bytes.length() / 2);
      bytes.write(one ^ 1);
    }
    var damaged = backup(Map.of(), "verify", backup);
    assertThat(damaged.text())
        .contains(file + " is not what was written there; hint: use another backup");
    assertThat(damaged.exitCode()).isEqualTo(1);

    Files.delete(file);
    assertThat(backup(Map.of(), "verify", backup).text()).contains(file + " is missing");

    Files.writeString(backup.resolve("manifest.json"), "{");
    assertThat(backup(Map.of(), "restore", backup, "--home", place.resolve("home")).text())
        .contains("manifest.json is not what was written there");
    assertThat(place.resolve("home/postgres")).doesNotExist();
  }

  @Test
  void anAuditLogThatWasAlteredIsTold() throws Exception {
    createSession();
    String record;
    try (var connection = database()) {
      var sealed = "SELECT audit_log_id FROM audit_seal ORDER BY position LIMIT 1";
      await(() -> !ids(connection, sealed).isEmpty());
      record = ids(connection, sealed).iterator().next();
      alter(connection, record, "action = 'x' || action");
    }
    try {
      var said = backup(Map.of(), "verify", made());
      assertThat(said.text())
          .contains("the audit log is not whole: " + record, "(changed, place 1)");
      assertThat(said.exitCode()).isEqualTo(1);
    } finally {
      try (var connection = database()) {
        alter(connection, record, "action = substr(action, 2)");
      }
    }
  }

  /** As somebody who owns the database can. */
  private static void alter(Connection connection, String record, String change)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.execute(
          "UPDATE audit_log SET %s WHERE audit_log_id = '%s'".formatted(change, record));
    }
  }

  @Test
  void aBackupThatIsKilledLeavesNoneAndTheNextOneIsMade() throws Exception {
    var backup = place.resolve("backup");
    try (var lock = database()) {
      lock.setAutoCommit(false);
      try (var statement = lock.createStatement()) {
        statement.execute("LOCK TABLE session IN ACCESS EXCLUSIVE MODE");
      }
      try (var killed =
          CommandProcess.start(directory, Map.of(), "backup", "create", backup.toString())) {
        await(() -> Files.exists(place.resolve("backup.unfinished/tables/session.copy.gz")));
        killed.signal("KILL");
        killed.process().waitFor();
      }
    }
    assertThat(backup).doesNotExist();
    assertThat(backup(Map.of(), "verify", place.resolve("backup.unfinished")).text())
        .contains("is no backup");

    made();
    assertThat(place.resolve("backup.unfinished")).doesNotExist();
    assertThat(backup(Map.of(), "create", backup).text()).contains("is there already");
  }

  @Test
  void whatAKilledVerificationLeftIsRemovedByTheNext() throws Exception {
    var backup = made();
    var scratch = Files.createDirectory(place.resolve("scratch"));
    var others = Files.createDirectory(scratch.resolve("agent-backup-of-somebody"));
    try (var killed =
        CommandProcess.start(
            directory,
            Map.of(),
            "backup",
            "verify",
            backup.toString(),
            "--scratch",
            scratch.toString())) {
      await(() -> running(scratch).isPresent());
      killed.signal("KILL");
      killed.process().waitFor();
    }
    assertThat(scratch.toFile().list()).hasSize(2);
    var left = running(scratch);

    var said = backup(Map.of(), "verify", backup, "--scratch", scratch);
    assertThat(said.exitCode()).as(said.text()).isZero();
    assertThat(scratch).isDirectoryContaining(path -> path.equals(others));
    assertThat(scratch.toFile().list()).hasSize(1);
    assertThat(left.flatMap(ProcessHandle::of)).isEmpty();
  }

  /** The pid of a database that serves below the directory. */
  private static Optional<Long> running(Path scratch) {
    try (var files = Files.walk(scratch, 4)) {
      return files
          .filter(file -> file.endsWith("data/postmaster.pid"))
          .map(file -> pid(file))
          .findAny();
    } catch (IOException | UncheckedIOException _) {
      return Optional.empty(); // it changes as we look
    }
  }

  private static long pid(Path file) {
    try (var lines = Files.lines(file)) {
      return Long.parseLong(lines.findFirst().orElse("0").strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFullDiskIsToldAndLeavesNothing() throws Exception {
    assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "root mounts");
    var small = Files.createDirectory(place.resolve("small"));
    shell("mount -t tmpfs -o size=64k small " + small);
    try {
      var said = backup(Map.of(), "create", small.resolve("backup"));
      assertThat(said.text()).contains("no backup was made: No space left on device");
      assertThat(said.exitCode()).isEqualTo(1);
      assertThat(small).isEmptyDirectory();
    } finally {
      shell("umount " + small);
    }
  }
}
