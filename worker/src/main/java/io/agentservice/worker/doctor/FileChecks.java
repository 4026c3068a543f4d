package io.agentservice.worker.doctor;

import io.agentservice.worker.claims.AcceptorIdentity;
import io.agentservice.worker.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class FileChecks {
  private static final long MEGABYTE = 1_000_000;

  /** A remote, unpacked, and the logs of a session. */
  private static final long LEAST = 200 * MEGABYTE;

  private static final long COMFORTABLE = 2_000 * MEGABYTE;

  private FileChecks() {}

  static Finding acceptor(Subject subject) {
    var id = subject.duty().acceptorId();
    if (id == null) {
      return Finding.ok("made once and kept in " + subject.directories().data());
    }
    try {
      return AcceptorIdentity.inUse(subject.directories().data(), id)
          ? Finding.problem(
              "Another worker of this machine works as '" + id + "'",
              "Give each worker an --acceptor-id of its own, or none: then it makes one")
          : Finding.ok("'" + id + "' is free on this machine");
    } catch (IllegalArgumentException e) {
      return Finding.problem(String.valueOf(e.getMessage()), "Correct --acceptor-id");
    } catch (IOException e) {
      return Finding.skipped("its lock can't be read: " + e.getMessage());
    }
  }

  static Finding dataDirectory(Subject subject) {
    var directory = subject.directories().data();
    var fault = Place.fault(directory, subject.process());
    if (fault != null) {
      return Finding.problem(
          fault, "Make " + directory + " writable, or name another one with --data-dir");
    }
    var open = new ArrayList<String>();
    for (var inner : List.of("acceptors", "sessions")) {
      for (var file : children(directory.resolve(inner))) {
        if (!file.getFileName().toString().endsWith(".lock") && OwnerOnly.isOpen(file)) {
          open.add(file.toString());
        }
      }
    }
    return open.isEmpty()
        ? Finding.ok(directory + " is writable")
        : Finding.warning(
            "Others may read or change " + String.join(", ", open), "chmod -R go-rwx " + directory);
  }

  private static List<Path> children(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (var files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException _) {
      return List.of();
    }
  }

  static Finding cacheDirectory(Subject subject) {
    var directory = subject.directories().cache();
    var fault = Place.fault(directory, subject.process());
    if (fault != null) {
      return Finding.problem(
          fault, "Make " + directory + " writable, or name another one with --cache-dir");
    }
    var there = Place.nearest(directory);
    return Place.options(there, subject.process()).contains("noexec")
        ? Finding.problem(
            "The file system of " + there + " is mounted noexec: no remote can be started from it",
            "Name a directory of another file system with --cache-dir")
        : Finding.ok(directory + " can hold remotes");
  }

  static Finding workingDirectory(Subject subject) {
    var directory = subject.directories().work();
    var move = "Start the worker in the directory that holds the sessions' repositories";
    if (!Files.isDirectory(directory)) {
      return Finding.problem(directory + " is no directory any more", move);
    }
    if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
      return Finding.problem(directory + " is not readable", move);
    }
    if (directory.getParent() == null) {
      return Finding.warning("Sessions would work in " + directory, move);
    }
    var fault = Place.fault(directory, subject.process());
    return fault == null
        ? Finding.ok(directory.toString())
        : Finding.warning(fault + ": sessions can't change anything", move);
  }

  static Finding disk(Subject subject) {
    long least = Long.MAX_VALUE;
    var tightest = subject.directories().data();
    for (var path :
        List.of(
            subject.directories().data(),
            subject.directories().cache(),
            subject.directories().work())) {
      try {
        long free = Files.getFileStore(Place.nearest(path)).getUsableSpace();
        if (free < least) {
          least = free;
          tightest = path;
        }
      } catch (IOException e) {
        return Finding.warning("The space of " + path + " can't be told: " + e, "Look with df");
      }
    }
    var message = "%,d MB are free for %s".formatted(least / MEGABYTE, tightest);
    return least < LEAST
        ? Finding.problem(message, "Free space: a remote alone takes 100 MB")
        : least < COMFORTABLE
            ? Finding.warning(message, "Free space: checkouts and builds of sessions go there")
            : Finding.ok(message);
  }
}
