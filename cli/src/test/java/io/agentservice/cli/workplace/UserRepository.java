package io.agentservice.cli.workplace;

import io.agentservice.cli.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A repository of a test's user: one commit, somebody who has a name. */
public record UserRepository(Path directory) {

  /** With the file {@code tracked}. */
  public static UserRepository make(Path directory) throws IOException {
    var repository = new UserRepository(Files.createDirectories(directory).toRealPath());
    repository.git("init", "-q", "-b", "main");
    repository.git("config", "user.name", "Ada");
    repository.git("config", "user.email", "ada@example.com");
    repository.write("tracked", "one\n");
    repository.git("add", "tracked");
    repository.git("commit", "-q", "-m", "First");
    return repository;
  }

  void write(String name, String text) throws IOException {
    var file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** As above, changed at that time. */
  void writeAt(String name, String text, FileTime time) throws IOException {
    write(name, text);
    Files.setLastModifiedTime(directory.resolve(name), time);
  }

  /** Checked out and committed. */
  void addSubmodule(UserRepository other, String path) {
    var from = other.directory().toString();
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from, path);
    git("commit", "-q", "-m", "With " + path);
  }

  String git(String... words) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    return Program.run(directory, command, Map.of());
  }

  /** Every file of git's own directory and how large it is, what git counts of its objects. */
  String state() throws IOException {
    try (var files = Files.walk(directory.resolve(".git"))) {
      return files
              .filter(Files::isRegularFile)
              .map(file -> directory.relativize(file) + " " + file.toFile().length())
              .sorted()
              .collect(Collectors.joining("\n"))
          + git("count-objects", "-v");
    }
  }
}
