package io.agentservice.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What of a server's settings is allowed, and unwise where others depend on it. */
final class Risks {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1", "[::1]");
  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_WRITE);

  private final Map<String, String> values;
  private final List<String> found = new ArrayList<>();

  private Risks(Map<String, String> values) {
    this.values = values;
  }

  /** A sentence each, without any value of a secret. */
  static List<String> of(Map<String, String> values, @Nullable Path file) {
    var risks = new Risks(values);
    risks.ofListening();
    risks.ofTheDatabase();
    risks.ofLimits();
    risks.ofTheFile(file);
    return List.copyOf(risks.found);
  }

  private void ofListening() {
    var base = value("AGENT_BASE_URL");
    boolean open = !value("AGENT_BIND").isEmpty() && !LOOPBACK.contains(value("AGENT_BIND"));
    if (open && base.isEmpty()) {
      found.add("AGENT_BIND lets others in, and AGENT_BASE_URL does not say by which address");
    }
    if (base.startsWith("http:") && LOOPBACK.stream().noneMatch(base::contains)) {
      found.add("AGENT_BASE_URL is http: keys and sessions cross the network as they are");
    }
    if (value("AGENT_CORS_ORIGINS").contains("*")) {
      found.add("AGENT_CORS_ORIGINS lets pages of any origin call the API");
    }
  }

  private void ofTheDatabase() {
    var database = value("AGENT_DATABASE_URL");
    if (database.isEmpty()) {
      found.add(
          "AGENT_DATABASE_URL is not set: the embedded database serves one server, whose directory is to be backed up");
      return;
    }
    if (!database.contains("sslmode=verify-full")
        && Stream.of("//localhost", "//127.0.0.1", "//[::1]").noneMatch(database::contains)) {
      found.add(
          "AGENT_DATABASE_URL has no sslmode=verify-full: who is on the network may read along or pose as the database");
    }
    if (value("AGENT_MASTER_KEY").isEmpty()) {
      found.add(
          "AGENT_MASTER_KEY is not set: other servers need a copy of master.key, and without it secrets are lost");
    }
    if (value("AGENT_ATTACHMENT_STORE").isEmpty()) {
      found.add(
          "AGENT_ATTACHMENT_STORE is not set: files of sessions are on this machine only, and no other server has them");
    }
  }

  private void ofLimits() {
    values.keySet().stream()
        .filter(name -> name.startsWith("AGENT_RATE_") && value(name).equals("0"))
        .sorted()
        .forEach(name -> found.add(name + " is 0: nobody is slowed down"));
    if (value("AGENT_REPLAY_MODELS").equals("true")) {
      found.add("AGENT_REPLAY_MODELS is for tests: sessions may name files of the server");
    }
    if (value("AGENT_ALLOW_UNENFORCED_POLICY").equals("true")) {
      found.add("AGENT_ALLOW_UNENFORCED_POLICY runs sessions whose network policy nothing holds");
    }
    if (value("AGENT_SANDBOX").equals("none")) {
      found.add("AGENT_SANDBOX is none: sessions of this machine reach what its user reaches");
    }
  }

  private void ofTheFile(@Nullable Path file) {
    try {
      if (file != null
          && Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains)) {
        found.add(file + " is open to other users of this machine: chmod 600");
      }
    } catch (IOException | UnsupportedOperationException _) {
      // Of a system that has other rights; it was read.
    }
  }

  private String value(String name) {
    return values.getOrDefault(name, "").strip();
  }
}
