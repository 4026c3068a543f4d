package io.agentservice.e2e.fleet;

import io.agentservice.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a fleet has left behind, in words; nothing is what is wanted. */
final class Remains {
  private static final Pattern OF_A_SESSION =
      Pattern.compile("AGENT_(OUTPOST_)?SESSION_ID=agent-\\w+");

  private Remains() {}

  /** Files on the machines: sessions, and temporary files beside what is to stay. */
  static List<String> files(List<Path> machines) {
    var found = new ArrayList<String>();
    for (var machine : machines) {
      list(machine.resolve("sessions")).forEach(path -> found.add("directory " + path));
      list(machine.resolve("cache"))
          .filter(path -> path.toString().endsWith(".part"))
          .forEach(path -> found.add("temporary file " + path));
    }
    return found;
  }

  /** Sockets anywhere below the directory; FIFOs and devices would be as strange. */
  static List<String> sockets(Path directory) throws IOException {
    try (var tree = Files.walk(directory)) {
      return tree.filter(path -> attributes(path).filter(BasicFileAttributes::isOther).isPresent())
          .map(path -> "socket " + path)
          .toList();
    }
  }

  private static Optional<BasicFileAttributes> attributes(Path path) {
    try {
      return Optional.of(
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException _) {
      return Optional.empty(); // gone meanwhile
    }
  }

  private static Stream<Path> list(Path directory) {
    try (var files = Files.list(directory)) {
      return files.toList().stream();
    } catch (IOException _) {
      return Stream.of(); // never made
    }
  }

  /** Processes that carry the id of one of the sessions in their environment. */
  static List<String> processes(List<String> sessions) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> {
          var environment = OF_A_SESSION.matcher(environment(process));
          return environment
              .results()
              .map(match -> match.group())
              .filter(variable -> sessions.contains(variable.substring(variable.indexOf('=') + 1)))
              .map(variable ->
                  "process %d %s (%s)"
                      .formatted(process.pid(), process.info().commandLine().orElse("?"), variable))
              .limit(1);
        })
        .toList();
  }

  private static String environment(ProcessHandle process) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }

  /** Entries and claims in the database of a server that has ended. */
  static List<String> rows(Path home) throws SQLException {
    var found = new ArrayList<String>();
    try (var postgres = EmbeddedPostgres.open(home.resolve("postgres"));
        var connection = DriverManager.getConnection(postgres.jdbcUrl());
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                """
                SELECT 'entry of ' || session_id || ', ' || phase FROM queue_entry WHERE removed_at IS NULL
                UNION ALL
                SELECT 'claim of ' || acceptor_id || ' on ' || session_id
                FROM queue_entry WHERE acceptor_id IS NOT NULL OR claim_deadline IS NOT NULL
                """)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }
}
